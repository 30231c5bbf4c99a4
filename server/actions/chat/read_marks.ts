import * as unread from "../../../db/chat/read_marks.ts";
import type { ReadState } from "../../contract/chat/chat.ts";
import type { NotifyLevel } from "../../contract/groups/groups.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { found, groupNotFound } from "../../errors.ts";
import { sendUnread } from "../notices/notices.ts";

/**
 * Records how far a member has read a group, and sends it to their windows. Notices of what is read are read too.
 *
 * @throws NotFound for outsiders
 */
export async function markRead(
  deps: Pick<Deps, "db" | "clock" | "broadcast">,
  reader: User,
  place: { groupId: string; seq: number },
): Promise<ReadState> {
  const { db, clock, broadcast } = deps;
  const reading = found(await unread.markRead(db, reader.id, place, clock()), groupNotFound);
  const { state, hasRisen, noticeIds } = reading;
  if (noticeIds.length > 0) await sendUnread(deps, reader.id, { ids: noticeIds });
  if (hasRisen) broadcast.readUpdated(reader.id, { groupId: place.groupId, ...state });
  return state;
}

/** Sets which messages of a group make notices for a member. @throws NotFound for outsiders */
export async function setNotify(
  { db }: Pick<Deps, "db">,
  member: User,
  setting: { groupId: string; level: NotifyLevel },
): Promise<void> {
  if (!await unread.setNotify(db, member.id, setting)) throw groupNotFound();
}

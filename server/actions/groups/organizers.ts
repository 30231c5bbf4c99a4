/** What is for organizers alone. */
import { isMember } from "../../../db/groups/members.ts";
import { isOrganizer } from "../../../db/groups/roles.ts";
import { inviteTexts } from "../../contract/groups/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { Forbidden, groupNotFound } from "../../errors.ts";

export const notOrganizer = (text = inviteTexts.onlyOrganizers) => new Forbidden(text, "not_organizer");

/** Of what the settings of a group may leave to its organizers. */
export const onlyOrganizers = (text: string) => new Forbidden(text, "organizers_only");

/** @throws NotFound for outsiders; for members who are not organizers the refusal */
export async function assertOrganizer(
  db: Deps["db"],
  viewer: User,
  { groupId, refusal = notOrganizer() }: { groupId: string; refusal?: Forbidden },
): Promise<void> {
  if (await isOrganizer(db, viewer.id, groupId)) return;
  throw await isMember(db, viewer.id, groupId) ? refusal : groupNotFound();
}

/** What is for organizers alone. */
import { isMember } from "../../../db/groups/members.ts";
import { isOrganizer } from "../../../db/groups/roles.ts";
import { settingsTexts } from "../../contract/groups/settings_texts.ts";
import { inviteTexts } from "../../contract/groups/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { Forbidden, groupNotFound } from "../../errors.ts";
import { requireOpen } from "./conversations.ts";

export const notOrganizer = (text = inviteTexts.onlyOrganizers) => new Forbidden(text, "not_organizer");

/** Of what the settings of a group may leave to its organizers. */
export const onlyOrganizers = (text: string) => new Forbidden(text, "organizers_only");

/** For what was not stored. @throws NotFound for outsiders; Forbidden in a closed conversation */
export async function whyNotAllowed(
  deps: Deps,
  viewer: User,
  { groupId, what }: { groupId: string; what: keyof typeof settingsTexts.organizersOnly },
): Promise<Forbidden> {
  await requireOpen(deps, viewer, groupId);
  return onlyOrganizers(settingsTexts.organizersOnly[what]);
}

/** @throws NotFound for outsiders; for members who are not organizers the refusal */
export async function assertOrganizer(
  db: Deps["db"],
  viewer: User,
  { groupId, refusal = notOrganizer() }: { groupId: string; refusal?: Forbidden },
): Promise<void> {
  if (await isOrganizer(db, viewer.id, groupId)) return;
  throw await isMember(db, viewer.id, groupId) ? refusal : groupNotFound();
}

/** What is for organizers alone. */
import { isMember } from "../../../db/groups/members.ts";
import { isOrganizer } from "../../../db/groups/roles.ts";
import { inviteTexts } from "../../contract/groups/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { Forbidden, groupNotFound } from "../../errors.ts";

/** @throws NotFound for outsiders, Forbidden for members who are not organizers */
export const assertOrganizer = (
  db: Deps["db"],
  viewer: User,
  groupId: string,
  { text }: { text?: string } = {},
): Promise<void> => assertOrganizes(db, viewer, { groupId, refusal: () => notOrganizer(text) });

export const notOrganizer = (text = inviteTexts.onlyOrganizers) => new Forbidden(text, "not_organizer");

/** Of what the settings of a group may leave to its organizers. */
export const onlyOrganizers = (text: string) => new Forbidden(text, "organizers_only");

/** Like `assertOrganizer`, with the code of what the group's settings leave to organizers. */
export const assertDecides = (
  db: Deps["db"],
  viewer: User,
  { groupId, text }: { groupId: string; text: string },
): Promise<void> => assertOrganizes(db, viewer, { groupId, refusal: () => onlyOrganizers(text) });

async function assertOrganizes(
  db: Deps["db"],
  viewer: User,
  { groupId, refusal }: { groupId: string; refusal: () => Forbidden },
): Promise<void> {
  if (await isOrganizer(db, viewer.id, groupId)) return;
  throw await isMember(db, viewer.id, groupId) ? refusal() : groupNotFound();
}

import { findReader } from "../../../db/reading/readers.ts";
import type { DateContent, NewMeeting } from "../../contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../contract/groups/meeting_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { positionOf } from "../../contract/reading/positions.ts";
import type { Deps } from "../../deps.ts";
import { beyondEnd, Invalid } from "../../errors.ts";

/** With `upTo`, a page of the caller's copy, as a position. @throws Invalid for a book of another group */
export async function withPosition<Content extends Pick<NewMeeting, "bookId" | "upTo">>(
  deps: Deps,
  user: User,
  { groupId, given }: { groupId: string; given: Content },
): Promise<Content> {
  const { bookId, upTo } = given;
  if (bookId === null) return { ...given, upTo: null };
  const { edition } = await readShelved(deps, user, { groupId, bookId });
  if (upTo !== null && upTo > edition.pageCount) throw beyondEnd(edition.pageCount, "upTo");
  return { ...given, upTo: upTo === null ? null : positionOf(edition, upTo) };
}

/** @throws Invalid for a book that is not on the shelf of the group */
export async function readShelved({ db }: Deps, user: User, { groupId, bookId }: { groupId: string; bookId: string }) {
  const reader = await findReader(db, user.id, bookId);
  if (reader?.groupId !== groupId) throw new Invalid([{ path: "bookId", message: words.unknownBook }]);
  return reader;
}

/** With its times in milliseconds. */
export const inNumbers = <Content extends DateContent>({ startsAt, endsAt, ...content }: Content) => ({
  ...content,
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
});

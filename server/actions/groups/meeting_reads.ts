/** Meetings as the caller of an operation sees them, before it and after. */
import { findMeeting } from "../../../db/groups/meetings.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import type { Meeting } from "../../contract/groups/meeting_shapes.ts";
import { meetingTexts as words } from "../../contract/groups/meeting_texts.ts";
import { isToCome } from "../../contract/groups/occurrences.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { type AppError, Conflict, NotFound } from "../../errors.ts";
import { requireOpen } from "./conversations.ts";
import { readShelved } from "./meeting_content.ts";
import { onlyOrganizers } from "./organizers.ts";

export const meetingNotFound = () => new NotFound(words.notFound, "meeting_not_found");

const dateNotFound = () => new NotFound(words.dateNotFound, "date_not_found");

/** Of one that repeats, the current date, if it is left out. */
interface MeetingDateId {
  id: string;
  date?: number;
}

/** @throws NotFound for outsiders, and where it has no such date */
export async function readMeeting({ db, clock }: Deps, { id: userId }: User, id: MeetingDateId): Promise<Meeting> {
  const meeting = await findMeeting(db, userId, id, clock());
  if (meeting) return meeting;
  const isKnown = id.date !== undefined && await findMeeting(db, userId, { id: id.id }, clock());
  throw isKnown ? dateNotFound() : meetingNotFound();
}

/** Open pages of the group show it anew. @returns it as it is by now */
export async function announceMeeting(deps: Deps, user: User, id: MeetingDateId): Promise<Meeting> {
  const meeting = await readMeeting(deps, user, id);
  deps.broadcast.partChanged({ groupId: meeting.groupId, part: "meetings" });
  return meeting;
}

/** One of a meeting that repeats. @throws NotFound for outsiders, for what is over or further ahead than a year */
export async function readDateToCome(deps: Deps, user: User, id: Required<MeetingDateId>): Promise<Meeting> {
  const meeting = await readMeeting(deps, user, id);
  if (!isToCome(meeting, deps.clock())) throw dateNotFound();
  return meeting;
}

interface RefusedChange {
  /** The book that it was to have. */
  bookId?: string | null;
  /** What is wrong where they may, and the book is on the shelf. */
  otherwise: AppError;
}

/** @throws NotFound for outsiders, Forbidden in a closed conversation, Invalid for a book that has left the shelf */
export async function whyNotChanged(
  deps: Deps,
  user: User,
  id: string,
  { bookId, otherwise }: RefusedChange,
): Promise<AppError> {
  const { groupId, cancelledAt, mayChange } = await readMeeting(deps, user, { id });
  await requireOpen(deps, user, groupId);
  if (cancelledAt !== null) return isCancelled();
  if (!mayChange) return onlyOrganizers(words.notYours);
  if (bookId) await readShelved(deps, user, { groupId, bookId });
  return otherwise;
}

export const changedMeanwhile = () => new Conflict(words.changedMeanwhile, "changed_meanwhile");

export const isCancelled = (message = words.cancelled) => new Conflict(message, "meeting_cancelled");

export function toMeeting({ params: { id, meetingId } }: { params: { id: string; meetingId: string } }): string {
  return clubPaths.meeting(id, meetingId);
}

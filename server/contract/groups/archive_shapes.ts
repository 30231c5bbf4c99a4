/** The rows of an archive, as they are read back: what else they have is not looked at. */
import { z } from "zod";
import { bookStates, NewBook } from "../books/shapes.ts";
import { book as bookLimits } from "../books/limits.ts";
import { message as messageLimits } from "../chat/limits.ts";
import { Emoji } from "../chat/shapes.ts";
import { note as noteLimits } from "../notes/limits.ts";
import { NewNote } from "../notes/shapes.ts";
import { fullName } from "../people/limits.ts";
import { Answer, Chapters, NewPlan, NewQuestion, NewReview } from "../reading/input_shapes.ts";
import { hasVisible, id, optionalText, rawText, requiredText, sentTime, text } from "../site/fields.ts";
import { count } from "../site/shapes.ts";
import { validationServerTexts } from "../site/texts.ts";
import { groupDescription, groupName, groups, meetings, polls } from "./limits.ts";
import { NewMeeting, wrongIn } from "./meeting_shapes.ts";
import { pollKinds } from "./poll_shapes.ts";
import { QuietHours, SettingsUpdate } from "./settings_shapes.ts";
import { Group } from "./shapes.ts";

const at = sentTime(validationServerTexts.invalid);
const orNull = <T extends z.ZodType>(value: T) => value.nullish().transform((given) => given ?? null);
/** As the archive names its writer, in as many characters as a name of an account may have. */
const by = rawText(fullName.max).pipe(z.string().min(1).max(fullName.max));
const page = z.int().min(0).max(bookLimits.pages);
/** Their number is known before any of them is looked at. */
const few = <T extends z.ZodType>(most: number, row: T) => z.array(z.unknown()).max(most).pipe(z.array(row));
/** Each is looked at later, as all at once would take long. */
const many = (most: number) => z.array(z.unknown()).max(most).catch([]).default([]);

/** As the archive names its people. */
export const ArchivedName = by;

export const ArchivedGroup = z.object({
  name: requiredText(groupName.max),
  description: optionalText(groupDescription.max).nullish(),
  madeAt: orNull(at).catch(null),
  // In no list, and nobody has agreed to an overview.
  settings: SettingsUpdate.omit({ listed: true, overview: true })
    .extend({ quietHours: QuietHours.nullable().catch(null).default(null) }).strip().optional().catch(undefined),
});
export type ArchivedGroup = z.infer<typeof ArchivedGroup>;

export const ArchivedMember = z.object({
  username: by,
  name: orNull(rawText(fullName.max).pipe(z.string().max(fullName.max))),
  role: z.enum(["creator", "organizer", "member"]),
  joinedAt: at,
});
export type ArchivedMember = z.infer<typeof ArchivedMember>;

export const ArchivedReaction = z.object({ emoji: Emoji, by: many(groups.members) });

export const ArchivedMessage = z.object({
  number: z.int().min(1),
  by,
  at,
  text: text(messageLimits.max).pipe(z.string().max(messageLimits.max)),
  editedAt: orNull(at),
  pinnedAt: orNull(at),
  inReplyTo: orNull(z.int().min(1)),
  about: orNull(z.object({ bookId: id, page })),
  files: few(messageLimits.files, z.string().max(300)).default([]),
  reactions: many(messageLimits.reactions),
}).refine(({ text, files }) => files.length > 0 || hasVisible(text));
export type ArchivedMessage = z.infer<typeof ArchivedMessage>;

export const ArchivedBook = z.object({
  bookId: id,
  title: NewBook.shape.title,
  author: NewBook.shape.author,
  isbn: NewBook.shape.isbn,
  pageCount: z.int().min(1).max(bookLimits.pages),
  copyPages: z.int().min(1).max(bookLimits.pages).optional(),
  addedAt: at,
  addedBy: orNull(by),
  interestedBy: many(groups.members),
  state: z.enum(bookStates).default("now"),
  position: z.int().min(0).max(bookLimits.places).catch(0),
  plan: orNull(z.object({ from: z.unknown(), to: z.unknown(), daysOfTheWeek: z.unknown() }))
    .transform((plan) => plan && { startsAt: plan.from, targetAt: plan.to, days: plan.daysOfTheWeek })
    .pipe(NewPlan.nullable()).catch(null),
  chapters: Chapters.catch([]),
});
export type ArchivedBook = z.infer<typeof ArchivedBook>;

export const ArchivedNoteAnswer = z.object({ by, text: Answer.shape.content, at });
export const ArchivedAnswer = ArchivedNoteAnswer.extend({ updatedAt: at });

export const ArchivedNote = z.object({
  bookId: id,
  page,
  by,
  text: NewNote.shape.content.refine(hasVisible),
  updatedAt: at,
  answers: many(noteLimits.answers),
});
export type ArchivedNote = z.infer<typeof ArchivedNote>;

export const ArchivedQuestion = z.object({
  bookId: id,
  page,
  by,
  at,
  question: NewQuestion.shape.question,
  answers: many(groups.members),
});
export type ArchivedQuestion = z.infer<typeof ArchivedQuestion>;

export const ArchivedReview = z.object({ bookId: id, by, createdAt: at, updatedAt: at }).and(NewReview);
export type ArchivedReview = z.infer<typeof ArchivedReview>;

const option = z.object({ text: requiredText(bookLimits.title), bookId: orNull(id), votes: orNull(count) });
export const ArchivedBallot = z.object({ by, options: few(polls.options.max, z.int().min(1).max(polls.options.max)) });

/** Of a secret one, and of one that is open, what nobody sees yet is not there. */
export const ArchivedPoll = z.object({
  question: requiredText(polls.question),
  kind: z.enum(pollKinds),
  secret: z.boolean(),
  by: orNull(by),
  at,
  closesAt: orNull(at),
  closedAt: orNull(at),
  winner: orNull(z.string().max(4 * bookLimits.title)),
  /** Its number, from 1, which older archives do not have. */
  winnerOption: orNull(z.int().min(1).max(polls.options.max)).catch(null),
  message: orNull(z.int().min(1)),
  options: few(polls.options.max, option).refine(({ length }) => length >= polls.options.min),
  ballots: orNull(many(groups.members)),
});
export type ArchivedPoll = z.infer<typeof ArchivedPoll>;

export const ArchivedDate = z.object({
  date: at,
  startsAt: at,
  endsAt: at,
  place: NewMeeting.shape.place,
  url: NewMeeting.shape.url,
  bookId: NewMeeting.shape.bookId,
  upTo: NewMeeting.shape.upTo,
  cancelledAt: orNull(at),
}).refine((date) => wrongIn(date).length === 0 && Math.abs(date.startsAt - date.date) <= meetings.moved);

export const ArchivedMeeting = NewMeeting.and(z.object({
  /** Of a series: its dates are counted from it. */
  firstStartsAt: orNull(at).catch(null),
  cancelledAt: orNull(at),
  coming: many(groups.members),
  dates: many(meetings.changed.each),
}));
export type ArchivedMeeting = z.infer<typeof ArchivedMeeting>;

export const ImportedGroup = z.strictObject({
  group: Group,
  people: count.describe("How many accounts were made."),
  messages: count,
  books: count,
  leftOut: count.describe("Rows and files that are hidden, wrong, too large or too many."),
});
export type ImportedGroup = z.infer<typeof ImportedGroup>;

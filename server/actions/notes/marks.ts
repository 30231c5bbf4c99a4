import { v5, v7 as uuid } from "uuid";
import type { z } from "zod";
import { rowSize } from "../../../db/account/storage.ts";
import { findReadyText, type TextRow } from "../../../db/books/texts.ts";
import * as marks from "../../../db/notes/marks.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { bytesIn, noRoom, requireRoom } from "../account/storage.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";
import { takeBackNews } from "../notices/news.ts";
import { noticesRemoved } from "../notices/notify.ts";
import { notifyOfMarkAnswer, notifyOfSharedMark } from "../notices/reading_notices.ts";
import { wordsBetween } from "./marked_words.ts";
import { textPaths } from "../../contract/books/text_paths.ts";
import { offsetAt, placeAtPosition, positionAtPlace, scaleOf } from "../../contract/books/text_places.ts";
import { textTexts } from "../../contract/books/text_texts.ts";
import {
  Highlight,
  type Highlights,
  type HighlightsQuery,
  HighlightUpdate,
  NewHighlight,
} from "../../contract/notes/highlight_shapes.ts";
import { mark as limits } from "../../contract/notes/limits.ts";
import { markServerTexts } from "../../contract/notes/mark_server_texts.ts";
import { markTexts } from "../../contract/notes/mark_texts.ts";
import { notePaths } from "../../contract/notes/paths.ts";
import { NewNoteAnswer, NoteAnswer } from "../../contract/notes/shapes.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, bookNotFound, found, NotFound } from "../../errors.ts";
import { operation, type SentForm } from "../../operation.ts";
import { withForm } from "../../writing/mod.ts";

const markNotFound = () => new NotFound(markTexts.notFound, "highlight_not_found");

interface MarksAsked extends z.infer<typeof HighlightsQuery> {
  /** Where they are not those of a page of the list. */
  limit?: number;
  /** The caller's own that are not found in the text, and no others. */
  isLost?: boolean;
  /** None of the caller's own. */
  isByOthers?: boolean;
}

/** A book with its text, once it is read in, as they have been looked up. */
interface KnownBook {
  reader: Reader;
  text: TextRow | undefined;
}

const hashOf = ({ text }: KnownBook) => text?.hash ?? "";
const reachedPlaceIn = ({ reader, text }: KnownBook) => text ? placeAtPosition(scaleOf(text), reader.reached) : 0;

/** Those of a part of a book, or of all of it, that its reader may see. */
export async function listMarksOf(
  { db }: Deps,
  user: User,
  { from, to, limit = limits.page, ...asked }: MarksAsked,
  book: KnownBook,
): Promise<Omit<Highlights, "ahead">> {
  const { reader: { bookId }, text } = book;
  const reachedPlace = reachedPlaceIn(book);
  const isWhole = from === undefined && to === undefined || !text;
  const within = isWhole ? undefined : { from: from ?? 0, to: to ?? beyondEnd, characters: text.characters };
  const part = { bookId, hash: hashOf(book), reachedPlace, within, limit, ...asked };
  const { marks: highlights, hasMore } = await marks.listMarks(db, user.id, part);
  const end = text && offsetAt(text.characters, reachedPlace);
  const upToHere = (mark: Highlight): Highlight => {
    if (!end || mark.user.id === user.id) return mark;
    const suffix = mark.quote.suffix.slice(0, Math.max(0, end - offsetAt(text.characters, mark.to))).toWellFormed();
    return { ...mark, quote: { ...mark.quote, suffix } };
  };
  return { highlights: highlights.map(upToHere), hasMore };
}

export async function listMarks(
  deps: Deps,
  user: User,
  { bookId, ...asked }: MarksAsked & { bookId: string },
): Promise<Highlights> {
  const { db } = deps;
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  const book = { reader, text: await findReadyText(db, user.id, bookId) };
  const [listed, ahead] = await Promise.all([
    listMarksOf(deps, user, asked, book),
    marks.countMarksAhead(db, user.id, { bookId, hash: hashOf(book), reachedPlace: reachedPlaceIn(book) }),
  ]);
  return { ...listed, ahead };
}

/** Nothing begins here. */
const beyondEnd = 2_000_000_000;

const path = "/group/:id/books/:bookId/read/highlights";

type Marking = SentForm<typeof path>;

const toText = ({ params: { id, bookId }, fields: { at } }: SentForm<typeof path>, mark?: Highlight): string =>
  textPaths.read(id, bookId, mark?.from ?? (/^\d{1,10}$/.test(at ?? "") ? Number(at) : undefined));

export const addMark = operation({
  call: "POST /books/:bookId/highlights",
  summary: "Marks words of the text of a book, which are taken from the text; for the group too, where it is shared",
  access: "member",
  takes: NewHighlight,
  gives: { highlight: Highlight },
  status: 201,
  says: markTexts.added,
  fails: {
    400: ["invalid_range", "too_many_highlights"],
    403: notOpen,
    404: ["book_not_found", "text_not_found"],
    413: ["account_full"],
  },
  form: {
    path,
    read: ({ fields: { formKey, at: _, until: __, ...fields } }: Marking) => ({ ...fields, clientId: formKey }),
    params: ({ params: { bookId } }) => ({ bookId }),
    to: (sent, answer) => toText(sent, answer?.highlight),
  },
  async run({ deps, user, params: { bookId } }, { from, to, color = "yellow", note = "", shared = false, clientId }) {
    const { db, clock, limiter, config: { accountQuota: quota } } = deps;
    const reader = found(await findReader(db, user.id, bookId), bookNotFound);
    const text = await findReadyText(db, user.id, bookId);
    if (!text) throw new NotFound(textTexts.notFound, "text_not_found");
    if (shared) await limiter.take("talk", user.id);
    const words = await wordsBetween(db, text, { from, to });
    const id = clientId ? v5(JSON.stringify([user.id, bookId, from, to]), clientId) : uuid();
    const draft = { ...words, id, bookId, color, note, form: withForm(note).form, shared, quota };
    const added = await marks.insertMark(db, user.id, draft, clock());
    if (!added && shared) await requireOpen(deps, user, reader.groupId);
    if (!added) await requireRoom(deps, user, rowSize.text + bytesIn(words.exact) + bytesIn(note));
    if (!added) throw new BadRequest(markServerTexts.tooMany, "too_many_highlights");
    if (added.isNew && added.mark.shared) {
      await notifyOfSharedMark(deps, user, { book: reader, mark: placed(added.mark, text) });
    }
    return { highlight: added.mark };
  },
});

const placed = ({ id, from, to }: Highlight, text: TextRow) => ({
  id,
  from,
  position: positionAtPlace(scaleOf(text), to),
});

const onePath = `${path}/:markId` as const;

const ofMark = ({ params: { markId } }: SentForm<typeof onePath>) => ({ markId });

export const changeMark = operation({
  call: "PUT /highlights/:markId",
  summary: "Changes a highlight of the caller's, shares it with the group, or takes it back; what is left out stays",
  access: "owner",
  guests: true,
  takes: HighlightUpdate,
  gives: { highlight: Highlight },
  says: markTexts.changed,
  fails: {
    400: ["invalid_range"],
    403: notOpen,
    404: ["highlight_not_found", "text_not_found"],
    413: ["account_full"],
  },
  form: {
    path: onePath,
    read: ({ fields: { at: _, ...fields } }) => fields,
    params: ofMark,
    to: (sent, answer) => toText(sent, answer?.highlight),
  },
  async run({ deps, user, params: { markId: id } }, { from, to, ...change }) {
    const { db, clock, limiter, config: { accountQuota: quota } } = deps;
    const own = found(await marks.findOwnMark(db, user.id, id), markNotFound);
    const isMoved = from !== undefined || to !== undefined;
    const text = isMoved || change.shared ? await findReadyText(db, user.id, own.bookId) : undefined;
    if (isMoved && !text) throw new NotFound(textTexts.notFound, "text_not_found");
    const words = isMoved ? await wordsBetween(db, text!, { from: from ?? own.from, to: to ?? own.to }) : undefined;
    if (change.shared && !own.isShared) await limiter.take("talk", user.id);
    const { form } = withForm(change.note ?? "");
    const changed = found(
      await marks.updateMark(db, user.id, { id, words, ...change, form, quota }, clock()),
      markNotFound,
    );
    const { before, mark } = changed;
    if (!mark && change.shared) await requireOpen(deps, user, before.groupId);
    if (!mark) throw await noRoom(deps, user);
    if (mark.shared && !before.isShared && text) {
      await notifyOfSharedMark(deps, user, { book: before, mark: placed(mark, text) });
    }
    if (!mark.shared && before.isShared) await takeBackShared(deps, user, { ...before, id });
    return { highlight: mark };
  },
});

const takeBackShared = (deps: Deps, user: User, of: { groupId: string; bookId: string; id: string }) =>
  takeBackNews(deps, {
    kind: "sharedNote",
    subject: of.bookId,
    by: user.id,
    url: notePaths.markAt(of.groupId, of.bookId, of.id),
  });

export const removeMark = operation({
  call: "DELETE /highlights/:markId",
  summary: "Removes a highlight of the caller's, with the answers to it",
  access: "owner",
  guests: true,
  says: markTexts.removed,
  fails: { 404: ["highlight_not_found"] },
  form: [
    { path: `${onePath}/remove`, params: ofMark, to: (sent) => toText(sent) },
    { path: "/notes/highlights/:markId/remove", to: () => notePaths.ownNotes },
  ],
  async run({ deps, user, params: { markId: id } }) {
    const removed = found(await marks.deleteMark(deps.db, user.id, id), markNotFound);
    await noticesRemoved(deps, [{ userId: user.id }]);
    if (removed.isShared) await takeBackShared(deps, user, { ...removed, id });
  },
});

const answersPath = `${onePath}/answers` as const;

export const answerMark = operation({
  call: "POST /highlights/:markId/answers",
  summary: "Answers a shared highlight, whose writer is notified",
  access: "member",
  takes: NewNoteAnswer,
  gives: { answer: NoteAnswer },
  status: 201,
  limit: "talk",
  says: noteTexts.answered,
  fails: { 400: ["too_many_answers"], 403: notOpen, 404: ["highlight_not_found"], 413: ["account_full"] },
  form: {
    path: answersPath,
    read: ({ fields: { formKey, at: _, ...fields } }) => ({ ...fields, clientId: formKey }),
    params: ofMark,
    to: ({ params: { id, bookId, markId } }) => notePaths.markAt(id, bookId, markId),
  },
  async run({ deps, user, params: { markId } }, { content, clientId }) {
    const { db, config: { accountQuota: quota }, clock } = deps;
    const mark = await answerable(deps, user, markId);
    const id = clientId ? v5(JSON.stringify([user.id, markId, content]), clientId) : uuid();
    const added = await marks.insertMarkAnswer(
      db,
      user.id,
      { id, markId, ...withForm(content), quota },
      clock(),
    );
    if (!added) await requireOpen(deps, user, mark.groupId);
    if (!added) await requireRoom(deps, user, rowSize.text + bytesIn(content));
    if (!added) throw new BadRequest(noteTexts.tooManyAnswers, "too_many_answers");
    if (added.isNew) await notifyOfMarkAnswer(deps, user, { mark, markId, answerId: id });
    return { answer: added.answer };
  },
});

/** A highlight that this reader sees; its place alone. */
export async function findShownMark(
  deps: Deps,
  user: User,
  id: string,
): Promise<{ bookId: string; from: number } | undefined> {
  const own = await marks.findOwnMark(deps.db, user.id, id);
  return own ?? await answerable(deps, user, id).catch(unlessNotFound);
}

const unlessNotFound = (error: unknown): undefined => {
  if (!(error instanceof NotFound)) throw error;
};

/** Its reader has got there, or it is theirs. @throws NotFound otherwise */
async function answerable(deps: Deps, user: User, id: string): Promise<marks.AnswerableMark> {
  const mark = found(await marks.findSharedMark(deps.db, user.id, id), markNotFound);
  if (mark.userId === user.id) return mark;
  const text = found(await findReadyText(deps.db, user.id, mark.bookId), markNotFound);
  const { reached } = found(await findReader(deps.db, user.id, mark.bookId), markNotFound);
  if (mark.to > placeAtPosition(scaleOf(text), reached)) throw markNotFound();
  return mark;
}

export const removeMarkAnswer = operation({
  call: "DELETE /highlights/:markId/answers/:answerId",
  summary: "Removes an answer of the caller's, or to a highlight of theirs",
  access: "owner",
  guests: true,
  says: noteTexts.answerRemoved,
  fails: { 404: ["answer_not_found"] },
  form: {
    path: `${answersPath}/:answerId/remove`,
    params: ({ params: { markId, answerId } }) => ({ markId, answerId }),
    to: (sent) => toText(sent),
  },
  async run({ deps, user, params: { markId, answerId } }) {
    const writerId = await marks.deleteMarkAnswer(deps.db, user.id, { markId, id: answerId });
    if (writerId === undefined) throw new NotFound(noteTexts.answerNotFound, "answer_not_found");
    await noticesRemoved(deps, [{ userId: writerId }]);
  },
});

import type { Row } from "../../../db/account/export.ts";
import { listBooks } from "../../../db/books/books.ts";
import { findFile } from "../../../db/chat/files.ts";
import { listMessages } from "../../../db/chat/messages.ts";
import {
  type ArchivedPoll,
  type Ballot,
  type DatedName,
  listArchivedFiles,
  listArchivedMeetings,
  listArchivedMembers,
  listArchivedPolls,
  listBallotsByName,
  listComingByName,
  listInterestedByName,
  listUsernames,
} from "../../../db/groups/archive.ts";
import { findMeeting } from "../../../db/groups/meetings.ts";
import { findSettings } from "../../../db/groups/settings.ts";
import { listChapters } from "../../../db/reading/chapters.ts";
import { findPlan } from "../../../db/reading/plan.ts";
import { listAnswers } from "../../../db/reading/questions.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { listReviews } from "../../../db/reading/reviews.ts";
import { asJson, encoded, type Entry, freeName, storedBytes } from "../account/zip.ts";
import { listMarks } from "../notes/marks.ts";
import { listSharedNotes } from "../notes/shared_notes.ts";
import { listQuestions } from "../reading/questions.ts";
import type { Book } from "../../contract/books/shapes.ts";
import * as chatLimits from "../../contract/chat/limits.ts";
import type { Message } from "../../contract/chat/shapes.ts";
import { archiveTexts } from "../../contract/groups/archive_texts.ts";
import type { Highlight } from "../../contract/notes/highlight_shapes.ts";
import type { SharedNote } from "../../contract/notes/shapes.ts";
import type { User } from "../../contract/people/shapes.ts";
import { question as questionLimits } from "../../contract/reading/limits.ts";
import { chaptersInCopy, copyOf } from "../../contract/reading/positions.ts";
import type { Question } from "../../contract/reading/shapes.ts";
import type { Deps } from "../../deps.ts";

interface ArchivedGroup {
  id: string;
  name: string;
  description: string | null;
  madeAt: string;
}

/** Rows that are read at a time. */
const part = 50;

/** What the organizer may see, and nothing about pages ahead of them. */
export async function* archiveOf(deps: Deps, user: User, group: ArchivedGroup): AsyncGenerator<Entry> {
  const { db, clock } = deps;
  const lastModified = new Date(clock());
  const entry = (name: string, rows: AsyncGenerator<Row[]>): Entry => (
    { name, lastModified, input: encoded(asJson(rows)) }
  );
  yield { name: "README.txt", lastModified, input: archiveTexts.readMe(group.name, lastModified.toISOString()) };
  const settings = (await findSettings(db, user.id, group.id))?.settings;
  yield { name: "group.json", lastModified, input: JSON.stringify({ ...group, settings }, null, 2) };
  yield entry("members.json", membersOf(db, user, group.id));
  const messages = { groupId: group.id, until: 0 };
  yield entry("messages.json", messagesOf(db, user, messages));
  yield* filesOf(db, user, messages);
  const books = await listBooks(db, user.id, { groupId: group.id }) ?? [];
  yield entry("shelf.json", shelfOf(db, user, books));
  yield entry("notes.json", notesOf(deps, user, books));
  yield entry("highlights.json", highlightsOf(deps, user, books));
  yield entry("questions.json", questionsOf(deps, user, books));
  yield entry("reviews.json", reviewsOf(db, user, books));
  yield entry("polls.json", pollsOf(deps, user, group.id));
  yield entry("meetings.json", meetingsOf(deps, user, group.id));
}

type Db = Deps["db"];

/** @param read answers those after the last of the page before */
async function* pagesOf<R>(read: (last?: R) => Promise<R[]>): AsyncGenerator<R[]> {
  for (let page: R[] = [];;) {
    page = await read(page.at(-1));
    yield page;
    if (page.length < part) return;
  }
}

const allOf = async <R>(read: (last?: R) => Promise<R[]>): Promise<R[]> =>
  (await Array.fromAsync(pagesOf(read))).flat();

async function* membersOf(db: Db, user: User, groupId: string): AsyncGenerator<Row[]> {
  type Member = Awaited<ReturnType<typeof listArchivedMembers>>[number];
  const members = pagesOf<Member>((last) =>
    listArchivedMembers(db, user.id, { groupId, after: last?.id ?? "", limit: part })
  );
  for await (const page of members) yield page.map(({ id: _, ...row }) => row);
}

interface Messages {
  groupId: string;
  /** The number of the last one that is in the archive. */
  until: number;
}

async function* messagesOf(db: Db, user: User, messages: Messages): AsyncGenerator<Row[]> {
  for (let hasMore = true; hasMore;) {
    const page = await listMessages(db, user.id, messages.groupId, { after: messages.until, limit: part });
    if (!page?.messages.length) return;
    const written = page.messages.filter(({ deletedAt }) => deletedAt === null);
    const ids = written.flatMap(({ reactions }) => reactions.flatMap(({ userIds }) => userIds));
    const names = await listUsernames(db, user.id, { groupId: messages.groupId, ids: [...new Set(ids)] });
    yield written.map((message) => asRow(message, names));
    messages.until = page.messages.at(-1)!.seq;
    ({ hasMore } = page);
  }
}

/** Read again: a row of each until all messages are written would take much memory. */
async function* filesOf(db: Db, user: User, { groupId, until }: Messages): AsyncGenerator<Entry> {
  for (let after = 0; after < until; after += part) {
    const messages = await listArchivedFiles(db, user.id, { groupId, after, until: Math.min(after + part, until) });
    for (const { seq, at, files } of messages) {
      for (const { id, path } of pathsOf(seq, files)) {
        const file = await findFile(db, user.id, id);
        if (!file) continue;
        const chunks = Math.ceil(file.size / chatLimits.fileChunk);
        yield { name: path, lastModified: new Date(at), input: storedBytes(db, { id, chunks }) };
      }
    }
  }
}

function pathsOf(seq: number, files: { id: string; name: string }[]): { id: string; path: string }[] {
  const used = new Map<string, number>();
  return files.map(({ id, name }) => ({ id, path: `files/${seq}/${freeName(name, used)}` }));
}

function asRow(message: Message, names: Map<string, string>): Row {
  const { seq, username, timestamp, content, editedAt, pinnedAt, replyTo, anchor, reactions, veiled } = message;
  return {
    number: seq,
    by: username,
    at: timestamp,
    text: veiled ? null : content,
    ...veiled && { hidden: true },
    editedAt,
    pinnedAt,
    inReplyTo: replyTo?.seq ?? null,
    about: anchor,
    reactions: reactions.map(({ emoji, userIds }) => (
      { emoji, count: userIds.length, by: userIds.map((id) => names.get(id)) }
    )),
    files: pathsOf(seq, message.files).map(({ path }) => path),
  };
}

async function* shelfOf(db: Db, user: User, books: Book[]): AsyncGenerator<Row[]> {
  for (const book of books) {
    const { id, title, author, isbn, pageCount, createdAt, state, position } = book;
    const [plan, chapters, interested] = await Promise.all([
      findPlan(db, user.id, id),
      listChapters(db, user.id, id),
      allOf<DatedName>((after) => listInterestedByName(db, user.id, { bookId: id, after, limit: part })),
    ]);
    yield [{
      bookId: id,
      title,
      author,
      isbn,
      pageCount,
      addedAt: createdAt,
      addedBy: book.user?.username ?? null,
      state,
      position,
      interested: interested.length,
      interestedBy: interested.map(({ name }) => name),
      copyPages: copyOf(book).pageCount,
      plan: plan ? { from: plan.startsOn, to: plan.targetOn, daysOfTheWeek: plan.days } : null,
      chapters: chaptersInCopy(book, chapters),
    }];
  }
}

async function* notesOf(deps: Deps, user: User, books: Book[]): AsyncGenerator<Row[]> {
  for (const { id: bookId } of books) {
    for (let before: string | undefined, hasMore = true; hasMore;) {
      const reader = await findReader(deps.db, user.id, bookId);
      if (!reader) break;
      const page = await listSharedNotes(deps, user, { bookId, before, reader });
      yield page.notes.map((note) => noteRow(bookId, note));
      before = page.notes.at(-1)?.id;
      ({ hasMore } = page);
      if (!hasMore && page.ahead > 0) yield [{ bookId, hidden: true, count: page.ahead }];
    }
  }
}

const noteRow = (bookId: string, { pageNumber, chapter, content, user, updatedAt, answers }: SharedNote): Row => ({
  bookId,
  page: pageNumber,
  chapter,
  by: user.username,
  text: content,
  updatedAt,
  answers: answers.map(({ content, user, createdAt }) => ({ by: user.username, text: content, at: createdAt })),
});

/** What is shared, as notes are; not what the organizer has marked for themself alone. */
async function* highlightsOf(deps: Deps, user: User, books: Book[]): AsyncGenerator<Row[]> {
  for (const { id: bookId } of books) {
    for (let after: string | undefined, hasMore = true; hasMore;) {
      if (!await findReader(deps.db, user.id, bookId)) break;
      const page = await listMarks(deps, user, { bookId, after });
      const shared = page.highlights.filter((mark) => mark.shared);
      yield shared.map((mark) => highlightRow(bookId, mark));
      after = page.highlights.at(-1)?.id;
      ({ hasMore } = page);
      if (!hasMore && page.ahead > 0) yield [{ bookId, hidden: true, count: page.ahead }];
    }
  }
}

const highlightRow = (
  bookId: string,
  { from, to, quote, color, note, user, createdAt, lost, answers }: Highlight,
): Row => ({
  bookId,
  from,
  to,
  quote: quote.exact,
  color,
  by: user.username,
  text: note,
  at: createdAt,
  notFound: lost,
  answers: answers.map(({ content, user, createdAt }) => ({ by: user.username, text: content, at: createdAt })),
});

async function* questionsOf(deps: Deps, user: User, books: Book[]): AsyncGenerator<Row[]> {
  for (const { id: bookId } of books) {
    for (let after: string | undefined, hasMore = true; hasMore;) {
      const reader = await findReader(deps.db, user.id, bookId);
      if (!reader) break;
      const page = await listQuestions(deps, user, { bookId, after, reader });
      for (const question of page.questions) yield [await questionRow(deps.db, user, { bookId, question })];
      after = page.questions.at(-1)?.id;
      ({ hasMore } = page);
    }
  }
}

async function questionRow(
  db: Db,
  viewer: User,
  { bookId, question: { id, page, chapter, question, user, createdAt, answered, mine, reached, veiled } }: {
    bookId: string;
    question: Question;
  },
): Promise<Row> {
  const answers = mine !== null && reached ? await answersTo(db, viewer, id) : null;
  return {
    bookId,
    page,
    chapter,
    by: user.username,
    at: createdAt,
    question: veiled ? null : question,
    ...veiled && { hidden: true },
    ...answers ? { answers } : { answered },
  };
}

/** At most one for each member of the group. */
async function answersTo(db: Db, viewer: User, questionId: string): Promise<Row[]> {
  const all: Row[] = [];
  let after: string | undefined;
  while (true) {
    const found = await listAnswers(db, viewer.id, { questionId, after });
    const page = found.slice(0, questionLimits.page);
    all.push(...page.map(({ content, user, createdAt, updatedAt }) => (
      { by: user.username, text: content, at: createdAt, updatedAt }
    )));
    if (found.length <= page.length) return all;
    after = page.at(-1)!.id;
  }
}

/** To an organizer who has finished a book; of the others there are none. */
async function* reviewsOf(db: Db, user: User, books: Book[]): AsyncGenerator<Row[]> {
  for (const { id: bookId } of books) {
    for (let before: string | undefined, hasMore = true; hasMore;) {
      const page = await listReviews(db, user.id, { bookId, before });
      yield page.reviews.map(({ user, ...review }) => ({ bookId, by: user.username, ...review }));
      before = page.reviews.at(-1)?.user.id;
      ({ hasMore } = page);
    }
  }
}

async function* pollsOf({ db, clock }: Deps, user: User, groupId: string): AsyncGenerator<Row[]> {
  const now = clock();
  const polls = pagesOf<ArchivedPoll>((last) =>
    listArchivedPolls(db, user.id, { groupId, after: last?.id ?? "", limit: part }, now)
  );
  for await (const page of polls) {
    for (const { id, ...poll } of page) {
      const ballots = poll.secret
        ? null
        : await allOf<Ballot>((last) =>
          listBallotsByName(db, user.id, { pollId: id, after: last?.id ?? "", limit: part }, now)
        );
      yield [{ ...poll, ballots: ballots?.map(({ by, options }) => ({ by, options })) ?? null }];
    }
  }
}

async function* meetingsOf({ db, clock }: Deps, user: User, groupId: string): AsyncGenerator<Row[]> {
  const meetings = pagesOf<Awaited<ReturnType<typeof listArchivedMeetings>>[number]>((last) =>
    listArchivedMeetings(db, user.id, { groupId, after: last?.id ?? "", limit: part })
  );
  for await (const page of meetings) {
    for (const { id, firstStartsAt } of page) {
      const meeting = await findMeeting(db, user.id, { id }, clock());
      if (!meeting) continue;
      const { id: _, groupId: __, mine: ___, mayChange: ____, sequence: _____, date, series, ...row } = meeting;
      const coming = await allOf<DatedName>((after) => listComingByName(db, user.id, { id, date, after, limit: part }));
      const first = row.repeats === null ? {} : { firstStartsAt };
      yield [{ ...row, ...series, ...first, coming: coming.map(({ name }) => name) }];
    }
  }
}

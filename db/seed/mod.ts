import { count } from "drizzle-orm";
import { ownPages, positionOf } from "../../server/contract/reading/positions.ts";
import type { Written } from "../../server/contract/site/written_shapes.ts";
import type { Db, Statement } from "../engine/client.ts";
import {
  answers,
  books,
  chapters,
  editions,
  friendships,
  groups,
  members,
  messages,
  noteAnswers,
  notes,
  plans,
  progress,
  questions,
  readerSettings,
  users,
} from "../schema.ts";
import { formJson } from "../site/forms.ts";
import { insertText, type SeededText } from "./text.ts";
import { type DemoReading, friends, groups as demoGroups, people, requests } from "./demo.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

export const emailOf = (username: string): string => `${username}@example.org`;

export const usernames: string[] = Object.keys(people);

export async function countUsers(db: Db): Promise<number> {
  const [{ all }] = await db.q.select({ all: count() }).from(users);
  return all;
}

interface Demo extends Pick<Seeding, "withForm"> {
  passwordHash: string;
  now: number;
  /** That of the gothic readers' second book, where it is read in. */
  text?: SeededText;
}

/** Existing rows are not changed. @throws LibsqlError when another account has one of their names */
export async function seedDemo(db: Db, { passwordHash, now, text, withForm }: Demo): Promise<void> {
  await db.write([
    insertPeople(db, passwordHash, now),
    db.q.insert(friendships).values(friendshipRows(now)).onConflictDoNothing(),
    ...Object.keys(demoGroups).flatMap((key) => insertGroup(db, key, { id: groupId(key), personId, now, withForm })),
    ...text ? insertText(db, text, { ...bookOfText(groupId("gothic")), personId, now }) : [],
  ] as [Statement, ...Statement[]]);
}

export const personId = (username: string): string => `demo-${username}`;

export const groupId = (key: string): string => `demo-${key}`;

/** What differs between copies of the demo's group: its id, the ids of its members, and the time. */
interface Seeding {
  id: string;
  personId: (username: string) => string;
  /** Of messages and notes, where they are to have one. */
  withForm?: (content: string, options: { tables: boolean }) => Written;
  now: number;
}

const guideId = (username: string): string => `guide-${username}`;

/** The gothic readers' second book. */
const bookOfText = (groupId: string) => ({
  bookId: `${groupId}-book-2`,
  pageCount: demoGroups.gothic.books[1].pageCount,
});

interface Guest {
  id: string;
  groupId: string;
  now: number;
  text?: SeededText;
}

/** A guest's group of their own, whose other members are fictitious: nobody can log in as one of them. */
export function insertGuestGroup(db: Db, guest: Guest): Statement[] {
  const { groupId: id, now, text } = guest;
  const { members: names, books: [{ pageCount }], talk } = demoGroups.gothic;
  const guides = names.map((name) => ({
    ...people[name],
    id: guideId(name),
    // No account can be registered with a tilde in its username.
    username: `~${name}`,
    email: null,
    passwordHash: "",
    createdAt: now,
    guestUntil: forEver,
  }));
  const currentPage = 104;
  const position = positionOf(ownPages(pageCount), currentPage);
  return [
    db.q.insert(users).values(guides).onConflictDoNothing(),
    ...insertGroup(db, "gothic", { id, personId: guideId, now }),
    db.q.insert(members).values({ groupId: id, userId: guest.id, joinedAt: now, lastReadSeq: messageCount(talk) }),
    db.q.insert(progress).values({
      bookId: `${id}-book-1`,
      userId: guest.id,
      currentPage,
      readAt: now,
      position,
      reached: position,
    }),
    ...text ? insertText(db, text, { ...bookOfText(id), personId: guideId, now, guestId: guest.id }) : [],
  ];
}

/** The last millisecond that a date can have. */
const forEver = 8.64e15;

function insertPeople(db: Db, passwordHash: string, now: number): Statement {
  const createdAt = now - 60 * day;
  const rows = Object.entries(people).map(([username, person]) => ({
    ...person,
    id: personId(username),
    username,
    email: emailOf(username),
    passwordHash,
    verifiedAt: createdAt,
    createdAt,
  }));
  return db.q.insert(users).values(rows).onConflictDoNothing();
}

const friendshipRows = (now: number) =>
  [...friends.map((pair) => [...pair, true]), ...requests].map(([asker, asked, accepted]) => {
    const [userA, userB] = [personId(asker as string), personId(asked as string)].sort();
    const createdAt = now - 30 * day;
    const acceptedAt = accepted ? createdAt + day : null;
    return { userA, userB, id: `${userA}-${userB}`, requestedBy: personId(asker as string), createdAt, acceptedAt };
  });

function insertGroup(db: Db, key: string, seeding: Seeding): Statement[] {
  const { groupName, description, members: names, books, talk } = demoGroups[key];
  const { id, personId, now } = seeding;
  const createdAt = now - 50 * day;
  const bookRows = books.map((book, at) => ({ ...book, id: `${id}-book-${at + 1}`, groupId: id }));
  const row = { id, groupName, description, createdBy: personId(names[0]), createdAt, activeAt: now };
  const memberRows = names.map((name, at) => ({
    groupId: id,
    userId: personId(name),
    joinedAt: createdAt + at * minute,
    lastReadSeq: messageCount(talk) - 2 * (at % 3),
  }));
  return [
    db.q.insert(groups).values(row).onConflictDoNothing(),
    db.q.insert(members).values(memberRows).onConflictDoNothing(),
    ...bookRows.flatMap((book) => insertBook(db, book, seeding)),
    db.q.insert(messages).values(messageRows(talk, bookRows[0], seeding)).onConflictDoNothing(),
  ];
}

const messageCount = (talk: string): number => talk.trim().split("\n").length;

const messageRows = (
  talk: string,
  { groupId, id: bookId, pageCount }: BookToSeed,
  { personId, now, withForm }: Seeding,
) =>
  talk.trim().split("\n").map((line, at, { length }) => {
    const [, username, page, content] = /^(\w+)(?:, page (\d+))?: (.*)$/.exec(line)!;
    const createdAt = now - (length - at) * 7 * minute;
    return {
      id: `${groupId}-message-${at + 1}`,
      groupId,
      seq: at + 1,
      rev: at + 1,
      userId: personId(username),
      content,
      form: formJson(withForm?.(content, { tables: false })),
      createdAt,
      anchorBookId: page ? bookId : null,
      anchorPosition: page ? positionOf(ownPages(pageCount), Number(page)) : null,
    };
  });

type BookToSeed = (typeof demoGroups)[string]["books"][number] & { id: string; groupId: string };

function insertBook(
  db: Db,
  { readers, notes: written = [], addedBy, together, ...book }: BookToSeed,
  seeding: Seeding,
): Statement[] {
  const { personId, now, withForm } = seeding;
  const of = (username: string) => ({ bookId: book.id, userId: personId(username) });
  const readerRows = Object.entries(readers).map(([name, currentPage]) => ({
    ...of(name),
    currentPage,
    readAt: now,
    position: positionOf(ownPages(book.pageCount), currentPage),
    reached: positionOf(ownPages(book.pageCount), currentPage),
    finishedAt: currentPage === book.pageCount ? now : null,
  }));
  const noteRows = written.map(([name, pageNumber, content]) => ({
    ...of(name),
    id: `${book.id}-note-${name}-${pageNumber}`,
    pageNumber,
    content,
    form: formJson(withForm?.(content, { tables: true })),
    updatedAt: now,
    sharedAt: together?.sharedNotes.some(({ by, page }) => by === name && page === pageNumber) ? now : null,
  }));
  const row = { ...book, language: "en", addedBy: personId(addedBy), createdAt: now - 45 * day };
  return [
    db.q.insert(books).values(row).onConflictDoNothing(),
    ...readerRows.length > 0 ? [db.q.insert(progress).values(readerRows).onConflictDoNothing()] : [],
    ...noteRows.length > 0 ? [db.q.insert(notes).values(noteRows).onConflictDoNothing()] : [],
    ...together ? insertTogether(db, { ...together, bookId: book.id, pageCount: book.pageCount }, seeding) : [],
  ];
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

interface ReadingToSeed extends DemoReading {
  bookId: string;
  pageCount: number;
}

function insertTogether(db: Db, reading: ReadingToSeed, seeding: Seeding): Statement[] {
  const { personId, now } = seeding;
  const { bookId, plan, audiobook } = reading;
  const startsAt = now - plan.daysAgo * day;
  const planRow = {
    bookId,
    startsOn: dateOf(startsAt),
    targetOn: dateOf(startsAt + plan.length * day),
    days: plan.days,
    createdBy: personId(plan.by),
    createdAt: startsAt,
  };
  const editionId = `${bookId}-audiobook`;
  const edition = { id: editionId, bookId, unit: "minutes" as const, pageCount: audiobook.minutes };
  const chapterRows = reading.chapters.map(([title, page], number) => ({ bookId, number, title, page }));
  const settingRows = reading.sharing.map((name) => ({
    bookId,
    userId: personId(name),
    editionId: audiobook.listeners.includes(name) ? editionId : null,
    sharesPage: true,
  }));
  return [
    db.q.insert(plans).values(planRow).onConflictDoNothing(),
    db.q.insert(chapters).values(chapterRows).onConflictDoNothing(),
    db.q.insert(editions).values(edition).onConflictDoNothing(),
    db.q.insert(readerSettings).values(settingRows).onConflictDoNothing(),
    db.q.insert(noteAnswers).values(noteAnswerRows(reading, seeding)).onConflictDoNothing(),
    db.q.insert(questions).values(questionRows(reading, seeding)).onConflictDoNothing(),
    db.q.insert(answers).values(answerRows(reading, seeding)).onConflictDoNothing(),
  ];
}

const noteAnswerRows = ({ bookId, sharedNotes }: ReadingToSeed, { personId, now: createdAt }: Seeding) =>
  sharedNotes.flatMap(({ by, page, answers }) =>
    answers.map(([name, content], at) => {
      const noteId = `${bookId}-note-${by}-${page}`;
      return { id: `${noteId}-answer-${at + 1}`, noteId, userId: personId(name), content, createdAt };
    })
  );

const questionId = (bookId: string, at: number): string => `${bookId}-question-${at + 1}`;

const questionRows = ({ bookId, pageCount, questions }: ReadingToSeed, { personId, now }: Seeding) =>
  questions.map(({ by, page, question }, at) => ({
    id: questionId(bookId, at),
    bookId,
    userId: personId(by),
    position: positionOf(ownPages(pageCount), page),
    question,
    createdAt: now - day,
  }));

const answerRows = ({ bookId, questions }: ReadingToSeed, { personId, now }: Seeding) =>
  questions.flatMap(({ answers }, at) =>
    answers.map(([name, content]) => ({
      questionId: questionId(bookId, at),
      userId: personId(name),
      content,
      firstContent: content,
      createdAt: now,
      updatedAt: now,
    }))
  );

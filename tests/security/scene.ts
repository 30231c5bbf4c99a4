/** Ada's group, with Grace and Nora in it, made anew for each question, and everyone's session. */
import { and, eq, getTableName, is, isNull, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { insertAddedPeople } from "../../db/account/added_people.ts";
import { insertLink } from "../../db/account/tokens.ts";
import { insertBlock } from "../../db/people/blocks.ts";
import { insertBook } from "../../db/books/books.ts";
import { removeBook } from "../../db/books/removal.ts";
import { insertPoll } from "../../db/groups/new_polls.ts";
import { endPoll, settlePoll } from "../../db/groups/poll_closing.ts";
import { setInterest } from "../../db/books/interests.ts";
import { saveToken } from "../../db/groups/calendars.ts";
import { insertMeeting } from "../../db/groups/new_meetings.ts";
import { insertRequest } from "../../db/groups/requests.ts";
import { saveInOverview, saveSettings } from "../../db/groups/settings.ts";
import { savePlan } from "../../db/reading/plan.ts";
import { startTimer } from "../../db/reading/timers.ts";
import { saveChapters } from "../../db/reading/chapters.ts";
import { setCopy } from "../../db/reading/copies.ts";
import { storePage } from "../../db/chat/link_previews.ts";
import { insertMessage } from "../../db/chat/new_messages.ts";
import type { Db } from "../../db/engine/client.ts";
import { appendChunk, claimSpace, finishFile } from "../../db/chat/files.ts";
import { insertCovers, storeCover } from "../../db/books/sources.ts";
import { acceptRequest, requestFriend } from "../../db/people/friends.ts";
import { saveInvitations } from "../../db/groups/invitations.ts";
import { insertLinkedAccount } from "../../db/account/credentials.ts";
import { insertInviteLink } from "../../db/groups/invite_links.ts";
import { insertGroup } from "../../db/groups/groups.ts";
import { insertMember } from "../../db/groups/members.ts";
import { startOperatorTerm } from "../../db/operator/people_and_groups.ts";
import { addReaction, setPinned } from "../../db/chat/message_changes.ts";
import { indexMessages } from "../../db/chat/message_search.ts";
import { saveMailSettings } from "../../db/notices/mail_settings.ts";
import { insertNotices } from "../../db/notices/notices.ts";
import { insertSubscription } from "../../db/notices/push.ts";
import * as tables from "../../db/schema.ts";
import { startSession } from "../../server/auth/sessions.ts";
import { hashToken, newInviteCode, newToken } from "../../server/auth/secrets.ts";
import { pngUrl } from "../media/pictures.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { person, store } from "../support/people.ts";
import { paragraphs, storeText } from "../support/texts.ts";

/** Of everybody. */
export const password = "Correct-horse-1";

/** Besides the four there are Ada's session that was logged out, and an expired one. */
export const roles = ["visitor", "Mallory", "Grace", "Ada", "logged out", "expired"] as const;
export type Role = (typeof roles)[number];

/** What the names in braces of examples stand for. */
export type Names = Record<string, string>;

/** With what stands for the names in braces, also where those are escaped. */
export const filled = (text: string, names: Names): string =>
  text.replace(/(?:\{|%7B)(\w+)(?:\}|%7D)/g, (braces, name) => names[name] ?? braces);

const cover = "c".repeat(32);
const linkPicture = "d".repeat(32);

export async function openScene(
  env: Record<string, string> = {},
  time?: () => number,
): Promise<{ app: TestApp; picture: string }> {
  const app = await startApp({
    clock: time,
    env: { OPERATORS: "olga@example.org", ORGANIZERS_ADD_PEOPLE: "true", ...env },
  });
  const { db, clock, passwords } = app.deps;
  const passwordHash = await passwords.hash(password);
  await store(db, ...["Ada", "Grace", "Mallory", "Nora", "Eve", "Olga"].map((name) => person(name, { passwordHash })));
  await startOperatorTerm(db, ["olga@example.org"], clock());
  const [named, ...more] = insertCovers(db, [{ key: cover, url: "https://example.org/cover" }], clock());
  await db.write([named, ...more]);
  await storeCover(db, cover, { bytes: new Uint8Array(1), now: clock() });
  const linked = { url: "https://example.org", site: "example.org", title: "Example" };
  const shown = { name: linkPicture, bytes: new Uint8Array(1) };
  await storePage(db, "e".repeat(32), { ...linked, picture: shown }, { now: clock() });
  const nora = { token: await startSession(app.deps, "nora") };
  const { body } = await app.call("PUT", "/users/profile", nora, { profileImage: await pngUrl("#557766") });
  return { app, picture: body.user.profileImage };
}

let count = 0;

/** A group, messages, a book, a friend request of Grace's to Ada, two friends of Nora's, and links that were mailed. */
export async function dress({ deps }: TestApp): Promise<Names> {
  const { db, clock } = deps;
  const now = clock();
  const n = `${++count}`;
  const names = {
    n,
    group: `group${n}`,
    book: `book${n}`,
    request: `request${n}`,
    message: `message${n}`,
    pinned: `pinned${n}`,
    note: `note${n}`,
    noteAnswer: `answer${n}`,
    question: `question${n}`,
    mark: `mark${n}`,
    markAnswer: `markanswer${n}`,
  };
  await db.write([db.q.delete(tables.reports), db.q.update(tables.users).set({ deletesAt: null, emailVisible: true })]);
  await db.write([
    db.q.delete(tables.groups),
    db.q.delete(tables.friendships),
    db.q.delete(tables.blocks),
    db.q.delete(tables.users).where(isNull(tables.users.verifiedAt)),
  ]);
  await insertGroup(db, "ada", { id: names.group, groupName: "Engine", description: null }, now);
  for (const userId of ["grace", "nora"]) await insertMember(db, "ada", { groupId: names.group, userId }, now);
  await insertBook(db, "ada", { ...book, id: names.book, groupId: names.group }, now);
  await savePlan(db, "ada", { ...plan, bookId: names.book }, now);
  await startTimer(db, "ada", { groupId: names.group, minutes: 25 }, now);
  await copies(deps, names);
  const organized = await organize(db, names, now);
  await talk(deps, names);
  // Their messages come behind those.
  const polls = await poll(db, names, now);
  await readTogether(db, names);
  await markText(db, names);
  await requestFriend(db, "grace", { id: names.request, receiverId: "ada" }, now);
  for (const id of ["ada", "grace"]) {
    await requestFriend(db, id, { id: `${n}${id}`, receiverId: "nora" }, now);
    await acceptRequest(db, "nora", `${n}${id}`, now);
  }
  return {
    ...names,
    cover,
    linkPicture,
    ...organized,
    ...polls,
    ...await uploads(db, names.group, now),
    ...await mailed(deps, n),
    ...await notified(deps, n),
    ...await listed(deps, n),
    session: await anotherSession(deps, n),
    ...await invited(db, names, now),
    ...await added(db, names, now),
    ...await blocking(deps, n),
    passkey: await keys(deps, n),
    identity: await elsewhere(deps, n),
    ...await operated(deps, n),
  };
}

const plannedMeeting = {
  title: "Part one",
  timeZone: "UTC",
  place: null,
  url: null,
  bookId: null,
  upTo: null,
  repeats: null,
};

/** Questions to the members, a change of the book's contents, a removed and a suggested book. */
async function organize(db: Db, { group: groupId, book: bookId, n }: Names, now: number): Promise<Names> {
  await saveSettings(db, "ada", groupId, { askToShare: true, overview: true, listed: true });
  await saveInOverview(db, "nora", { groupId, agreed: true }, now);
  const [{ id: change }] = await db.q.select({ id: tables.bookChanges.id }).from(tables.bookChanges)
    .where(and(eq(tables.bookChanges.bookId, bookId), eq(tables.bookChanges.kind, "contents")));
  const removed = `removed${n}`;
  await insertBook(db, "ada", { ...book, id: removed, groupId }, now);
  await removeBook(db, "ada", removed, now);
  const meeting = `meeting${n}`;
  await insertMeeting(
    db,
    "ada",
    { ...plannedMeeting, id: meeting, groupId, startsAt: now, endsAt: now + 3600_000 },
    now,
  );
  const weekly = `weekly${n}`;
  const [startsAt, endsAt] = [now + 3600_000, now + 7200_000];
  await insertMeeting(
    db,
    "ada",
    { ...plannedMeeting, id: weekly, groupId, startsAt, endsAt, repeats: "weekly" },
    now,
  );
  const dates = { weekly, date: new Date(startsAt).toISOString() };
  const calendar = `calendar${n}`;
  for (const userId of ["mallory", "grace"]) await saveToken(db, { userId, token: `${userId}${n}` }, now);
  await saveToken(db, { userId: "ada", token: calendar }, now);
  await insertRequest(db, "eve", { groupId, text: "I read that too" }, now);
  const suggested = `suggested${n}`;
  await insertBook(db, "ada", { ...book, id: suggested, groupId, state: "suggested" }, now);
  const wanted = `wanted${n}`;
  await insertBook(db, "ada", { ...book, id: wanted, groupId, state: "next" }, now);
  for (const userId of ["ada", "grace"]) await setInterest(db, userId, { bookId: wanted, isInterested: true }, now);
  return { change, removed, meeting, ...dates, calendar, suggested, wanted };
}

/** Two of Ada's: one that is open, and one whose winner is the book. */
async function poll(db: Db, { group: groupId, book: bookId, n }: Names, now: number): Promise<Names> {
  const [open, decided, option] = [`poll${n}`, `decided${n}`, `option${n}`];
  const asked = { groupId, question: "Next?", kind: "one" as const, isSecret: false, closesAt: null };
  const options = (id: string) => [{ id, bookId }, { id: `${id}b`, text: "None" }];
  await insertPoll(db, "ada", { ...asked, id: open, messageId: `${open} message`, options: options(option) }, now);
  await insertPoll(
    db,
    "ada",
    { ...asked, id: decided, messageId: `${decided} message`, options: options(`won${n}`) },
    now,
  );
  await endPoll(db, "ada", decided, now);
  await settlePoll(db, { id: decided, winner: `won${n}` });
  await db.write([db.q.update(tables.books).set({ state: "next" }).where(eq(tables.books.id, bookId))]);
  return { poll: open, decided, option };
}

/** A link of Ada's into the group, and invitations of Mallory and of somebody unknown. */
async function invited(db: Db, { group: groupId, n }: Names, now: number): Promise<Names> {
  const [invite, token] = [`invite${n}`, newToken()];
  const link = {
    id: invite,
    groupId,
    hash: hashToken(token),
    code: newInviteCode(),
    expiresAt: now + 3600_000,
    maxUses: null,
  };
  await insertInviteLink(db, "ada", link, now);
  const [invitation, mailed] = [`invitation${n}`, newToken()];
  const invitees = [
    { id: invitation, email: "mallory@example.org", hash: null },
    { id: `mailed${n}`, email: "unknown@example.org", hash: hashToken(mailed) },
  ];
  await saveInvitations(db, "ada", { groupId, invitees, expiresAt: now + 3600_000 }, now);
  return { invite, token, invitation, mailed };
}

/** Somebody without an email address, whose account was made for the group, and their card; and one with an address. */
async function added(db: Db, { group: groupId, n }: Names, now: number): Promise<Names> {
  const [pupil, card] = [`pupil${n}`, newToken()];
  const one = { id: pupil, username: pupil, email: null, fullName: `Pupil ${n}`, hash: hashToken(card) };
  const linked = `linked${n}`;
  const other = { ...one, id: linked, username: linked, email: `${linked}@example.org`, hash: hashToken(newToken()) };
  await insertAddedPeople(db, "ada", { people: [one, other], groupId, now, cardsUntil: now + 3600_000 });
  return { pupil, card, linked };
}

/** The id of a session of Ada's that is nobody's in the scene; its browser is sent notices. */
async function anotherSession({ db, clock }: TestApp["deps"], n: string): Promise<string> {
  const [id, hash] = [`session${n}`, hashToken(newToken())];
  await db.write([
    db.q.insert(tables.sessions).values({ hash, id, userId: "ada", createdAt: 1, expiresAt: clock() + 3600_000 }),
  ]);
  const browser = { endpoint: `https://push.example.org/${n}`, p256dh: "", auth: "", createdAt: clock() };
  await insertSubscription(db, { ...browser, userId: "ada", sessionHash: hash });
  return id;
}

/** Whom Ada has blocked: somebody new. */
async function blocking({ db, clock }: TestApp["deps"], n: string): Promise<Names> {
  const blocked = `late${n}`;
  await insertBlock(db, "ada", blocked, clock());
  return { blocked };
}

/** A passkey of Ada's, whose two-step codes are on. */
async function keys({ db }: TestApp["deps"], n: string): Promise<string> {
  const id = `passkey${n}`;
  const key = { id, userId: "ada", name: "Phone", publicKey: Buffer.from("key"), counter: 0, createdAt: 1 };
  const totp = { userId: "ada", secret: "ORSXG5A", createdAt: 1, confirmedAt: 1 };
  await db.write([
    db.q.delete(tables.passkeys),
    db.q.delete(tables.totps),
    db.q.delete(tables.tickets),
    db.q.insert(tables.passkeys).values({ ...key, transports: [] }),
    db.q.insert(tables.totps).values(totp),
  ]);
  return id;
}

/** An account of Ada's elsewhere. */
async function elsewhere({ db }: TestApp["deps"], n: string): Promise<string> {
  const subject = `identity${n}`;
  await db.write([
    db.q.delete(tables.identities),
    insertLinkedAccount(db, "ada", { issuer: "https://school.example", subject, now: 1 }),
  ]);
  return subject;
}

/** What operators deal with: two newcomers, one of them disabled, a report, a mail that waits, and an announcement. */
async function operated({ db, clock }: TestApp["deps"], n: string): Promise<Names> {
  const now = clock();
  const [newcomer, disabled, report, mail] = [`late${n}`, `disabled${n}`, `report${n}`, `mail${n}`];
  await store(db, person(`Disabled${n}`, { verifiedAt: null }));
  const about = { kind: "profile" as const, subjectId: newcomer, userId: newcomer, reason: "Spam" };
  const snapshot = { title: "Late", text: null, context: [] };
  const announcement = { text: "Hello", endsAt: now + 3600_000, createdAt: now };
  await db.write([
    db.q.update(tables.users).set({ disabledAt: now }).where(eq(tables.users.id, disabled)),
    db.q.insert(tables.totps).values({ userId: newcomer, secret: "ORSXG5A", createdAt: 1, confirmedAt: 1 }),
    db.q.insert(tables.reports).values({ ...about, id: report, reporterId: "grace", snapshot, createdAt: now }),
    db.q.insert(tables.mails).values({ ...letter, id: mail, createdAt: now, dueAt: now * 2 }),
    db.q.insert(tables.announcements).values({ id: 1, ...announcement })
      .onConflictDoUpdate({ target: tables.announcements.id, set: announcement }),
  ]);
  return { newcomer, disabled, report, mail };
}

const letter = { recipient: "x", subject: "", text: "", html: "" };

/** A book of Ada's own list. */
async function listed({ db, clock }: TestApp["deps"], n: string): Promise<Names> {
  const owned = `owned${n}`;
  const book = { title: "Sketch", key: owned, status: "to-read" as const };
  await db.write([db.q.insert(tables.readingList).values({ ...book, id: owned, userId: "ada", createdAt: clock() })]);
  return { owned };
}

/** Grace's copy of the book, and its table of contents. */
async function copies({ db }: TestApp["deps"], { book: bookId, n }: Names): Promise<void> {
  await setCopy(db, "grace", { bookId, copy: { id: `edition${n}`, unit: "minutes", pageCount: 66 } });
  await saveChapters(db, "ada", { bookId, given: [{ title: "One", page: 12 }] }, 1);
}

/** A notice of Ada's, a browser of hers that is sent them, and the link of Nora's mails about them. */
async function notified(deps: TestApp["deps"], n: string): Promise<Names> {
  const { db, clock } = deps;
  const [notice, unsubscribe] = [`notice${n}`, newToken()];
  await db.write([
    db.q.delete(tables.notices),
    db.q.delete(tables.pushSubscriptions),
    db.q.delete(tables.mailSettings),
  ]);
  const recipients = [{ id: notice, userId: "ada" }];
  const about = { kind: "friendAccepted", text: "Nora accepted", url: "/profile/nora", subject: n } as const;
  await insertNotices(db, { ...about, recipients }, clock());
  await saveMailSettings(db, "nora", { mentions: true, digest: true }, unsubscribe);
  const sessionHash = hashToken(await startSession(deps, "ada"));
  const browser = { endpoint: "https://push.example.org/ada", p256dh: "", auth: "", createdAt: clock() };
  await insertSubscription(db, { ...browser, userId: "ada", sessionHash });
  return { notice, unsubscribe };
}

/**
 * Two messages of Ada's, to which she and Grace have reacted: one is tied to a page, the other is pinned, and both have
 * replied to it.
 */
async function talk(
  { db, clock }: TestApp["deps"],
  { group: groupId, message, pinned, book, n }: Names,
): Promise<void> {
  for (const id of [message, pinned]) {
    const anchor = id === message ? { bookId: book, position: 1, editionId: null } : null;
    await insertMessage(db, { id, groupId, userId: "ada", content: `Hello, ${id}`, clientId: null, anchor }, clock());
    for (const userId of ["ada", "grace"]) await addReaction(db, userId, { groupId, id, emoji: "👍" }, clock());
  }
  await setPinned(db, "ada", { groupId, id: pinned, at: clock() });
  for (const userId of ["grace", "ada"]) {
    const reply = { id: `${userId}Replies${n}`, groupId, userId, content: "Yes", clientId: null, replyTo: pinned };
    await insertMessage(db, reply, clock());
  }
}

/** On the first page: a note that Ada shares, with an answer of Grace's, and a question that Ada has answered. */
async function readTogether(db: Db, { book: bookId, note, noteAnswer, question }: Names): Promise<void> {
  const [ada, answer] = [{ bookId, userId: "ada" }, { content: "Looms", createdAt: 1 }];
  const answered = { userId: "ada", firstContent: "Looms", updatedAt: 1 };
  await db.write([
    db.q.insert(tables.notes).values({ ...ada, id: note, pageNumber: 0, content: "Why?", updatedAt: 1, sharedAt: 1 }),
    db.q.insert(tables.noteAnswers).values({ ...answer, id: noteAnswer, noteId: note, userId: "grace" }),
    db.q.insert(tables.questions).values({ ...ada, id: question, position: 0, question: "What cards?", createdAt: 1 }),
    db.q.insert(tables.answers).values({ ...answer, ...answered, questionId: question }),
  ]);
}

/** A text of the book, in which Ada has marked the first words for all; Grace has answered. */
async function markText(db: Db, { book: bookId, mark, markAnswer }: Names): Promise<void> {
  await storeText(db, bookId, [{ title: "One", paragraphs: paragraphs("One") }]);
  const words = { exact: "One", prefix: "", suffix: "", color: "yellow" as const, note: "Why?" };
  const places = { hash: `hash-of-${bookId}`, fromPlace: 0, toPlace: 0 };
  const times = { sharedAt: 1, createdAt: 1, updatedAt: 1 };
  await db.write([
    db.q.insert(tables.highlights).values({ ...words, ...places, ...times, id: mark, bookId, userId: "ada" }),
    db.q.insert(tables.highlightAnswers).values(
      { id: markAnswer, highlightId: mark, userId: "grace", content: "Looms", createdAt: 1 },
    ),
  ]);
}

/** A file that Grace has sent, and one that she has only uploaded. */
async function uploads(db: Db, groupId: string, now: number): Promise<Names> {
  const [sent, unsent] = [`${groupId}sent`, `${groupId}unsent`];
  for (const id of [sent, unsent]) {
    await claimSpace(db, { id, groupId, userId: "grace", bytes: 5 }, { quota: 100, now });
    await appendChunk(db, { fileId: id, variant: "original", number: 0, bytes: new TextEncoder().encode("Hello") });
    await finishFile(db, { id, name: "a.txt", type: "text/plain", size: 5, width: null, height: null }, {
      storedSize: 5,
      hash: "",
    });
  }
  const message = { id: `${groupId}file`, groupId, userId: "grace", content: "", clientId: null, files: [sent] };
  await insertMessage(db, message, now - 60_000);
  // A search does it otherwise, also one of an outsider.
  await indexMessages(db);
  return { sent, unsent };
}

const plan = { startsOn: "2026-01-01", targetOn: "2026-02-01", days: [1] };
const book = { title: "Sketch", pageCount: 66, categories: [], coverKey: null };

/** Links that reset Eve's password, and verify somebody new. */
async function mailed({ db, clock }: TestApp["deps"], n: string): Promise<Names> {
  const [reset, verify] = [newToken(), newToken()];
  await store(db, person(`Late${n}`, { verifiedAt: null }));
  const expiresAt = clock() + 60_000;
  await db.write([insertLink(db, { hash: hashToken(reset), userId: "eve", kind: "reset", expiresAt })]);
  await db.write([insertLink(db, { hash: hashToken(verify), userId: `late${n}`, kind: "verify", expiresAt })]);
  return { reset, verify };
}

/**
 * A session as the role has it; a visitor has none. A new one takes the place of the role's last, so that nobody has as
 * many as one may.
 */
export async function sessionFor({ deps, call }: TestApp, role: Role | "Olga"): Promise<string | undefined> {
  if (role === "visitor") return undefined;
  const { db, clock } = deps;
  const own = ownOf.get(deps) ?? {};
  ownOf.set(deps, own);
  if (isOver(role) && own[role]) return own[role];
  const token = newToken();
  const userId = isOver(role) ? "ada" : role.toLowerCase();
  const expiresAt = role === "expired" ? clock() : clock() + 3600_000;
  await db.write([
    db.q.delete(tables.sessions).where(eq(tables.sessions.hash, hashToken(own[role] ?? ""))),
    db.q.insert(tables.sessions).values({ hash: hashToken(token), userId, createdAt: clock(), expiresAt }),
  ]);
  if (role === "logged out") await call("POST", "/auth/logout", { token });
  return own[role] = token;
}

const isOver = (role: Role | "Olga"): boolean => role === "logged out" || role === "expired";

/** The sessions of a service's roles. */
const ownOf = new WeakMap<TestApp["deps"], Partial<Record<Role | "Olga", string>>>();

/** What changes by itself, or is told apart by what it belongs to. */
const notCompared =
  ("sessions links mails known_browsers day_counts searches service_keys user_numbers file_chunks media " +
    "assets catalogue catalogue_authors imports covers position_moves account_storage texts text_parts text_pictures")
    .split(" ");
const compared = Object.values(tables).filter((table) => is(table, SQLiteTable)).map((table) => getTableName(table))
  .filter((name) => !notCompared.includes(name));

/**
 * All that is stored but for sessions, links, mails, and when people were last seen, to be compared with what is there
 * later.
 */
export async function stored({ deps: { db } }: TestApp): Promise<string> {
  const rows = compared.map((table) => db.q.all(sql.raw(`select * from "${table}"`)));
  return JSON.stringify(await Promise.all(rows), (key, value) => key === "last_seen_at" ? undefined : value);
}

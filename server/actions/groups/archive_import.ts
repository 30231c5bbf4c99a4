import type { Buffer } from "node:buffer";
import { v7 as uuid } from "uuid";
import pLimit from "p-limit";
import { conflict } from "../../../db/engine/client.ts";
import { giveWay } from "../../../db/engine/timing.ts";
import { findGroup } from "../../../db/groups/groups.ts";
import {
  beginIncoming,
  bytesWithUnused,
  finishIncoming,
  giveUpIncoming,
  hasFullAccount,
  type Row,
  type SentFile,
  storeRows,
  type tables,
} from "../../../db/groups/incoming.ts";
import { previewPeople } from "../account/added_people.ts";
import { noRoom, requireGroupRoom, requireRoom } from "../account/storage.ts";
import { storeFile } from "../chat/files.ts";
import { recordAct } from "../operator/audit.ts";
import { isOperator } from "../../auth/operators.ts";
import { archiveImportTexts as texts } from "../../contract/groups/archive_import_texts.ts";
import {
  ArchivedAnswer,
  ArchivedBallot,
  ArchivedBook,
  ArchivedDate,
  ArchivedGroup,
  ArchivedMeeting,
  ArchivedMember,
  ArchivedMessage,
  ArchivedName,
  ArchivedNote,
  ArchivedNoteAnswer,
  ArchivedPoll,
  ArchivedQuestion,
  ArchivedReaction,
  ArchivedReview,
  ImportedGroup,
} from "../../contract/groups/archive_shapes.ts";
import { chat as chatLimits } from "../../contract/chat/limits.ts";
import { shelf as shelfLimits } from "../../contract/books/limits.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import * as limits from "../../contract/groups/limits.ts";
import type { NewDate } from "../../contract/groups/meeting_shapes.ts";
import { isDateOf, isOver } from "../../contract/groups/occurrences.ts";
import { nextReminderAt } from "../../contract/groups/reminders.ts";
import { groupsTexts } from "../../contract/groups/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { question as questionLimits } from "../../contract/reading/limits.ts";
import { isRising } from "../../contract/reading/chapters.ts";
import { ownPages, pageAt, positionOf } from "../../contract/reading/positions.ts";
import type { Deps } from "../../deps.ts";
import { AppError, BadRequest, Conflict, Forbidden } from "../../errors.ts";
import { type ArchiveFile, notArchive, openArchive, tooLarge } from "../../library/archive_file.ts";
import { operation } from "../../operation.ts";
import type { z } from "zod";

/** Answered by its door, which reads the file. */
export const importGroup = operation({
  call: "POST /groups/import",
  summary: "Makes a group of the archive of one; where the caller may make accounts for the other people in it",
  access: "signedIn",
  gives: ImportedGroup.shape,
  status: 201,
  says: texts.imported,
  body: "archive",
  guests: false,
  fails: {
    400: ["no_file", "too_many_files", "not_an_archive", "too_many_groups", "unknown_me"],
    403: ["operators_only"],
    409: ["names_taken"],
    413: ["account_full", "archive_too_large"],
    415: ["not_multipart"],
  },
  form: { path: clubPaths.importGroup, to: () => clubPaths.findGroups },
});

/** @throws Forbidden where the caller may make no accounts */
export function assertMayImport({ config }: Pick<Deps, "config">, user: User): void {
  if (!mayImport({ config }, user)) throw new Forbidden(texts.notAllowed, "operators_only");
}

export const mayImport = ({ config }: Pick<Deps, "config">, user: User): boolean =>
  config.organizersAddPeople || isOperator(config, user);

interface Sent {
  file: Buffer;
  /** Which of the people in the archive the importer is; by default the one with their username. */
  me?: string;
}

/** All or nothing. @throws BadRequest, Conflict, TooMany, AppError (413) */
export async function importArchive(deps: Deps, user: User, { file, me }: Sent): Promise<ImportedGroup> {
  const { db, clock, broadcast, purge, messageIndex } = deps;
  assertMayImport(deps, user);
  const archive = await openArchive(file);
  const { data: group } = ArchivedGroup.safeParse(await archive.object("group.json"));
  if (!group) throw notArchive();
  const id = uuid();
  const { description = null } = group;
  if (!await beginIncoming(db, user.id, { ...group, description, id }, clock())) {
    throw new BadRequest(groupsTexts.tooMany, "too_many_groups");
  }
  try {
    const reading = new Reading(deps, user, { id, archive });
    await reading.all(me?.trim().toLowerCase());
    const { people, counts } = reading;
    await requireGroupRoom(deps, id, 1);
    await requireRoom(deps, user, 1);
    const { accountQuota } = deps.config;
    const isFull = await hasFullAccount(db, id, accountQuota) ||
      !isOperator(deps.config, user) && await bytesWithUnused(db, user.id) > accountQuota;
    if (isFull) throw await noRoom(deps, user);
    if (people.made > 0 && !deps.config.organizersAddPeople) {
      await recordAct(deps, user, { act: "add people", subject: `${people.made}`, subjectId: id });
    }
    const { messages } = counts;
    if (!await finishIncoming(db, user.id, { id, messages, madeAt: group.madeAt }, clock())) {
      throw new BadRequest(groupsTexts.tooMany, "too_many_groups");
    }
    messageIndex.messagesWait();
    broadcast.follow(user.id, [id]);
    const made = (await findGroup(db, user.id, id))!;
    broadcast.groupChanged(user.id, made);
    return { group: made, people: people.made, ...counts };
  } catch (error) {
    // Where it cannot be given up now, the next sweep does.
    await giveUpIncoming(db, id).catch((err) => deps.log.warn({ err }, "an archive that failed is removed later"));
    purge.groupDeleted(id);
    throw conflict(error).length > 0 ? new Conflict(texts.namesTaken, "names_taken") : error;
  }
}

interface Incoming {
  id: string;
  archive: ArchiveFile;
}

interface Shelved {
  id: string;
  pageCount: number;
  copyPages: number;
  questions: number;
}

const largestWrite = 128 * 1024;

type Table = (typeof tables)[number];

/** Columns of times at which something was done, whatever the clock there said. */
const past = [
  ...["created_at", "updated_at", "joined_at", "shared_at", "edited_at", "pinned_at", "closed_at", "cancelled_at"],
];

/** Of all archives one is stored a write at a time: between several commits no request has its turn. Per process. */
const storing = pLimit(1);

class Writes {
  #rows = new Map<string, Row[]>();
  #files: SentFile[] = [];
  #count = 0;
  #size = 0;
  #all = 0;

  constructor(private deps: Deps, private groupId: string) {}

  /** One row of the archive may become thousands. @throws AppError (413) */
  async add(table: Table, given: Row): Promise<void> {
    if (++this.#all > limits.archive.rows) throw tooLarge(texts.tooManyRows);
    const now = this.deps.clock();
    const row: Row = { ...given };
    for (const name of past) if (Number(row[name]) > now) row[name] = now;
    const rows = this.#rows.get(table) ?? [];
    this.#rows.set(table, rows);
    rows.push(row);
    this.#size += JSON.stringify(row).length;
    if (++this.#count >= limits.archive.stored || this.#size > largestWrite) await this.flush();
    await giveWay();
  }

  /** With the message, which is added next. */
  addFile(file: SentFile): void {
    this.#files.push(file);
  }

  async flush(): Promise<void> {
    if (this.#count === 0) return;
    const part = { rows: this.#rows, files: this.#files };
    [this.#rows, this.#files, this.#count, this.#size] = [new Map(), [], 0, 0];
    await storing(() => storeRows(this.deps.db, this.groupId, part));
  }
}

interface Named {
  username: string;
  name: string | null;
}

/** Whoever is named in the archive, and their accounts here. Nobody is taken for somebody who is here already. */
class People {
  #ids = new Map<string, string>();
  #members = new Set<string>();
  made = 0;

  constructor(private deps: Deps, private user: User, private writes: Writes, private groupId: string) {}

  isImporter(username: string): void {
    this.#ids.set(username, this.user.id);
  }

  isMember(username: string): void {
    this.#members.add(username);
  }

  /** The ids of those of them that are members. */
  membersOf(usernames: unknown[]): string[] {
    const members = new Set(usernames).intersection<string>(this.#members);
    return [...members].map((username) => this.#ids.get(username)!);
  }

  isKnown(username: unknown): username is string {
    return this.#ids.has(username as string);
  }

  /** The id of the account of somebody in the archive. */
  async of(username: string): Promise<string> {
    if (!this.#ids.has(username)) await this.add([{ username, name: null }]);
    return this.#ids.get(username)!;
  }

  /** With the username that they had where it is free, and else with one made of their name. */
  async add(people: Named[]): Promise<void> {
    const { deps, user } = this;
    let waiting = people.filter(({ username }) => !this.#ids.has(username));
    if (this.#ids.size + waiting.length > limits.groups.members) throw tooLarge(texts.tooManyPeople);
    if (waiting.length === 0) return;
    if (!isOperator(deps.config, user)) await deps.limiter.take("addPeople", user.id, waiting.length);
    for (const typed of [asNamed, byName, numbered]) {
      const checked = await previewPeople(deps, waiting.map(typed));
      const again: Named[] = [];
      for (const [n, { username, fullName, problem }] of checked.entries()) {
        if (problem) again.push(waiting[n]);
        else await this.#make(waiting[n].username, { username, fullName });
      }
      // Stored before the next names are compared with those that are taken.
      await this.writes.flush();
      waiting = again;
      if (waiting.length === 0) return;
    }
    throw new Conflict(texts.namesTaken, "names_taken");
  }

  async #make(known: string, { username, fullName }: { username: string; fullName: string }): Promise<void> {
    const [id, now] = [uuid(), this.deps.clock()];
    this.#ids.set(known, id);
    this.made++;
    await this.writes.add("users", {
      ...{ id, username, password_hash: "", full_name: fullName, verified_at: now, created_at: now },
      ...{ added_to: this.groupId, email_visible: 0 },
    });
  }
}

const asNamed = ({ username, name }: Named) => ({ fullName: name || username, username });
const byName = ({ username, name }: Named) => ({ fullName: name || username });
const numbered = (_: Named, n: number) => ({ fullName: `Member ${n + 1}` });

class Reading {
  counts = { messages: 0, books: 0, leftOut: 0 };
  people: People;
  #writes: Writes;
  #books = new Map<string, Shelved>();

  constructor(private deps: Deps, private user: User, private incoming: Incoming) {
    this.#writes = new Writes(deps, incoming.id);
    this.people = new People(deps, user, this.#writes, incoming.id);
  }

  async all(me: string | undefined): Promise<void> {
    await this.#readMembers(me);
    await this.#readShelf();
    const presented = await this.#readPolls();
    await this.#readMessages(presented);
    await this.#readNotes();
    await this.#readQuestions();
    await this.#readReviews();
    await this.#readMeetings();
    await this.#writes.flush();
  }

  #rows<T extends z.ZodType>(name: string, shape: T): AsyncGenerator<z.output<T>> {
    return this.#read(this.incoming.archive.rows(name), shape);
  }

  /** What has another shape is left out and counted. */
  async *#read<T extends z.ZodType>(
    rows: Iterable<unknown> | AsyncIterable<unknown>,
    shape: T,
  ): AsyncGenerator<z.output<T>> {
    for await (const row of rows) {
      // Explaining what is wrong takes long.
      const parsed = row === null || typeof row !== "object" ? undefined : shape.safeParse(row);
      if (parsed?.success) yield parsed.data;
      else this.counts.leftOut++;
      await giveWay();
    }
  }

  async #readMembers(me: string | undefined): Promise<void> {
    const { id: group_id } = this.incoming;
    const members = new Map<string, ArchivedMember>();
    for await (const member of this.#rows("members.json", ArchivedMember)) {
      members.set(member.username, member);
      if (members.size > limits.groups.members) throw tooLarge(texts.tooManyPeople);
    }
    if (me && !members.has(me)) {
      throw new BadRequest(texts.unknownMe, "unknown_me", { issues: [{ path: "me", message: texts.unknownMe }] });
    }
    const own = me || this.user.username;
    if (members.has(own)) this.people.isImporter(own);
    await this.people.add([...members.values()]);
    for (const { username, role, joinedAt } of members.values()) {
      const user_id = await this.people.of(username);
      this.people.isMember(username);
      // Whoever made it there organizes it here.
      const ownRole = role === "member" ? "member" : "organizer";
      await this.#writes.add("members", { group_id, user_id, joined_at: joinedAt, role: ownRole });
    }
  }

  async #readShelf(): Promise<void> {
    const { id: group_id } = this.incoming;
    const places = { suggested: shelfLimits.suggested, done: shelfLimits.done, shelf: limits.groups.books };
    const isbns = new Set<string>();
    for await (const book of this.#rows("shelf.json", ArchivedBook)) {
      const { bookId, title, author = null, pageCount, copyPages = pageCount, plan, chapters } = book;
      const { state, position, addedAt, addedBy, interestedBy } = book;
      const place = state === "suggested" || state === "done" ? state : "shelf";
      if (this.#books.has(bookId) || places[place] === 0) {
        this.counts.leftOut++;
        continue;
      }
      places[place]--;
      this.counts.books++;
      // Two of one ISBN cannot stand on a shelf.
      const isbn = book.isbn && !isbns.has(book.isbn) ? book.isbn : null;
      if (isbn) isbns.add(isbn);
      const shelved = { id: uuid(), pageCount, copyPages, questions: 0 };
      this.#books.set(bookId, shelved);
      await this.#writes.add("books", {
        ...{ id: shelved.id, group_id, title, author, isbn, page_count: pageCount, categories: "[]", state },
        ...{ shelf_position: position, created_at: addedAt },
        added_by: addedBy === null ? null : await this.people.of(addedBy),
      });
      for (const [n, user_id] of this.people.membersOf(interestedBy).entries()) {
        await this.#writes.add("book_interests", { book_id: shelved.id, user_id, created_at: addedAt + n });
      }
      const contents = chapters.map(({ title, page }) => ({ title, page: pageOf(shelved, page) ?? -1 }));
      const isKnown = contents.every(({ page }) => page >= 0) && isRising(contents);
      for (const [number, chapter] of isKnown ? contents.entries() : []) {
        await this.#writes.add("chapters", { book_id: shelved.id, number, ...chapter });
      }
      if (!plan) continue;
      const { startsOn: starts_on, targetOn: target_on, days } = plan;
      const created = { created_by: this.user.id, created_at: this.deps.clock() };
      await this.#writes.add("plans", { book_id: shelved.id, starts_on, target_on, days, ...created });
    }
  }

  /** @returns by the numbers of the messages that present them, their ids */
  async #readPolls(): Promise<Map<number, string>> {
    const { id: group_id } = this.incoming;
    const presented = new Map<number, string>();
    let [all, open] = [0, 0];
    for await (const poll of this.#rows("polls.json", ArchivedPoll)) {
      const { question, kind, secret, by, at, closesAt, closedAt, winner, message, options } = poll;
      if (all === limits.polls.perGroup || closedAt === null && open === limits.polls.open) {
        this.counts.leftOut++;
        continue;
      }
      all++;
      if (closedAt === null) open++;
      const id = uuid();
      const ids = options.map(() => uuid());
      const votes = await this.#votesIn(poll, ids);
      const won = ids[options.findIndex(({ text }) => text === winner)];
      const isCounted = votes.length > 0 || options.every(({ votes }) => votes === 0);
      await this.#writes.add("polls", {
        ...{ id, group_id, question, kind, is_secret: Number(secret), created_at: at },
        created_by: by === null ? null : await this.people.of(by),
        ...{ closes_at: closesAt ?? closedAt, closed_at: closedAt },
        winner_id: closedAt === null ? null : won ?? (isCounted ? null : ""),
      });
      for (const [number, { text, bookId }] of options.entries()) {
        const book = bookId === null ? undefined : this.#books.get(bookId);
        await this.#writes.add("poll_options", {
          id: ids[number],
          poll_id: id,
          number,
          text,
          book_id: book?.id ?? null,
        });
      }
      for (const vote of votes) await this.#writes.add("poll_votes", { poll_id: id, ...vote });
      if (message !== null && !presented.has(message)) presented.set(message, id);
    }
    return presented;
  }

  /** Of members; what could not have been voted for is not among it. @param ids of its options */
  async #votesIn({ kind, secret, ballots }: ArchivedPoll, ids: string[]) {
    const votes: { user_id: string; option_id: string; rank: number }[] = [];
    for await (const { by, options } of this.#read(secret ? [] : ballots ?? [], ArchivedBallot)) {
      const chosen = [...new Set(options)].map((number) => ids[number - 1]).filter((id) => id !== undefined);
      const [user_id] = this.people.membersOf([by]);
      if (!user_id) continue;
      for (const [n, option_id] of chosen.slice(0, kind === "one" ? 1 : undefined).entries()) {
        votes.push({ user_id, option_id, rank: kind === "ranked" ? n : 0 });
      }
    }
    return votes;
  }

  async #readMessages(presented: Map<number, string>): Promise<void> {
    const { id: group_id } = this.incoming;
    const numbers = new Map<number, number>();
    let pins = 0;
    for await (const message of this.#rows("messages.json", ArchivedMessage)) {
      const { number, by, at, text, editedAt, pinnedAt, inReplyTo, about, files } = message;
      const poll_id = presented.get(number) ?? null;
      const content = poll_id ? this.#withLink(text, poll_id) : text;
      const place = about && this.#place(about);
      // Without its page it would be shown to members who are not there yet.
      if (about && !place) continue;
      const isTooMany = numbers.has(number) || numbers.size === limits.archive.messages;
      const stored = isTooMany ? [] : await this.#storeFiles(files);
      if (isTooMany || !content && stored.length === 0) {
        this.counts.leftOut++;
        continue;
      }
      const [id, user_id] = [uuid(), await this.people.of(by)];
      const reactions = await this.#reactionsOf(message);
      const seq = ++this.counts.messages;
      numbers.set(number, seq);
      for (const fileId of stored) this.#writes.addFile({ fileId, messageId: id, userId: user_id });
      const pinned_at = pinnedAt !== null && pins++ < chatLimits.pins ? pinnedAt : null;
      await this.#writes.add("messages", {
        ...{ id, group_id, seq, rev: seq, user_id, content, created_at: at, edited_at: editedAt, pinned_at },
        reply_to_seq: inReplyTo === null ? null : numbers.get(inReplyTo) ?? null,
        ...{ anchor_book_id: place?.book.id ?? null, anchor_position: place?.position ?? null, poll_id },
      });
      for (const reaction of reactions) await this.#writes.add("reactions", { message_id: id, ...reaction });
    }
  }

  /** The poll has another address here. */
  #withLink(text: string, pollId: string): string {
    const last = text.split(/\s/).at(-1)!;
    if (!/\/group\/[^/]+\/polls\/[^/]+$/.test(last)) return text;
    return text.slice(0, text.length - last.length) +
      this.deps.config.publicUrl + clubPaths.poll(this.incoming.id, pollId);
  }

  /** In their order. */
  async #reactionsOf({ at, reactions }: ArchivedMessage) {
    const rows: { user_id: string; emoji: string; created_at: number }[] = [];
    let created_at = at;
    for await (const { emoji, by } of this.#read(reactions, ArchivedReaction)) {
      for (const name of new Set(by)) {
        const known = this.people.isKnown(name) ? name : ArchivedName.safeParse(name).data;
        if (known) rows.push({ user_id: await this.people.of(known), emoji, created_at });
      }
      created_at++;
    }
    return rows;
  }

  /** Those that are too large, or that there is no room for, are left out. */
  async #storeFiles(paths: string[]): Promise<string[]> {
    const { deps, user, incoming: { id: groupId, archive } } = this;
    const ids: string[] = [];
    for (const path of paths) {
      const most = archive.sizeOf(path);
      try {
        if (!most || !path.startsWith("files/")) throw notArchive();
        const name = path.slice(path.lastIndexOf("/") + 1);
        ids.push((await storeFile(deps, user, { groupId, name, bytes: archive.bytes(path), most, hold() {} })).id);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === "archive_too_large") throw error;
        this.counts.leftOut++;
      }
    }
    return ids;
  }

  /** Undefined where the book, or its page, is not there. */
  #place({ bookId, page }: { bookId: string; page: number }) {
    const book = this.#books.get(bookId);
    const position = book ? positionIn(book, page) : null;
    if (book && position !== null) return { book, position, page: pageAt(ownPages(book.pageCount), position) };
    this.counts.leftOut++;
  }

  async #readNotes(): Promise<void> {
    const taken = new Set<string>();
    for await (const { by, text: content, updatedAt, answers, ...about } of this.#rows("notes.json", ArchivedNote)) {
      const place = this.#place(about);
      if (!place) continue;
      const [id, book_id, user_id] = [uuid(), place.book.id, await this.people.of(by)];
      const key = `${book_id} ${user_id} ${place.page}`;
      if (taken.has(key)) {
        this.counts.leftOut++;
        continue;
      }
      taken.add(key);
      const times = { updated_at: updatedAt, shared_at: updatedAt };
      await this.#writes.add("notes", { id, book_id, user_id, page_number: place.page, content, ...times });
      for await (const { by, text: content, at } of this.#read(answers, ArchivedNoteAnswer)) {
        const answer = { id: uuid(), note_id: id, user_id: await this.people.of(by), content, created_at: at };
        await this.#writes.add("note_answers", answer);
      }
    }
  }

  async #readQuestions(): Promise<void> {
    for await (const { by, at, question, answers, ...about } of this.#rows("questions.json", ArchivedQuestion)) {
      const place = this.#place(about);
      if (!place) continue;
      if (place.book.questions++ === questionLimits.perBook) {
        this.counts.leftOut++;
        continue;
      }
      const { book: { id: book_id }, position } = place;
      const [id, user_id] = [uuid(), await this.people.of(by)];
      await this.#writes.add("questions", { id, book_id, user_id, position, question, created_at: at });
      for await (const { by, text: content, at, updatedAt } of this.#read(answers, ArchivedAnswer)) {
        const times = { created_at: at, updated_at: updatedAt };
        const contents = { content, first_content: content };
        const user_id = await this.people.of(by);
        await this.#writes.add("answers", { question_id: id, user_id, ...contents, ...times });
      }
    }
  }

  async #readReviews(): Promise<void> {
    for await (const review of this.#rows("reviews.json", ArchivedReview)) {
      const { bookId, by, stars, text, createdAt: created_at, updatedAt: updated_at } = review;
      const book = this.#books.get(bookId);
      if (!book) this.counts.leftOut++;
      else {
        const user_id = await this.people.of(by);
        await this.#writes.add("reviews", { book_id: book.id, user_id, stars, text, created_at, updated_at });
      }
    }
  }

  async #readMeetings(): Promise<void> {
    const now = this.deps.clock();
    let [all, upcoming, changedDates] = [0, 0, 0];
    for await (const { coming, dates, ...meeting } of this.#rows("meetings.json", ArchivedMeeting)) {
      const { title, startsAt, endsAt, timeZone, repeats, cancelledAt } = meeting;
      const isUpcoming = cancelledAt === null && (repeats !== null || endsAt > now);
      if (all === limits.meetings.perGroup || isUpcoming && upcoming === limits.meetings.upcoming) {
        this.counts.leftOut++;
        continue;
      }
      all++;
      if (isUpcoming) upcoming++;
      const id = uuid();
      const own = await Array.fromAsync(this.#read(dates, ArchivedDate));
      const changed = own.filter((own) => !isOver(own, now) && isDateOf(meeting, own.date))
        .slice(0, limits.meetings.changed.perGroup - changedDates);
      changedDates += changed.length;
      this.counts.leftOut += own.length - changed.length;
      await this.#writes.add("meetings", {
        ...{ id, group_id: this.incoming.id, title, time_zone: timeZone, repeats },
        ...this.#timeAndPlace(meeting),
        ...{ created_by: this.user.id, created_at: now, updated_at: now, cancelled_at: cancelledAt },
        remind_at: cancelledAt === null ? nextReminderAt({ ...meeting, changed }, now) : null,
      });
      for (const { date, cancelledAt, ...content } of changed) {
        await this.#writes.add("meeting_dates", {
          ...{ meeting_id: id, date, ...this.#timeAndPlace(content) },
          ...{ cancelled_at: cancelledAt, sequence: 0, updated_at: now },
        });
      }
      const members = this.people.membersOf(coming);
      for (const [n, user_id] of members.entries()) {
        const replied = { starts_at: startsAt, reply: "yes", replied_at: now - members.length + n };
        await this.#writes.add("meeting_replies", { meeting_id: id, user_id, ...replied });
      }
    }
  }

  #timeAndPlace({ startsAt, endsAt, place, url, bookId, upTo }: NewDate): Row {
    const book = bookId === null ? undefined : this.#books.get(bookId);
    return {
      ...{ starts_at: startsAt, ends_at: endsAt, place, url, book_id: book?.id ?? null },
      up_to: book && upTo !== null ? positionIn(book, upTo) : null,
    };
  }
}

/** Pages of the archive are those of the copy of whoever made it. */
const positionIn = ({ copyPages }: Shelved, page: number): number | null =>
  page <= copyPages ? positionOf(ownPages(copyPages), page) : null;

function pageOf(book: Shelved, page: number): number | null {
  const position = positionIn(book, page);
  return position === null ? null : pageAt(ownPages(book.pageCount), position);
}

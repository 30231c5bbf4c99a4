/** A member brings the text of a book, which is read in after the answer. */
import { Buffer } from "node:buffer";
import { findBook } from "../../../db/books/books.ts";
import * as stored from "../../../db/books/text_changes.ts";
import { findText, findTextBooks } from "../../../db/books/texts.ts";
import { storageUsed } from "../../../db/chat/files.ts";
import { saveFirstChapters } from "../../../db/reading/chapters.ts";
import { refreshPoints } from "../../../db/reading/copies.ts";
import { chaptersInBook, saveTextCopy } from "../../../db/reading/text_copy.ts";
import { requireGroupRoom } from "../account/storage.ts";
import { whyNotAllowed } from "../groups/organizers.ts";
import { findMarksAgain } from "../notes/marks_in_new_text.ts";
import type { Text } from "../../contract/books/text_shapes.ts";
import { textTexts as words } from "../../contract/books/text_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { AppError, bookNotFound, Busy, Conflict, Forbidden, found, textNotFound } from "../../errors.ts";
import { type OpenText, openText } from "../../library/epub/thread.ts";
import { asText } from "./texts.ts";

/** Before the file arrives. @throws NotFound to outsiders, Forbidden, Conflict where the book has a text */
export async function assertMayBring(deps: Deps, user: User, bookId: string): Promise<stored.TextRights> {
  const { db, config } = deps;
  const rights = found(await stored.findTextRights(db, user.id, bookId), bookNotFound);
  if (config.bookTexts === "off") throw new Forbidden(words.off, "texts_off");
  if (!rights.mayBring) throw await whyNotAllowed(deps, user, { groupId: rights.groupId, what: "texts" });
  if (await stored.hasText(db, bookId)) throw new Conflict(words.hasText, "has_text");
  return rights;
}

interface Brought {
  bookId: string;
  file: Buffer;
}

/** One text at a time is read in, since that takes a thread and its memory. Per process. */
let isReading = false;

/**
 * One that another group has is there at once.
 *
 * @throws BadRequest (`invalid_text`) for what can be seen at once to be none, Busy, and as `assertMayBring`
 */
export async function bringText(deps: Deps, user: User, { bookId, file }: Brought): Promise<Text> {
  const { groupId } = await assertMayBring(deps, user, bookId);
  const hash = await sha256(file);
  const of = { bookId, groupId, hash };
  if (!await stored.isReadIn(deps.db, hash)) {
    if (isReading) throw new Busy(words.busy);
    isReading = true;
    await begin(deps, user, { ...of, file }).catch((error) => {
      isReading = false;
      throw error;
    });
  } else {
    await link(deps, user, of);
    await makeCopies(deps, user, hash);
  }
  return asText(found(await findText(deps.db, user.id, bookId), textNotFound), deps.clock());
}

interface OfBook {
  bookId: string;
  groupId: string;
  hash: string;
}

async function begin(deps: Deps, user: User, { file, ...of }: OfBook & { file: Buffer }): Promise<void> {
  const text = await openText(new Uint8Array(file), deps.stopping);
  try {
    const { isToRead } = await link(deps, user, of);
    if (!isToRead) return void end(text);
  } catch (error) {
    end(text);
    throw error;
  }
  void readIn(deps, user, { ...of, text }).finally(() => end(text));
}

function end(text: OpenText): void {
  text.close();
  isReading = false;
}

async function link(deps: Deps, user: User, of: OfBook): Promise<stored.Begun> {
  const { db, config, clock } = deps;
  const quotas = { quota: config.groupQuota, accountQuota: config.accountQuota };
  const begun = await stored.beginText(db, user.id, of, { now: clock(), ...quotas });
  if (begun.isLinked) return begun;
  await assertMayBring(deps, user, of.bookId);
  await requireGroupRoom(deps, of.groupId, 1);
  throw groupFull();
}

const groupFull = () => new AppError(413, "group_full", words.groupFull);

async function readIn(deps: Deps, user: User, { text, ...of }: OfBook & { text: OpenText }): Promise<void> {
  const { db, log } = deps;
  const { hash, groupId } = of;
  try {
    const writer = openWriter(deps, hash);
    const read = await text.read(writer);
    await writer.flush();
    await assertRoom(deps, groupId, await stored.sizeOfText(db, hash));
    if (!await stored.finishText(db, hash, read)) return;
    await makeCopies(deps, user, hash);
  } catch (error) {
    const isExpected = error instanceof AppError;
    const isStopping = deps.stopping.aborted;
    if (!isExpected && !isStopping && !(error instanceof Gone)) {
      log.error({ err: error }, "a text could not be read in");
    }
    const problem = isExpected ? error.message : isStopping ? words.interrupted : words.failed;
    await stored.failText(db, hash, problem).catch((err) =>
      log.warn({ err }, "a text that failed is still marked as read in")
    );
    deps.purge.textsReleased();
  } finally {
    deps.broadcast.partChanged({ groupId, part: "shelf" });
  }
}

/** Its last book has gone meanwhile. */
class Gone extends Error {}

const atOnce = 128 * 1024;

/** Stores what comes in a few large commits. */
function openWriter({ db }: Deps, hash: string) {
  let parts: Parameters<typeof stored.storeParts>[2] = [];
  let size = 0;
  async function flush(): Promise<void> {
    if (parts.length === 0) return;
    const batch = parts;
    [parts, size] = [[], 0];
    if (!await stored.storeParts(db, hash, batch)) throw new Gone();
  }
  return {
    async part(part: (typeof parts)[number]): Promise<void> {
      parts.push(part);
      size += part.html.length + part.plain.length;
      if (size > atOnce) await flush();
    },
    async picture(picture: { number: number; bytes: Uint8Array }): Promise<void> {
      if (!await stored.storePicture(db, hash, picture)) throw new Gone();
    },
    flush,
  };
}

async function assertRoom(deps: Deps, groupId: string, bytes: number): Promise<void> {
  if (await storageUsed(deps.db, groupId) + bytes > deps.config.groupQuota) throw groupFull();
  await requireGroupRoom(deps, groupId, bytes);
}

/** For each book that has the text: of several groups where they brought it at once. */
async function makeCopies(deps: Deps, user: User, hash: string): Promise<void> {
  const { db, clock, broadcast } = deps;
  for (const { bookId, pageCount, characters, sections, printPages } of await findTextBooks(db, hash)) {
    await saveTextCopy(db, { bookId, hash, characters, sections });
    const given = chaptersInBook({ sections, characters, printPages, pageCount });
    // Where the group has none, and leaves them to this member.
    if (given.length > 0) await saveFirstChapters(db, user.id, { bookId, given }, clock());
    await refreshPoints(db, bookId);
    await findMarksAgain(deps, bookId);
    const book = await findBook(db, user.id, bookId);
    if (book) broadcast.bookChanged(book);
  }
}

const sha256 = async (file: Buffer): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(file))).toHex();

/** Files are read in after the answer, in a thread: what is read of them is stored in small commits. */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { v7 as uuid } from "uuid";
import * as stored from "../../../db/books/text_storage.ts";
import { giveWay } from "../../../db/engine/timing.ts";
import { saveFirstChapters } from "../../../db/reading/chapters.ts";
import { refreshPoints } from "../../../db/reading/copies.ts";
import { bringTexts as texts } from "../../contract/books/bring_texts.ts";
import { chaptersOfBook, chaptersOfText } from "../../contract/books/text_chapters.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Text } from "../../contract/books/text_shapes.ts";
import { textTexts } from "../../contract/books/text_texts.ts";
import type { Deps } from "../../deps.ts";
import { AppError, BadRequest, Busy, Conflict } from "../../errors.ts";
import type { ReadPart, ReadPicture, ReadText } from "../../library/epub/epub.ts";
import { openText, ReadingFailed } from "../../library/epub/thread.ts";
import { findMarksLater } from "../notes/marks_in_new_text.ts";
import { requireMayBring, requireTextRoom, textOf } from "./texts.ts";

/** One commit stores so many bytes at most, so that it delays no other. */
const batchBytes = 512 * 1024;
/** Milliseconds after which fewer are stored, as each commit says that it is still being read in. */
const batchTime = 30_000;

type Opened = Awaited<ReturnType<typeof openText>>;

interface Brought {
  bookId: string;
  file: Uint8Array<ArrayBuffer>;
  open?: typeof openText;
}

/**
 * @param file is empty afterwards
 * @param done is called once it is read in, or could not be
 * @throws BadRequest (`invalid_text`), Conflict, Forbidden, NotFound, Busy, AppError (413); nothing goes on then
 */
export async function takeText(
  deps: Deps,
  user: User,
  { bookId, file, open = openText }: Brought,
  done: () => void,
): Promise<Text> {
  let isGoingOn = false;
  try {
    const { db, log, clock, broadcast, config: { groupQuota: quota, accountQuota } } = deps;
    const bytes = file.length;
    const { groupId } = await requireMayBring(deps, user, bookId);
    await requireTextRoom(deps, groupId, bytes);
    const hash = await hashOf(file);
    const opened = await open(file, { stopped: deps.stopping }).catch((err) => {
      if (!(err instanceof ReadingFailed)) throw err;
      log.warn({ err }, "a text could not be opened");
      throw new BadRequest(texts.failed, "invalid_text");
    });
    const brought = { bookId, groupId, hash, bytes };
    const claimed = await stored.claimText(db, user.id, brought, { now: clock(), quota, accountQuota })
      .catch((error) => {
        opened.close();
        throw error;
      });
    if (claimed?.claim) {
      isGoingOn = true;
      void readIn(deps, opened, { hash, claim: claimed.claim, groupId }).finally(done);
    } else opened.close();
    if (!claimed) {
      await requireMayBring(deps, user, bookId);
      const known = await stored.findStoredText(db, hash, clock());
      if (known?.isBeingRead) throw new Busy(texts.busy);
      await requireTextRoom(deps, groupId, known?.size || bytes);
      throw new Conflict(texts.already, "has_text");
    }
    const text = await textOf(deps, user, bookId);
    if (text.state === "ready") {
      const { printPages = null } = await stored.findStoredText(db, hash, clock()) ?? {};
      await prepare(deps, { bookId, addedBy: user.id, text: { ...text, printPages } });
      void findMarks(deps, { bookId, groupId });
    }
    broadcast.partChanged({ groupId, part: "pace", bookId });
    return text;
  } finally {
    if (!isGoingOn) done();
  }
}

async function hashOf(file: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < file.length; at += batchBytes) {
    hash.update(file.subarray(at, at + batchBytes));
    await giveWay();
  }
  return hash.digest("hex");
}

interface Reading {
  hash: string;
  claim: number;
  groupId: string;
}

async function readIn(deps: Deps, opened: Opened, reading: Reading): Promise<void> {
  const { db, log, stopping, purge } = deps;
  try {
    while (await stored.deletePartOfOldTry(db, reading)) await giveWay();
    const store = batches(deps, reading);
    const text = await opened.read(store);
    await store.flush();
    if (!await stored.finishText(db, reading, text)) throw givenUp();
    await prepareBooks(deps, reading.hash, text);
    for (const book of await stored.listBooksOfText(db, reading.hash)) void findMarks(deps, book);
  } catch (err) {
    const problem = stopping.aborted ? textTexts.interrupted : err instanceof AppError ? err.message : texts.failed;
    if (!(err instanceof AppError)) log.warn({ err }, "a text could not be read in");
    await stored.failText(db, reading, problem).catch((err) =>
      log.warn({ err }, "a text that could not be read in is not marked as failed")
    );
    await prepareBooks(deps, reading.hash).catch((err) => log.warn({ err }, "open pages were not told about a text"));
    if (!stopping.aborted) purge.textsReleased();
  } finally {
    opened.close();
  }
}

const givenUp = () => new Error("The text was given up while it was read in.");

/** Collects what is read, and stores it by a few hundred kilobytes. */
function batches(deps: Deps, reading: Reading) {
  let batch = { parts: [] as ReadPart[], pictures: [] as ReadPicture[], bytes: 0 };
  let flushedAt = performance.now();
  async function flush(): Promise<void> {
    const full = batch;
    batch = { parts: [], pictures: [], bytes: 0 };
    if (full.bytes === 0) return;
    const { db, clock, config: { groupQuota: quota, accountQuota } } = deps;
    const { hash } = reading;
    const rows = {
      ...full,
      parts: full.parts.map((part) => ({ ...part, hash })),
      pictures: full.pictures.map(({ number, bytes }) => ({ hash, number, bytes: Buffer.from(bytes) })),
    };
    const claim = await stored.appendToText(db, { ...reading, ...rows }, { now: clock(), quota, accountQuota });
    flushedAt = performance.now();
    if (claim !== undefined) return void (reading.claim = claim);
    await requireTextRoom(deps, reading.groupId, full.bytes);
    throw givenUp();
  }
  const add = async (bytes: number) => {
    batch.bytes += bytes;
    if (batch.bytes >= batchBytes || performance.now() - flushedAt > batchTime) await flush();
  };
  return {
    async part(part: ReadPart): Promise<void> {
      batch.parts.push(part);
      await add(Buffer.byteLength(part.html) + Buffer.byteLength(part.plain));
    },
    async picture(picture: ReadPicture): Promise<void> {
      batch.pictures.push(picture);
      await add(picture.bytes.length);
    },
    flush,
  };
}

type Known = Pick<ReadText, "characters" | "sections" | "printPages">;

async function prepareBooks(deps: Deps, hash: string, text?: Known): Promise<void> {
  for (const { bookId, groupId, addedBy } of await stored.listBooksOfText(deps.db, hash)) {
    if (text) await prepare(deps, { bookId, addedBy, text });
    deps.broadcast.partChanged({ groupId, part: "pace", bookId });
  }
}

/** Makes the text a copy of its book, whose contents it gives where nobody has written any. */
async function prepare(
  deps: Deps,
  { bookId, addedBy, text }: { bookId: string; addedBy: string | null; text: Known },
): Promise<void> {
  const { db, clock } = deps;
  const chapters = chaptersOfText(text);
  await stored.saveTextCopy(db, { id: uuid(), bookId, characters: text.characters, chapters });
  const bookPages = await stored.findPageCount(db, bookId);
  const given = bookPages === undefined ? [] : chaptersOfBook(text, bookPages);
  if (addedBy !== null && given.length > 0) await saveFirstChapters(db, addedBy, { bookId, given }, clock());
  await refreshPoints(db, bookId);
}

/** Pages that are open show them as not found meanwhile. */
async function findMarks(deps: Deps, { bookId, groupId }: { bookId: string; groupId: string }): Promise<void> {
  if (await findMarksLater(deps, bookId)) deps.broadcast.partChanged({ groupId, part: "pace", bookId });
}

import pLimit from "p-limit";
import { giveWay } from "../../../db/engine/timing.ts";
import * as stored from "../../../db/notes/moved_marks.ts";
import { evened, findQuote } from "../../library/quotes/finder.ts";
import { offsetAt, placeOf } from "../../contract/books/text_places.ts";
import type { Deps } from "../../deps.ts";

const partsAtOnce = 20;
const marksAtOnce = 100;
const listedAtOnce = 5000;
const booksAtOnce = 20;

type Finding = Pick<Deps, "db" | "clock" | "log" | "stopping">;

/** One book after the other, as each takes a whole text of memory. Per process. */
const finding = pLimit(1);

/** Ten thousand take half a minute, for which nobody waits. @returns whether any were looked for */
export const findMarksLater = (deps: Finding, bookId: string, stopped = deps.stopping): Promise<boolean> =>
  finding(() => findMarksAgain(deps, bookId, stopped)).catch((err) => {
    deps.log.warn({ err }, "highlights could not be looked for in a new text");
    return false;
  });

/** Those for which a process that has ended did not look any more. */
export async function findMarksLeft(deps: Finding, stopped: AbortSignal): Promise<void> {
  let after: string | undefined = "";
  while (after !== undefined && !stopped.aborted) {
    const books = await stored.listBooksWithText(deps.db, { after, limit: booksAtOnce });
    for (const { bookId, hasMoved } of books) if (hasMoved) await findMarksLater(deps, bookId, stopped);
    await giveWay();
    after = books.at(-1)?.bookId;
  }
}

/**
 * To be called once a book has another text, and it is ready: its highlights are looked for by their words, and those
 * that are not found are marked as such. What is done already is not done again: it may be called at any time.
 *
 * @returns whether any were looked for
 */
export async function findMarksAgain(
  { db, clock }: Pick<Deps, "db" | "clock">,
  bookId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const text = await stored.findTextToMoveTo(db, bookId);
  if (!text) return false;
  const { hash, characters } = text;
  let plain: string | undefined;
  /** How much further on what was found last is than was expected: what is beside it has moved alike. */
  let drift = 0;
  while (!signal?.aborted) {
    const ids = await stored.listMovedMarks(db, { bookId, hash, limit: listedAtOnce });
    if (ids.length === 0) return plain !== undefined;
    plain ??= await plainOf(db, hash);
    for (let at = 0; at < ids.length && !signal?.aborted; at += marksAtOnce) {
      const found: stored.FoundMark[] = [];
      for (const { id, hash: before, from, ...quote } of await stored.listQuotes(db, ids.slice(at, at + marksAtOnce))) {
        const expected = offsetAt(characters, from);
        const range = await findQuote(plain, quote, expected + drift);
        if (range) drift = range.from - expected;
        const places = range && { from: placeOf(characters, range.from), to: placeOf(characters, range.to) };
        found.push({ id, before, range: places ?? null });
        await giveWay();
      }
      if (await stored.placeMarks(db, { bookId, hash, found }, clock()) > 0) continue;
      // Yet another text may be there by now: then whoever brought that looks for them.
      if ((await stored.findTextToMoveTo(db, bookId))?.hash !== hash) return true;
    }
  }
  return plain !== undefined;
}

/** A few megabytes at most: a text has as many as a file that is taken. */
async function plainOf(db: Deps["db"], hash: string): Promise<string> {
  const all: string[] = [];
  for (let after = -1;;) {
    const parts = await stored.listPlainParts(db, hash, { after, limit: partsAtOnce });
    for (const { plain } of parts) {
      all.push(evened(plain));
      await giveWay();
    }
    if (parts.length < partsAtOnce) return all.join("");
    after = parts.at(-1)!.number;
  }
}

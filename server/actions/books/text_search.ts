import { listPlainParts } from "../../../db/books/text_search.ts";
import { findText, type TextRow } from "../../../db/books/texts.ts";
import { giveWay } from "../../../db/engine/timing.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { textSearch as limits } from "../../contract/books/text_limits.ts";
import { offsetAt, placeAtPosition, placeOf, scaleOf } from "../../contract/books/text_places.ts";
import type { TextHit, TextHits, TextSearchQuery } from "../../contract/books/text_shapes.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { textNotFound } from "../../errors.ts";
import { anywhere, countFound, findWords, type Found, together, wordsOf } from "./found_words.ts";

interface Search extends TextSearchQuery {
  bookId: string;
}

/**
 * What lies ahead of the reader is only counted.
 *
 * @throws NotFound to outsiders, and where the book has no text that is read in @throws TooMany
 */
export async function searchText(deps: Deps, user: User, { bookId, query, after }: Search): Promise<TextHits> {
  const { db, limiter } = deps;
  await limiter.take("textSearch", user.id);
  const [text, reader] = await Promise.all([findText(db, user.id, bookId), findReader(db, user.id, bookId)]);
  if (text?.state !== "ready" || !reader) throw textNotFound();
  const words = wordsOf(query);
  if (words.length === 0) return { hits: [], count: 0, hasMore: false, ahead: 0 };
  const reached = placeAtPosition(scaleOf(text), reader.reached);
  const search = (pattern: RegExp) => searchParts(deps, user, { text, reached, after, pattern });
  const phrases = await search(together(words));
  const isPhrase = words.length === 1 || phrases.count + phrases.ahead > 0;
  return isPhrase ? phrases : await search(anywhere(words));
}

interface PartSearch {
  text: TextRow;
  /** Places. */
  reached: number;
  after?: number;
  pattern: RegExp;
}

/** Reads the whole text, as it has to count what is ahead: a few parts at a time, with other work in between. */
async function searchParts(
  { db }: Deps,
  user: User,
  { text: { bookId, hash, characters }, reached, after, pattern }: PartSearch,
): Promise<TextHits> {
  const answer: TextHits = { hits: [], count: 0, hasMore: false, ahead: 0 };
  const end = offsetAt(characters, reached);
  const begin = after === undefined ? 0 : offsetAt(characters, after) + 1;
  let number = -1;
  while (true) {
    const parts = await listPlainParts(db, user.id, { bookId, hash, after: number });
    for (const { from, plain } of parts) {
      await giveWay();
      const offset = offsetAt(characters, from);
      // Of a part that its reader is in the middle of, nothing else is looked at for hits.
      const read = plain.slice(0, Math.max(0, end - offset));
      const before = answer.count;
      for (const found of findWords(read, pattern)) {
        answer.count++;
        if (offset + found.from < begin) continue;
        if (answer.hits.length < limits.hits) answer.hits.push(hitOf(read, found, { offset, characters }));
        else answer.hasMore = true;
      }
      if (read.length < plain.length) answer.ahead += countFound(plain, pattern) - (answer.count - before);
    }
    if (parts.length < limits.parts) return answer;
    number = parts.at(-1)!.number;
  }
}

function hitOf(read: string, { from, to }: Found, text: { offset: number; characters: number }): TextHit {
  const block = read.lastIndexOf("\n", from - 1) + 1;
  const blockEnd = read.indexOf("\n", to);
  const lineEnd = blockEnd < 0 ? read.length : blockEnd;
  const start = from - limits.before > block ? wordAfter(read, from - limits.before, from) : block;
  const end = Math.min(lineEnd, wordBefore(read, to + limits.after, to));
  const cut = start > block ? "…" : "";
  const line = read.slice(start, end).replace(/\s/g, " ").toWellFormed();
  const moved = cut.length - start;
  return {
    at: placeOf(text.characters, text.offset + from),
    block: text.offset + block,
    excerpt: `${cut}${line}${end < lineEnd ? "…" : ""}`,
    found: [from + moved, to + moved],
  };
}

/** Where a word begins from an index on, or the index itself where none does before `to`. */
function wordAfter(text: string, from: number, to: number): number {
  const blank = text.indexOf(" ", from - 1);
  return blank >= 0 && blank < to ? blank + 1 : from;
}

function wordBefore(text: string, from: number, to: number): number {
  const blank = text.lastIndexOf(" ", from);
  return from < text.length && blank > to ? blank : from;
}

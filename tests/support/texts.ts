/** Texts of books for what is not about reading files in. */
import { Buffer } from "node:buffer";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/engine/client.ts";
import { bookTexts, textParts, textPictures, texts } from "../../db/schema.ts";
import { placeOf } from "../../server/contract/books/text_places.ts";
import { textEnd } from "../../server/contract/reading/positions.ts";

interface Chapter {
  title: string;
  paragraphs: string[];
}

/** Ten paragraphs of different lengths. */
export const paragraphs = (title: string): string[] =>
  Array.from({ length: 10 }, (_, n) => `${title}, paragraph ${n + 1}. ${"It goes on, and on. ".repeat(n * 3)}`.trim());

/**
 * Stores a text that is read in already, with a part for each chapter: a heading and plain paragraphs.
 * @returns how many characters it has
 */
export async function storeText(db: Db, bookId: string, chapters: Chapter[]): Promise<number> {
  const hash = `hash-of-${bookId}`;
  const blocks = chapters.map(({ title, paragraphs }) => [title, ...paragraphs]);
  const characters = blocks.flat().reduce((sum, block) => sum + block.length + 1, 0);
  let offset = 0;
  const parts = blocks.map((part, number) => {
    const from = offset;
    const html = part.map((block, n) => {
      const tag = n === 0 ? "h2" : "p";
      const written = `<${tag} id="c${offset}">${escaped(block)}</${tag}>`;
      offset += block.length + 1;
      return written;
    }).join("");
    const plain = part.map((block) => `${block}\n`).join("");
    return { hash, number, fromPlace: placeOf(characters, from), toPlace: placeOf(characters, offset), html, plain };
  });
  const sections = parts.map(({ fromPlace: from }, n) => ({ title: chapters[n].title, level: 1, from }));
  parts.at(-1)!.toPlace = textEnd;
  await db.write([
    db.q.insert(texts).values({
      hash,
      state: "ready",
      title: "A text",
      language: "en",
      characters,
      sections,
      createdAt: 1,
    }),
    ...parts.map((part) => db.q.insert(textParts).values(part)),
    db.q.insert(textPictures).values({ hash, number: 0, bytes: Buffer.from("picture") }),
    db.q.insert(bookTexts).values({ bookId, hash, addedAt: 1 }),
    db.q.run(sql`insert into editions (id, book_id, unit, page_count)
      values (${hash}, ${bookId}, 'characters', ${characters})`),
  ]);
  return characters;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

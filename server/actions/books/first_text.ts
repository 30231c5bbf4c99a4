/** The text of the demo: read in as a member's file is, and stored once for all groups that have it. */
import { createHash } from "node:crypto";
import type { Db } from "../../../db/engine/client.ts";
import { findSeededText, type SeededText, storeSeededText } from "../../../db/seed/text.ts";
import type { ReadPart } from "../../library/epub/epub.ts";
import { openText } from "../../library/epub/thread.ts";
import { firstBook } from "../../library/epub/first_book.ts";

/** Reads it in unless it is there; it has no pictures. */
export async function ensureFirstText(db: Db, now: number): Promise<SeededText | undefined> {
  const file = await firstBook();
  const hash = createHash("sha256").update(file).digest("hex");
  const known = await findSeededText(db, hash);
  if (known) return known;
  const parts: ReadPart[] = [];
  using opened = await openText(file);
  const text = await opened.read({
    part: (part) => Promise.resolve(void parts.push(part)),
    picture: () => Promise.resolve(),
  });
  await storeSeededText(db, { ...text, hash, parts }, now);
  return await findSeededText(db, hash);
}

import { parsePlainBook, type PlainBook } from "./plain_book.ts";
import { writeEpub } from "./write_epub.ts";

const file = new URL("../../../db/seed/texts/jekyll_and_hyde.txt", import.meta.url);

export const readFirstBook = async (): Promise<PlainBook> => parsePlainBook(await Deno.readTextFile(file));

/** The book that the demo's gothic readers have the text of. */
export const firstBook = async (): Promise<Uint8Array<ArrayBuffer>> => await writeEpub(await readFirstBook());

/** What somebody leaves in a database, in words that nothing else there has. */
import { sql } from "drizzle-orm";
import type { Db } from "../../db/engine/client.ts";
import { indexMessages } from "../../db/chat/message_search.ts";
import { namesIn } from "./operate.ts";

const words = {
  name: "Wilhelmina Quackenbush",
  username: "jabberwocky77",
  email: "vorpal.quackenbush@example.org",
  passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$bandersnatch$frumious",
  bio: "Likes slithy toves",
  note: "Mimsy were the borogoves",
  answer: "Outgrabe, I suppose",
  groupName: "Tulgey wood",
  message: "Galumphing tomorrow",
  file: "Snickersnack, one two",
};

/** The words, as they can be found in the bytes. */
export const traces = [...Object.values(words), "galumphing"];

/** Gives somebody a name, notes, and a group of their own with a book, a message and a file. */
export async function addTraces(db: Db, userId: string): Promise<void> {
  const { q } = db;
  const now = 1_700_000_000_000;
  const statements = [
    sql`update users set full_name = ${words.name}, username = ${words.username}, email = ${words.email},
      password_hash = ${words.passwordHash}, bio = ${words.bio} where id = ${userId}`,
    sql`insert into groups (id, group_name, created_by, created_at, active_at)
      values ('g-own', ${words.groupName}, ${userId}, ${now}, ${now})`,
    sql`insert into members (group_id, user_id, joined_at) values ('g-own', ${userId}, ${now})`,
    sql`insert into messages (id, group_id, seq, rev, user_id, content, created_at)
      values ('m-own', 'g-own', 1, 1, ${userId}, ${words.message}, ${now})`,
    sql`insert into files (id, group_id, user_id, message_id, name, type, size, stored_size, created_at)
      values ('f-own', 'g-own', ${userId}, 'm-own', 'a.txt', 'text/plain', 20, 20, ${now})`,
    sql`insert into file_chunks (file_id, variant, number, bytes)
      values ('f-own', 'original', 0, cast(${words.file.padEnd(9000, ".")} as blob))`,
    sql`insert into books (id, group_id, title, page_count, categories, added_by, created_at)
      values ('b-own', 'g-own', 'A book', 100, '[]', ${userId}, ${now})`,
    sql`insert into notes (id, book_id, user_id, page_number, content, updated_at)
      values ('n-own', 'b-own', ${userId}, 1, ${words.note}, ${now})`,
    sql`insert into note_answers (id, note_id, user_id, content, created_at)
      values ('a-own', 'n-own', ${userId}, ${words.answer}, ${now})`,
  ] as const;
  for (const statement of statements) await db.write([q.run(statement)]);
  while (await indexMessages(db));
}

/** Which of the words are in the bytes of a file or of those beside it. */
export async function findIn(path: string, words: string[]): Promise<string[]> {
  const [, folder, name] = /^(.*)\/([^/]+)$/.exec(path)!;
  const files = namesIn(folder).filter((one) => one.startsWith(name));
  const texts = await Promise.all(
    files.map(async (one) => new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${one}`))),
  );
  return words.filter((word) => texts.some((text) => text.includes(word)));
}

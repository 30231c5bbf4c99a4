/** What is stored beside a text of how it is shown. */
import { type SQL, sql } from "drizzle-orm";
import type { Written, WrittenNode } from "../../server/contract/site/written_shapes.ts";
import type { Db, Statement } from "../engine/client.ts";

/** By its table the column that each of them has its source in. */
export const sources = {
  messages: "content",
  notes: "content",
  note_answers: "content",
  questions: "question",
  answers: "content",
  reviews: "text",
  groups: "description",
  highlights: "note",
  highlight_answers: "content",
};
type WrittenTable = keyof typeof sources;

/** As JSON of the nodes, which are shown in place of the source; null where that is. */
export const formatJson = (table: WrittenTable): SQL => sql`${sql.raw(table)}.form -> '$.nodes'`;

/** The nodes themselves. */
export const formatOf = (table: WrittenTable) => formatJson(table).mapWith(JSON.parse) as SQL<WrittenNode[] | null>;

/** Characters of forms that are listed with one text, of those that answer it: a hundred may have 32 kB each. */
const mostListed = 200_000;

/** Of one among several, in their order, as JSON: beyond so many characters of forms it has its words in their place. */
export const formatJsonAmong = (table: WrittenTable, order: SQL): SQL => {
  const form = sql.raw(`${table}.form`);
  const words = sql`json_object('type', 'text', 'value', ${form} ->> '$.text')`;
  return sql`json(case when ${form} is null then null
    when sum(coalesce(length(${form}), 0)) over (order by ${order}) <= ${sql.raw(String(mostListed))}
      then ${formatJson(table)}
    else json_array(json_object('type', 'paragraph', 'children', json_array(${words}))) end)`;
};

/** Its words, without marks and what is hidden. @param name of the table, or another one in a query */
export const wordsOf = (table: WrittenTable, name: string = table): SQL<string> =>
  sql<string>`coalesce(${sql.raw(name)}.form ->> '$.text', ${sql.raw(`${name}.${sources[table]}`)})`;

/** As it is stored. */
export const formJson = (written: Written | undefined): string | null =>
  written?.form ? JSON.stringify(written.form) : null;

/** Follows what stores a text, which takes away the form that was there. @param where the row, besides its source */
export const storeForm = (db: Db, table: WrittenTable, written: Written, where: SQL): Statement =>
  db.q.run(sql`update ${sql.raw(table)} set form = ${formJson(written)}
    where ${where} and ${sql.raw(sources[table])} = ${written.content}`);

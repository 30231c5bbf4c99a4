/** The heads of tables, which are repeated where a table goes on in the next part. */
import { epub as limits } from "../../contract/books/text_limits.ts";
import { bytesOf, marks } from "./marks.ts";

/** `<` stands only where a tag begins. */
const ids = /<([a-z][a-z\d]*) id="c\d+"/g;

/** Links back from notes, and pages of print: each may be in a text once only. */
const hasUnique = (html: string) => html.includes(marks.note) || html.includes('<span class="page"');

export class TableHeads {
  #heads = new WeakMap<object, string>();

  /** A table that is not well-formed has several. @param head from the beginning of its `thead` to the end */
  keep(table: object, head: string): void {
    const all = (this.#heads.get(table) ?? "") + head.replaceAll(ids, "<$1");
    if (bytesOf(all) <= limits.head && !hasUnique(head)) this.#heads.set(table, all);
  }

  forget(table: object): void {
    this.#heads.delete(table);
  }

  /** Without ids: characters are counted only where the head first stands. */
  of(table: object): string | undefined {
    return this.#heads.get(table);
  }
}

import pLimit from "p-limit";
import { giveWay } from "../../../../db/engine/timing.ts";
import { formJson, sources } from "../../../../db/site/forms.ts";
import { type Row, type SentFile, storeRows, type tables } from "../../../../db/groups/incoming.ts";
import { archiveImportTexts as texts } from "../../../contract/groups/archive_import_texts.ts";
import { archive as limits } from "../../../contract/groups/limits.ts";
import type { Deps } from "../../../deps.ts";
import { tooLarge } from "../../../library/archive_file.ts";
import { withForm } from "../../../writing/mod.ts";

const largestWrite = 128 * 1024;

type Table = (typeof tables)[number];

/** Columns of times at which something was done, whatever the clock there said. */
const past = [
  "created_at",
  "updated_at",
  "joined_at",
  "shared_at",
  "edited_at",
  "pinned_at",
  "closed_at",
  "cancelled_at",
];

/** Of all archives one is stored a write at a time: between several commits no request has its turn. Per process. */
const storing = pLimit(1);

/** What is shown of the text of a row, as if it had been written here. */
function formIn(table: Table, row: Row): Row {
  const source = (sources as Record<string, string>)[table];
  if (source === undefined) return {};
  return { form: formJson(withForm(String(row[source] ?? ""), { tables: table === "notes" })) };
}

/** Rows of the group, many in a write. */
export class Writes {
  #rows = new Map<string, Row[]>();
  #files: SentFile[] = [];
  #count = 0;
  #size = 0;
  #all = 0;

  constructor(private deps: Deps, private groupId: string) {}

  /** One row of the archive may become thousands. @throws AppError (413) */
  async add(table: Table, given: Row): Promise<void> {
    if (++this.#all > limits.rows) throw tooLarge(texts.tooManyRows);
    const now = this.deps.clock();
    const row: Row = { ...given, ...formIn(table, given) };
    for (const name of past) if (Number(row[name]) > now) row[name] = now;
    const rows = this.#rows.get(table) ?? [];
    this.#rows.set(table, rows);
    rows.push(row);
    this.#size += JSON.stringify(row).length;
    if (++this.#count >= limits.stored || this.#size > largestWrite) await this.flush();
    await giveWay();
  }

  /** With the message, which is added next. */
  addFile(file: SentFile): void {
    this.#files.push(file);
  }

  async flush(): Promise<void> {
    if (this.#count === 0) return;
    const part = { rows: this.#rows, files: this.#files };
    [this.#rows, this.#files, this.#count, this.#size] = [new Map(), [], 0, 0];
    await storing(() => storeRows(this.deps.db, this.groupId, part));
  }
}

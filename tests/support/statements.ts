/** The statements that an app runs, and whether each finds what it reads by an index. */
import assert from "node:assert/strict";
import type { Client, InStatement } from "@libsql/client";
import { longestStored } from "../../db/engine/file_client.ts";
import type { TestApp } from "./app.ts";

/** Full scans that are allowed, with the reason. */
const mayScan: [RegExp, string][] = [
  [/^SCAN mails\b/, "stored mails are pruned to a thousand, and mails to be sent wait for a moment only"],
  [/^SCAN group_settings USING (COVERING )?INDEX group_settings_listed/, "the index has only groups that are listed"],
  [/^SCAN messages USING INDEX messages_unindexed/, "the index has only those that are not in the search index yet"],
  [
    /^SCAN (users|groups|audit_log|reports) USING INDEX \w+: .*limit \?$/,
    "a page of an operator's list, in the order of an index",
  ],
  [/^SCAN users: select \(select count\(\*\) from users /, "an operator's number of today, until it is recorded"],
  [/^SCAN users: select count\(\*\), .* limit \?\)/s, "people are counted up to a hundred thousand"],
  [/^SCAN unindexed_messages: .* limit \?\)/s, "of what waits to be indexed, the latest"],
  [/^SCAN texts: select hash from texts/, "what no book has any more is looked for after a removal, in short rows"],
  [/^SCAN notes: .* where \(false and /s, "nothing is looked for"],
];

/** As a statement of a write is passed on by Drizzle, a builder's and a raw one. */
export interface Preparable {
  _prepare(): { getQuery(): { sql: string; params: never[] } };
}

/** Records each different statement that an app runs in `during`. */
export function recordStatements({ deps: { db } }: Pick<TestApp, "deps">) {
  const statements = new Map<string, InStatement>();
  let isRecording = false;
  let [run, rows] = [0, 0];
  const note = (statement: InStatement) => {
    if (!isRecording) return;
    run++;
    statements.set(typeof statement === "string" ? statement : statement.sql, statement);
  };
  const client = (db.q as unknown as { $client: Client }).$client;
  const execute = client.execute.bind(client);
  client.execute = async (statement: InStatement) => {
    note(statement);
    const result = await execute(statement);
    rows += result.rows.length;
    return result;
  };
  const write = db.write.bind(db);
  db.write = (batch) => {
    for (const statement of batch) {
      const { sql, params } = (statement as unknown as Preparable)._prepare().getQuery();
      note({ sql, args: params });
    }
    return write(batch);
  };
  return {
    async during<T>(work: () => Promise<T>): Promise<T> {
      isRecording = true;
      return await work().finally(() => isRecording = false);
    },
    /** Counts the statements that the app runs in this, and the rows that its reads give. */
    async counting<T>(work: () => Promise<T>): Promise<{ result: T; statements: number; rows: number }> {
      [run, rows] = [0, 0];
      const result = await this.during(work);
      return { result, statements: run, rows };
    },
    /** Asserts that there were some, and that none reads a table from end to end. */
    async assertIndexed(): Promise<void> {
      assert.ok(statements.size > 0);
      const scans = await Promise.all([...statements.values()].map((statement) => scansOf(execute, statement)));
      assert.deepEqual(scans.flat(), []);
    },
    /** Asserts that none is compiled anew each time. */
    assertStored(): void {
      assert.deepEqual([...statements.keys()].filter(({ length }) => length > longestStored), []);
    },
  };
}

async function scansOf(execute: Client["execute"], statement: InStatement): Promise<string[]> {
  const { sql, args } = typeof statement === "string" ? { sql: statement, args: [] } : statement;
  const { rows } = await execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args });
  const details = rows.map(({ detail }) => String(detail));
  // What an inner query found is read to its end: what that one reads has steps of its own.
  const inner = details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (.*)/.exec(detail)?.[1] ?? []);
  return details.filter((detail) => !inner.includes(detail.replace(/^\w+ /, ""))).map((detail) => `${detail}: ${sql}`)
    .filter((step) =>
      // The second is for a least or greatest value, without an index to find it by.
      /^SCAN (?!.*VIRTUAL TABLE|CONSTANT ROW)|^SEARCH \w+: /.test(step) &&
      !mayScan.some(([excused]) => excused.test(step))
    );
}

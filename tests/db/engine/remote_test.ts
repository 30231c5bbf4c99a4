import assert from "node:assert/strict";
import type { LibsqlBatchError } from "@libsql/client/sqlite3";
import { sql } from "drizzle-orm";
import { migrate } from "../../../db/engine/migrate.ts";
import { type Db, libsqlError, openDb } from "../../../db/engine/client.ts";
import { ServerClient } from "../../../db/engine/server_client.ts";
import { asAppError } from "../../../server/errors.ts";
import { until } from "../../support/operate.ts";
import { silentServer } from "../../support/servers/silent_server.ts";
import { NativeResponse } from "../../support/native_response.ts";

for (const scheme of ["ws", "http"]) {
  Deno.test(`reads and writes of a libSQL server that never answers over ${scheme} fail in time, as unavailable`, async () => {
    await using server = await silentServer();
    const db = await openDb({ url: `${scheme}://${server.address}`, timeout: 100 });
    const calls = [
      () => db.q.get(sql`select 1`),
      () => db.write([db.q.run(sql`delete from users`)]),
      () => migrate(db),
    ];
    for (const call of calls) {
      const error = await call().then(() => assert.fail("it was answered"), (error) => error);
      assert.equal(libsqlError(error)?.code, "SERVER_UNREACHABLE");
      assert.equal(asAppError(error).status, 503);
    }
    await db.close();
    await until(() => server.open() === 0);
  });
}

type Condition = { type: "ok"; step: number } | { type: "not"; cond: Condition };

interface BatchRequest {
  batch: { steps: { stmt: { sql: string }; condition?: Condition }[] };
}

const one = { cols: [{ name: "one" }], rows: [[{ type: "integer", value: "1" }]], affected_row_count: 0 };
const noSuchTable = { message: "SQLite error: no such table", code: "SQLITE_UNKNOWN" };
const syntaxError = { message: "SQL string could not be parsed", code: "SQL_PARSE_ERROR" };

const busy = { message: "SQLite error: database is locked", code: "SQLITE_BUSY" };
const timedOut = { message: "Transaction timed out", code: "TRANSACTION_TIMEOUT" };

/**
 * Answers each statement that is to be run with 1, unless it names a missing table; none where one cannot be parsed.
 *
 * @param failing the errors of statements that fail, by their text
 */
function answerBatch({ batch }: BatchRequest, failing: Record<string, object>) {
  const texts = batch.steps.map(({ stmt }) => stmt.sql);
  if (texts.some((text) => text.includes("unparsable"))) return { type: "response_error", error: syntaxError };
  const step_results: unknown[] = [];
  const isMet = (condition: Condition): boolean =>
    condition.type === "ok" ? Boolean(step_results[condition.step]) : !isMet(condition.cond);
  const step_errors = batch.steps.map(({ stmt, condition }) => {
    const isRun = !condition || isMet(condition);
    const error = stmt.sql.includes("missing") ? noSuchTable : failing[stmt.sql];
    step_results.push(isRun && !error ? one : null);
    return error && (isRun || error === timedOut) ? error : null;
  });
  return { type: "response_ok", response: { type: "batch", result: { step_results, step_errors } } };
}

interface Faults {
  /** How many connections are never answered, from the first one. */
  unanswered?: number;
  /** The HTTP status with which the first connection is refused. */
  refusal?: number;
  /** Whether the answers to batches of one step are held until the test sends them. */
  isHeld?: boolean;
  /** The errors of statements that fail, by their text, in one batch after the other: then they succeed. */
  failures?: Record<string, object>[];
}

/**
 * A minimal libSQL server: JSON over WebSockets, see
 * https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md
 */
function minimalServer({ unanswered = 0, refusal, isHeld = false, failures = [] }: Faults = {}) {
  /** The addresses that were asked for. */
  const urls: string[] = [];
  const tokens: string[] = [];
  /** How many steps each batch had. */
  const batches: number[] = [];
  /** Sends the answers that are held. */
  const held: (() => void)[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    urls.push(request.url);
    if (refusal && urls.length === 1) return new NativeResponse("", { status: refusal });
    const { socket, response } = Deno.upgradeWebSocket(request, { protocol: "hrana2" });
    const isDead = urls.length <= unanswered;
    socket.onmessage = ({ data }) => {
      const { type, jwt, request_id, request } = JSON.parse(data);
      if (type === "hello") {
        tokens.push(jwt);
        return socket.send(JSON.stringify({ type: "hello_ok" }));
      }
      if (isDead) return;
      if (type !== "request" || request.type !== "batch") return;
      batches.push(request.batch.steps.length);
      const reply = answerBatch(request, failures.shift() ?? {});
      const answer = () => socket.send(JSON.stringify({ request_id, ...reply }));
      if (isHeld && request.batch.steps.length === 1) held.push(answer);
      else answer();
    };
    return response;
  });
  const address = `127.0.0.1:${server.addr.port}`;
  return { address, urls, tokens, batches, held, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("the token of the database's address is sent in a message, and not in the WebSocket's address", async () => {
  await using server = minimalServer();
  const db = await openDb({ url: `ws://${server.address}?authToken=secret` });
  await db.q.get(sql`select 1`);
  assert.deepEqual(server.tokens, ["secret"]);
  assert.deepEqual(server.urls.map((url) => new URL(url).search), [""]);
  await db.close();
});

for (const refusal of [401, 403, 408, 429, 500, 502, 503, 504]) {
  Deno.test(`a server whose first answer is ${refusal} is still asked over WebSockets`, async () => {
    await using server = minimalServer({ refusal });
    const db = await openDb({ url: `http://${server.address}` });
    await db.q.get(sql`select 1`);
    assert.deepEqual(server.batches, [1]);
    await db.close();
  });
}

Deno.test("a dead connection is replaced: its calls fail as unavailable, and the next ones are answered", async () => {
  await using server = minimalServer({ unanswered: 1 });
  const db = await openDb({ url: `ws://${server.address}`, timeout: 200 });
  const ask = () => db.q.get(sql`select 1 as one`);
  const asked = Array.from({ length: 30 }, () => ask().then(() => assert.fail("it was answered"), (error) => error));
  for (const error of await Promise.all(asked)) assert.equal(asAppError(error).status, 503);
  assert.deepEqual({ ...await ask() as object }, { one: 1 });
  await db.close();
});

Deno.test("closing does not wait for a server that does not answer, and running calls fail as unavailable", async () => {
  await using server = await silentServer();
  const db = await openDb({ url: `ws://${server.address}`, timeout: 600_000 });
  const writing = db.write([db.q.run(sql`delete from users`)]).catch((error) => error);
  const reading = db.q.get(sql`select 1`).catch((error) => error);
  await db.close();
  for (const error of await Promise.all([writing, reading])) assert.equal(asAppError(error).status, 503);
});

Deno.test("reads that are asked for at once share a round trip, and one that fails does so alone", async () => {
  await using server = minimalServer();
  const db = await openDb({ url: `ws://${server.address}` });
  const ask = (text: string) => db.q.get(sql.raw(`select 1 as one from ${text}`));
  const results = await Promise.allSettled(["a", "missing", "b"].map(ask));
  assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(server.batches, [3]);
  const others = await Promise.allSettled(["a", "unparsable", "b"].map(ask));
  assert.deepEqual(others.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  await db.close();
});

Deno.test("after a statement that cannot be parsed, the reads beside it go out singly, twenty at a time", async () => {
  await using server = minimalServer({ isHeld: true });
  const db = await openDb({ url: `ws://${server.address}` });
  const ask = (_: unknown, n: number) => db.q.get(sql.raw(`select 1 as one from ${n === 7 ? "unparsable" : "a"}`));
  const asked = Promise.allSettled(Array.from({ length: 45 }, ask));
  for (const count of [20, 20, 5]) {
    await until(() => server.held.length >= count);
    assert.equal(server.held.length, count);
    server.held.splice(0).forEach((answer) => answer());
  }
  const failed = (await asked).flatMap(({ status }, n) => status === "rejected" ? [n] : []);
  assert.deepEqual(failed, [7]);
  await db.close();
});

Deno.test("a value that cannot be stored rejects its own read or write only", async () => {
  await using server = minimalServer();
  const client = new ServerClient({ url: new URL(`ws://${server.address}`), timeout: 1000 });
  const statement = { sql: "select ?", args: [NaN] };
  await assert.rejects(client.execute(statement), RangeError);
  await assert.rejects(client.batch(["select 1", statement]), { statementIndex: 1 });
  client.close();
  const db = await openDb({ url: `ws://${server.address}` });
  const writes = ["a", NaN, "b"].map((value) => db.write([db.q.run(sql`delete from a where b = ${value}`)]));
  const results = await Promise.allSettled(writes);
  assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  await db.close();
});

Deno.test("a write of which a statement fails is rolled back in the same round trip, and its error names the statement", async () => {
  await using server = minimalServer();
  const db = await openDb({ url: `ws://${server.address}` });
  const remove = (table: string) => db.q.run(sql.raw(`delete from ${table}`));
  const error = await db.write([remove("a"), remove("missing"), remove("b")])
    .then(() => assert.fail("it was stored"), libsqlError);
  assert.equal((error as LibsqlBatchError).statementIndex, 1);
  assert.equal(error?.code, noSuchTable.code);
  assert.deepEqual(server.batches, [6]);
  assert.equal((await db.write([remove("a"), remove("b")])).length, 2);
  await db.close();
});

const write = (db: Db, table: string) => db.write([db.q.run(sql.raw(`delete from ${table}`))]);

for (const [statement, error] of [["BEGIN IMMEDIATE", busy], ["delete from a", timedOut], ["COMMIT", busy]] as const) {
  Deno.test(`a write whose ${statement} meets another instance's transaction (${error.code}) is sent again until it is stored`, async () => {
    await using server = minimalServer({ failures: [{ [statement]: error }, { [statement]: error }] });
    const db = await openDb({ url: `ws://${server.address}` });
    const writing = write(db, "a");
    const later = writing.then(() => write(db, "b"));
    await Promise.all([writing, later]);
    assert.deepEqual(server.batches, [4, 4, 4, 4]);
    assert.equal(db.commits(), 2);
    await db.close();
  });
}

Deno.test("a write that others' transactions keep out until its time is over fails as unavailable", async () => {
  await using server = minimalServer({ failures: Array(100_000).fill({ "BEGIN IMMEDIATE": busy }) });
  const db = await openDb({ url: `ws://${server.address}`, lockTimeout: 1000 });
  const error = await write(db, "a").then(() => assert.fail("it was stored"), (error) => error);
  assert.equal(asAppError(error).status, 503);
  assert.ok(server.batches.length > 1);
  await db.close();
});

Deno.test("a write that is stored counts as stored where the server fails after the commit", async () => {
  await using server = minimalServer({ failures: [{ ROLLBACK: timedOut }] });
  const db = await openDb({ url: `ws://${server.address}` });
  // The server's timeout fails the steps that are not to be run too.
  await write(db, "a");
  assert.deepEqual(server.batches, [4]);
  await db.close();
});

Deno.test("a write that is not answered is not sent again: it may be stored", async () => {
  await using server = minimalServer({ unanswered: 1 });
  const db = await openDb({ url: `ws://${server.address}`, timeout: 100 });
  const error = await write(db, "a").then(() => assert.fail("it was answered"), (error) => error);
  assert.equal(asAppError(error).status, 503);
  assert.deepEqual(server.batches, []);
  assert.equal(db.commits(), 0);
  await db.close();
});

for (const status of [400, 404, 405, 426, 501]) {
  Deno.test(`a libSQL server that answers ${status} in place of a WebSocket is asked over HTTP`, async () => {
    await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
      if (request.method !== "POST") return new NativeResponse("no WebSockets", { status });
      const { requests } = await request.json();
      const results = requests.map(({ type }: { type: string }) => ({ type: "ok", response: { type, result: one } }));
      return NativeResponse.json({ baton: null, base_url: null, results });
    });
    const db = await openDb({ url: `http://127.0.0.1:${server.addr.port}` });
    assert.deepEqual({ ...await db.q.get(sql`select 1 as one`) as object }, { one: 1 });
    await db.close();
  });
}

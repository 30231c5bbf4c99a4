import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { migrate } from "../../db/migrate.ts";
import { libsqlError, openDb } from "../../db/client.ts";
import { asAppError } from "../../server/errors.ts";
import { until } from "../support/operate.ts";
import { silentServer } from "../support/silent_server.ts";

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

/**
 * A minimal libSQL server for one statement, which stops answering on its first connection: JSON over WebSockets,
 * see https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md
 */
function forgetfulServer() {
  let connections = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request, { protocol: "hrana2" });
    const isDead = connections++ === 0;
    socket.onmessage = ({ data }) => {
      const { type, request_id, request } = JSON.parse(data);
      if (type === "hello") return socket.send(JSON.stringify({ type: "hello_ok" }));
      if (isDead) return;
      const one = { cols: [{ name: "one" }], rows: [[{ type: "integer", value: "1" }]], affected_row_count: 0 };
      const answer = { type: request.type, result: one };
      socket.send(JSON.stringify({ type: "response_ok", request_id, response: answer }));
    };
    return response;
  });
  return { address: `127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

// spec: trust.11
Deno.test("a dead connection is replaced: its calls fail as unavailable, and the next ones are answered", async () => {
  await using server = forgetfulServer();
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

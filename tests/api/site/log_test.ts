import assert from "node:assert/strict";
import { LibsqlError } from "@libsql/client";
import { NotFound } from "../../../server/errors.ts";
import { logError, openLog } from "../../../server/log.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { startCast } from "../../support/cast.ts";
import { holdLock } from "../../support/lock.ts";
import { lineOutput } from "../../support/log.ts";
import { until } from "../../support/operate.ts";
import { submit, visit } from "../../support/requests.ts";

const lines = (app: TestApp): Record<string, unknown>[] => app.log.map((line) => JSON.parse(line));

/** Makes every call that contains a secret. @returns the secrets */
async function journey(app: TestApp): Promise<string[]> {
  const [ada, grace] = [await app.register("Ada"), await app.register("Grace")];
  const group = await app.group(ada, grace);
  await app.call("POST", "/auth/login", null, { email: ada.email, password: "Mistyped-horse-1" });
  await submit(app, "/login", null, { email: ada.email, password: "Mistyped-horse-2" });
  await app.call("POST", "/auth/forgot-password", null, { email: grace.email });
  const tokens = [...await app.links(ada.email), ...await app.links(grace.email)].map((link) => link.split("=")[1]);
  for (const token of tokens) {
    await (await visit(app, `/verify-email?token=${token}`)).body?.cancel();
    await (await submit(app, `/verify-email?token=${token}`, null, {})).body?.cancel();
    await submit(app, `/reset-password?token=${token}`, null, { password: "Chosen-horse-3", confirmPassword: "x" });
  }
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "between us", clientId: "secret-client-id" });
  await submit(app, `/group/${group.id}/messages`, ada, { content: "between us two" });
  return [ada.password, ada.token, grace.token, ...tokens, "Mistyped", "Chosen-horse", "between us"];
}

function assertSilent(app: TestApp, secrets: string[]): void {
  for (const secret of [...secrets, "$argon2id", "secret-client-id"]) {
    const line = app.log.find((line) => line.includes(secret));
    assert.equal(line, undefined, `${secret} in ${line}`);
  }
}

Deno.test("the log contains no password, token or message while everything works", async () => {
  await using app = await startApp({ env: { LOG_LEVEL: "trace" } });
  const secrets = await journey(app);
  assert.ok(lines(app).length > 20);
  assertSilent(app, secrets);
});

Deno.test("nor while another process locks the database and every write answers 503", async () => {
  await using app = await startCast();
  const { ada, here, circle } = app;
  const say = () => app.call("POST", `${here}/messages`, ada, { content: "between us" });
  const lock = await holdLock(/file:(.*)/.exec(app.deps.config.databaseUrl)![1]);
  const asked = [1, 2, 3].map(say);
  const page = await submit(app, `/group/${circle.id}/messages`, ada, { content: "between us" });
  const [{ status, body, headers }] = await Promise.all(asked);
  await lock.letGo();
  assert.equal(page.status, 503);
  await page.body?.cancel();
  const message = "The service cannot save anything right now. Please try again in a moment.";
  const { requestId } = body;
  assert.deepEqual([status, body], [503, { message, error: message, code: "unavailable", requestId }]);
  assert.equal(headers.get("Retry-After"), "5");
  assert.equal(headers.get("X-Request-Id"), requestId);
  for (const id of [requestId, page.headers.get("X-Request-Id")]) {
    assert.ok(lines(app).some((line) => line.requestId === id && line.status === 503));
  }
  assertSilent(app, ["between us", ada.token]);
  assert.equal((await say()).status, 201);
});

Deno.test("nor when everything fails: the response has a request id and no internal details", async () => {
  await using app = await startCast();
  const { ada, here } = app;
  const grace = { fullname: "Grace", email: "new@example.org", password: "Correct-horse-1" };
  await app.deps.db.close();
  const calls: [string, string, typeof ada | null, unknown?][] = [
    ["POST", "/auth/login", null, { email: ada.email, password: ada.password }],
    ["POST", "/auth/register", null, grace],
    ["POST", `${here}/messages`, ada, { content: "between us" }],
    ["GET", "/auth/me", ada],
    ["POST", "/auth/reset-password", null, { token: "reset-token", password: "Correct-horse-1" }],
  ];
  for (const [method, path, as, input] of calls) {
    const { status, body, headers } = await app.call(method, path, as, input);
    const message = "Server error occurred. Please try again later.";
    const requestId = headers.get("X-Request-Id");
    assert.deepEqual([status, body], [500, { message, error: message, code: "server_error", requestId }]);
    assert.ok(lines(app).some((line) => line.level === 50 && line.requestId === requestId), path);
  }
  assertSilent(app, [ada.password, ada.token, "between us", "reset-token", "example.org"]);
});

Deno.test("a database outage is logged once a second, with the number of failures since", async () => {
  const shown: Record<string, unknown>[] = [];
  const log = openLog("info", lineOutput((line) => shown.push(JSON.parse(line))));
  const outage = new LibsqlError("the database is locked", "SQLITE_BUSY");
  for (let n = 0; n < 1000; n++) logError(log, outage, { what: "request failed", requestId: n });
  logError(log, new Error("a fault of ours"), { what: "request failed", requestId: "other" });
  logError(log, new NotFound(), { what: "request failed", requestId: "another" });
  await log.written(10_000);
  assert.deepEqual(shown.map(({ requestId }) => requestId), [0, "other"]);
  await until(() => shown.length > 2);
  assert.deepEqual([shown[2].level, shown[2].failures], [50, 999]);
});

Deno.test("each request is logged once with an id of the service's own, without query or address", async () => {
  await using app = await startApp();
  const headers = { "X-Request-Id": "chosen-by-the-caller" };
  const response = await visit(app, "/verify-email?token=secret-token", null, { headers });
  await response.body?.cancel();
  const id = response.headers.get("X-Request-Id")!;
  assert.match(id, /^[0-9a-f]{16}$/);
  const logged = lines(app).filter(({ requestId }) => requestId === id);
  const { level, time, ms, requestId: _, ...rest } = logged[0];
  assert.deepEqual([logged.length, level, typeof ms], [1, 30, "number"]);
  assert.match(String(time), /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(rest, { method: "GET", path: "/verify-email", status: 200, msg: "request" });
  assertSilent(app, ["secret-token", "127.0.0.1", "chosen-by-the-caller"]);
});

import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { openChatroom } from "../realtime/chatroom.ts";
import { holdLock } from "../support/lock.ts";
import { folder } from "../support/operate.ts";
import { startProcess, type TestProcess } from "../support/process.ts";

const clear = "The service cannot save anything right now. Please try again in a moment.";

// spec: trust.3
Deno.test("While another process holds the database, the service starts, lives, tells who wants to save, and saves again afterwards", async () => {
  await using home = await folder();
  const { tokens, file } = await prepare(home.path);
  await using holder = await holdLock(file);
  await using service = await startProcess(file);
  const [saved, page] = await Promise.all([post(service, tokens.ada), fetch(`${service.url}/login`)]);
  assert.equal(page.status, 200);
  await page.body?.cancel();
  assert.deepEqual([saved.status, saved.body.message], [503, clear]);
  assert.equal(saved.headers.get("Retry-After"), "5");
  assert.deepEqual([await statusOf(service, "/healthz"), await statusOf(service, "/readyz")], [200, 503]);
  await holder.letGo();
  assert.equal((await post(service, tokens.ada)).status, 201);
  assert.equal(await statusOf(service, "/readyz"), 200);
  assert.equal((await service.end("SIGTERM")).code, 0);
});

// spec: trust.3
Deno.test("While a write waits for another process, everyone else is answered, and the write is stored once that lets go", async () => {
  await using home = await folder();
  const { tokens, file } = await prepare(home.path);
  await using service = await startProcess(file);
  await using holder = await holdLock(file);
  let isAnswered = false;
  const saving = post(service, tokens.ada).finally(() => isAnswered = true);
  for (let round = 0; round < 10; round++) {
    for (const path of ["/healthz", "/login", "/metrics"]) assert.equal(await statusOf(service, path), 200);
  }
  assert.equal(isAnswered, false);
  await holder.letGo();
  assert.equal((await saving).status, 201);
});

// spec: trust.3
Deno.test("While another process holds the database, reading waits for nothing that is stored on the side", async () => {
  await using home = await folder();
  let now = Date.now();
  await using app = await startApp({ folder: home.path, clock: () => now });
  const ada = await app.person("Ada");
  now += 2 * 24 * 3600_000;
  await using holder = await holdLock(`${home.path}/test.db`);
  const saving = app.call("PUT", "/users/profile", ada, { bio: "Proofs first" });
  // Her session is due to last longer, which is not stored now.
  const reading = app.call("GET", "/auth/me", ada);
  assert.deepEqual(await Promise.race([saving, reading]), await reading);
  assert.equal((await reading).status, 200);
  await holder.letGo();
  assert.equal((await saving).status, 200);
});

// spec: trust.2
Deno.test("Told to end while another process holds the database, the service is out with 0 and lost nothing", async () => {
  await using home = await folder();
  const { tokens, file } = await prepare(home.path);
  await using service = await startProcess(file);
  const { body: { message } } = await post(service, tokens.ada);
  await using holder = await holdLock(file);
  const refused = post(service, tokens.ada).catch(() => undefined);
  assert.equal((await service.end("SIGTERM")).code, 0);
  assert.notEqual((await refused)?.status, 201);
  await holder.letGo();
  await service.start();
  const headers = { Authorization: `Bearer ${tokens.grace}` };
  const { messages } = await (await fetch(`${service.url}/api/groups/engine/messages`, { headers })).json();
  assert.deepEqual(messages, [message]);
});

async function prepare(folder: string) {
  await using room = await openChatroom({ folder });
  return { tokens: room.tokens, file: `${folder}/test.db` };
}

async function statusOf({ url }: TestProcess, path: string): Promise<number> {
  const response = await fetch(url + path);
  await response.body?.cancel();
  return response.status;
}

async function post({ url }: TestProcess, token: string) {
  const response = await fetch(`${url}/api/groups/engine/messages`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ content: "Hello" }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

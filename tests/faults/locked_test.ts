import assert from "node:assert/strict";
import { openChatroom } from "../realtime/chatroom.ts";
import { folder } from "../support/operate.ts";
import { startProcess, type TestProcess } from "../support/process.ts";

const clear = "The service cannot save anything right now. Please try again in a moment.";

Deno.test("While another process holds the database, the service starts, lives, tells who wants to save, and saves again afterwards", async () => {
  await using home = await folder();
  const { tokens, file } = await prepare(home.path);
  await using holder = await hold(file);
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

Deno.test("Told to end while another process holds the database, the service is out within ten seconds with 0 and lost nothing", async () => {
  await using home = await folder();
  const { tokens, file } = await prepare(home.path);
  await using service = await startProcess(file);
  const { body: { message } } = await post(service, tokens.ada);
  await using holder = await hold(file);
  const refused = post(service, tokens.ada).catch(() => undefined);
  // Whatever ends it after that has no patience.
  const started = performance.now();
  assert.equal((await service.end("SIGTERM")).code, 0);
  assert.ok(performance.now() - started < 10_000);
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

/** Another process that keeps the database from being written, until it is told to let go. */
async function hold(file: string) {
  const script = new URL("../support/hold_lock.ts", import.meta.url).pathname;
  const holder = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", script, file],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const told = holder.stdout.getReader();
  assert.equal(new TextDecoder().decode((await told.read()).value).trim(), "held");
  let ended: Promise<void> | undefined;
  const end = async () => {
    await holder.stdin.close();
    await told.cancel();
    assert.ok((await holder.status).success);
  };
  const letGo = () => ended ??= end();
  return { letGo, [Symbol.asyncDispose]: letGo };
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

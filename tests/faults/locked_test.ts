import assert from "node:assert/strict";
import { openChatroom } from "../realtime/chatroom.ts";
import { startProcess, type TestProcess } from "../support/process.ts";

const clear = "The service cannot save anything right now. Please try again in a moment.";

Deno.test("While another process holds the database, whoever wants to save is told so; it starts, lives, and saves again afterwards", async () => {
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  const { tokens, file } = await prepare(folder);
  await using service = await startProcess(file);
  const holder = await hold(file);
  const [saved, page] = await Promise.all([post(service, tokens.ada), fetch(`${service.url}/login`)]);
  assert.equal(page.status, 200);
  await page.body?.cancel();
  assert.deepEqual([saved.status, saved.body.message], [503, clear]);
  assert.equal(saved.headers.get("Retry-After"), "5");
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  await holder.letGo();
  assert.equal((await post(service, tokens.ada)).status, 201);
  assert.equal((await service.end("SIGTERM")).code, 0);
  await Deno.remove(folder, { recursive: true });
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
  return {
    async letGo() {
      await holder.stdin.close();
      await told.cancel();
      assert.ok((await holder.status).success);
    },
  };
}

async function post({ url }: TestProcess, token: string) {
  const response = await fetch(`${url}/api/groups/engine/messages`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ content: "Hello" }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

import assert from "node:assert/strict";
import { openWire } from "../security/wire.ts";
import { engine, openChatroom } from "../realtime/chatroom.ts";
import { folder } from "../support/operate.ts";
import { startProcess } from "../support/process.ts";
import { connect } from "../support/socket.ts";

// spec: trust.2
Deno.test("Stopped while requests are half sent, the service closes them, exits with 0, and has stored what it acknowledged", async () => {
  await using home = await folder();
  const tokens = await prepare(home.path);
  await using service = await startProcess(`${home.path}/test.db`);
  using ada = await connect(service.url, tokens.ada);
  await ada.join(engine);
  assert.equal((await ada.say(engine, "Stored")).success, true);
  const head = ["POST /api/groups HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
  const bearer = `Authorization: Bearer ${tokens.ada}`;
  using half = await openWire(service.url);
  await half.send([...head, bearer, "Content-Length: 900000", "", '{"groupName":"'].join("\r\n"));
  using chunked = await openWire(service.url);
  await chunked.send([...head, bearer, "Transfer-Encoding: chunked", "", "5", '{"gro', ""].join("\r\n"));
  // The others are being read by now: this connection comes after them.
  assert.equal((await (await fetch(`${service.url}/healthz`)).json()).status, "ok");
  const [ended, ...cutOff] = await Promise.all([service.end("SIGTERM"), half.rest(), chunked.rest()]);
  assert.equal(ended.code, 0);
  assert.deepEqual(cutOff, ["", ""]);
  await service.start();
  const headers = { Authorization: `Bearer ${tokens.grace}` };
  const { messages } = await (await fetch(`${service.url}/api/groups/${engine}/messages`, { headers })).json();
  assert.deepEqual(messages.map(({ content }: { content: string }) => content), ["Stored"]);
});

// spec: trust.2
Deno.test("Stopped while people talk, the service notifies every client when to return, and exits with 0", async () => {
  await using home = await folder();
  const tokens = await prepare(home.path);
  await using service = await startProcess(`${home.path}/test.db`);
  using ada = await connect(service.url, tokens.ada);
  using grace = await connect(service.url, tokens.grace, { transports: ["polling"] });
  for (const socket of [ada, grace]) await socket.join(engine);
  assert.equal((await service.end("SIGTERM")).code, 0);
  for (const socket of [ada, grace]) {
    assert.deepEqual(await socket.next("stopping"), { returnWithin: 3000 });
    assert.equal(await socket.next("disconnect"), "transport close");
  }
});

async function prepare(folder: string) {
  await using room = await openChatroom({ folder });
  return room.tokens;
}

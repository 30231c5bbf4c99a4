import assert from "node:assert/strict";
import { openWire } from "../security/wire.ts";
import { engine, openChatroom } from "../realtime/chatroom.ts";
import { buildIfStale } from "../../islands/runtime/build.ts";
import { folder, until } from "../support/operate.ts";
import { root, startCommand, startProcess } from "../support/process.ts";
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

Deno.test("Asked to stop, the service says that it is not ready, and still answers on fresh connections before its port closes", async () => {
  await using home = await folder();
  await using service = await startProcess(`${home.path}/test.db`);
  const ended = service.end("SIGTERM");
  const readiness: number[] = [];
  const last = await untilRefused(async () => {
    const { status, body, headers } = await fetch(`${service.url}/readyz`);
    await body?.cancel();
    readiness.push(status);
    if (status === 503) assert.equal(headers.get("connection"), "close");
  });
  assert.match(`${last.cause}`, /refused/);
  // The first may be answered before the signal has arrived.
  assert.equal(readiness.at(-1), 503);
  assert.equal((await ended).code, 0);
});

async function untilRefused(ask: () => Promise<void>): Promise<Error> {
  try {
    while (true) await ask();
  } catch (error) {
    return error as Error;
  }
}

const ignore = Deno.build.os !== "linux";
Deno.test(
  { name: "Started by npm, the service ends when npm is ended, though no signal reaches it", ignore },
  async () => {
    await using home = await folder();
    await buildIfStale();
    // As `npx deno task start`: npm, its shell, `deno task`, and the service.
    await Deno.writeTextFile(`${home.path}/npm`, `sh -c "sh ${home.path}/task; true"; true`);
    await Deno.writeTextFile(`${home.path}/task`, `${startCommand} & echo $!; wait $!`);
    const npm = new Deno.Command("sh", {
      args: [`${home.path}/npm`],
      cwd: root,
      env: { NODE_ENV: "production", PORT: "0", DATABASE_URL: `file:${home.path}/test.db` },
      stdout: "piped",
    }).spawn();
    let out = "";
    const reading = npm.stdout.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: (text) => void (out += text) }));
    try {
      await until(() => out.includes("Listening on"));
      npm.kill("SIGTERM");
      await until(() => out.includes("has ended: closing"));
    } catch (error) {
      Deno.kill(parseInt(out), "SIGKILL");
      throw error;
    } finally {
      await npm.status;
      // Until the last process that writes there has ended.
      await reading;
    }
  },
);

async function prepare(folder: string) {
  await using room = await openChatroom({ folder });
  return room.tokens;
}

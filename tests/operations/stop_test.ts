import assert from "node:assert/strict";
import { openWire } from "../security/wire.ts";
import { build, folder, until } from "../support/operate.ts";
import { castOnFile, root, startCommand, startProcess, type TestProcess } from "../support/process.ts";
import { connect } from "../support/socket.ts";

Deno.test("Stopped while people talk and requests are half sent, the service says that it is not ready, tells every client when to return, closes what is half sent, exits with 0, and has stored what it acknowledged", async () => {
  await using cast = await castOnFile();
  await using service = await startProcess(cast.file);
  using ada = await connect(service.url, cast.tokens.ada);
  using grace = await connect(service.url, cast.tokens.grace, { transports: ["polling"] });
  for (const socket of [ada, grace]) await socket.join("engine");
  assert.equal((await ada.say("engine", "Stored")).success, true);
  const head = [
    ...["POST /api/groups HTTP/1.1", "Host: localhost", "Content-Type: application/json"],
    `Authorization: Bearer ${cast.tokens.ada}`,
  ];
  using half = await openWire(service.url);
  await half.send([...head, "Content-Length: 900000", "", '{"groupName":"'].join("\r\n"));
  using chunked = await openWire(service.url);
  await chunked.send([...head, "Transfer-Encoding: chunked", "", "5", '{"gro', ""].join("\r\n"));
  // The others are being read by now: this connection comes after them.
  assert.equal(await service.statusOf("/healthz"), 200);
  const ended = service.end("SIGTERM");
  const [readiness, ...cutOff] = await Promise.all([readinessUntilRefused(service), half.rest(), chunked.rest()]);
  // The first may be answered before the signal has arrived.
  assert.equal(readiness.at(-1), 503);
  assert.deepEqual(cutOff, ["", ""]);
  assert.equal((await ended).code, 0);
  for (const socket of [ada, grace]) {
    assert.deepEqual(await socket.next("stopping"), { returnWithin: 3000 });
    assert.equal(await socket.next("disconnect"), "transport close");
  }
  await service.start();
  const { body: { messages } } = await service.call("GET", "/groups/engine/messages", cast.tokens.grace);
  assert.deepEqual(messages.map(({ content }: { content: string }) => content), ["Stored"]);
});

/** The statuses of /readyz on fresh connections, until the port is closed. */
async function readinessUntilRefused({ url }: TestProcess): Promise<number[]> {
  const statuses: number[] = [];
  try {
    while (true) {
      const { status, body, headers } = await fetch(`${url}/readyz`);
      await body?.cancel();
      statuses.push(status);
      if (status === 503) assert.equal(headers.get("connection"), "close");
    }
  } catch (error) {
    // One that comes between the last look at what waits to be accepted and the end of the port is reset.
    assert.match(`${(error as Error).cause}`, /tcp connect error|Connection reset by peer/);
  }
  return statuses;
}

Deno.test({
  name: "Started by npm, the service ends when npm is ended, though no signal reaches it",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using home = await folder();
    await build();
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
});

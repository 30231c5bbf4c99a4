import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { closePort } from "../../server/http/listener.ts";
import { connectionsWaiting } from "../../server/http/connections.ts";

/** A server on a port, and a call of it on a connection of its own. */
async function open() {
  const server = createServer((_request, response) => void response.end("Here"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { server, url, ask: async () => await (await fetch(url, { headers: { Connection: "close" } })).text() };
}

const isRefused = ({ cause }: Error) => /refused/.test(`${cause}`);
const others = 20;

/** In a thread of its own: asks as often at once, and tells what was answered. */
const asking = `addEventListener("message", async ({ data: url }) => {
  const ask = () => fetch(url, { headers: { Connection: "close" } }).then((response) => response.text(), String);
  postMessage(await Promise.all(Array.from({ length: ${others} }, ask)));
});`;

Deno.test({
  name: "Connections that wait when a port is to be closed are all answered, and no other is taken",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const { server, url, ask } = await open();
    const thread = new Worker(URL.createObjectURL(new Blob([asking], { type: "text/javascript" })), { type: "module" });
    const answered = once(thread, "message");
    thread.postMessage(url);
    // This thread is busy, and accepts none.
    while (connectionsWaiting(server) < others);
    const { closed } = await closePort(server);
    const [{ data }] = await answered;
    assert.deepEqual(data, Array(others).fill("Here"));
    await closed;
    thread.terminate();
    await assert.rejects(ask, isRefused);
  },
});

Deno.test("A port is closed also where connections keep coming, and refuses the next one", async () => {
  const { server, ask } = await open();
  const asking = (async () => {
    while (true) await ask();
  })();
  const [{ closed }] = await Promise.all([closePort(server), assert.rejects(asking, isRefused)]);
  await closed;
});

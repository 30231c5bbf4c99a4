import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { closePort } from "../../server/http/close_port.ts";

Deno.test("A port is closed once no connections come, and those that came shortly after one another are all answered", async () => {
  const server = createServer((_request, response) => void response.end("Here"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: "close" } });
    return await response.text();
  };
  const closing = closePort(server);
  const first = ask();
  await once(server, "connection");
  const others = Array.from({ length: 20 }, ask);
  assert.deepEqual(new Set(await Promise.all([first, ...others])), new Set(["Here"]));
  const { closed } = await closing;
  await closed;
  await assert.rejects(ask, ({ cause }: Error) => /refused/.test(`${cause}`));
});

Deno.test("A port is closed also where connections keep coming, and refuses the next one", async () => {
  const server = createServer((_request, response) => void response.end("Here"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: "close" } });
    await response.body?.cancel();
  };
  const closing = closePort(server);
  const asking = (async () => {
    while (true) await ask();
  })();
  await assert.rejects(asking, ({ cause }: Error) => /refused/.test(`${cause}`));
  await (await closing).closed;
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { openBacklog } from "../../server/http/backlog.ts";
import { watchPackets } from "../../server/realtime/connection.ts";
import { until } from "../support/operate.ts";
import { connect } from "../support/socket.ts";

for (const transport of ["websocket", "polling"] as const) {
  Deno.test(`what one turn and its promises send to a client by ${transport} arrives in order`, async () => {
    await using pair = await openPair(transport);
    const { io, socket, client } = pair;
    socket.emit("number", 1);
    io.emit("number", 2);
    await Promise.resolve();
    socket.emit("number", 3);
    assert.deepEqual(await received(client, 3), [1, 2, 3]);
    io.emit("number", 4);
    socket.disconnect(true);
    assert.deepEqual(await received(client, 1), [4], "what was sent before the end arrives");
    await client.next("disconnect");
  });
}

Deno.test("what one turn and its promises send to a WebSocket leaves together", async () => {
  await using pair = await openPair("websocket");
  const { io, socket, client } = pair;
  const flushed: number[] = [];
  socket.conn.on("flush", (packets: unknown[]) => flushed.push(packets.length));
  socket.emit("number", 1);
  io.emit("number", 2);
  await Promise.resolve();
  socket.emit("number", 3);
  assert.deepEqual(flushed, []);
  await received(client, 3);
  assert.deepEqual(flushed, [3]);
});

Deno.test("what a turn broadcasts leaves as one, to each what is for its rooms, and is counted until it has", async () => {
  await using pair = await openPair("websocket");
  const { io, socket, client, backlog } = pair;
  using other = await pair.connect();
  const written: number[] = [];
  socket.conn.on("flush", (packets: unknown[]) => written.push(packets.length));
  io.emit("number", 1);
  io.to(socket.id).emit("number", 2);
  io.emit("number", 3);
  assert.ok(backlog.bytes() > 0);
  assert.deepEqual(await received(client, 3), [1, 2, 3]);
  assert.deepEqual(await received(other, 2), [1, 3]);
  io.emit("number", 4);
  for (const one of [client, other]) assert.deepEqual(await received(one, 1), [4]);
  assert.deepEqual(written, [1, 1]);
  await until(() => backlog.bytes() === 0);
});

/** A server with one client, to which everything has been written. */
async function openPair(transport: "websocket" | "polling") {
  const http = createServer();
  const io = new Server(http, { serveClient: false });
  const backlog = openBacklog({ onHangUp() {} });
  io.engine.on("connection", (conn) => watchPackets({ backlog }, conn, { address: "::1" }));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const accepted = once(io, "connection");
  const client = await connect(`http://127.0.0.1:${port}`, "", { transports: [transport] });
  const [socket] = await accepted;
  const begun = once(socket, "begin");
  client.io.emit("begin");
  await begun;
  return {
    io,
    socket,
    client,
    backlog,
    connect: () => connect(`http://127.0.0.1:${port}`, ""),
    async [Symbol.asyncDispose]() {
      client[Symbol.dispose]();
      await io.close();
      backlog.close();
    },
  };
}

async function received(client: Awaited<ReturnType<typeof connect>>, count: number): Promise<number[]> {
  const numbers: number[] = [];
  while (numbers.length < count) numbers.push(await client.next("number"));
  return numbers;
}

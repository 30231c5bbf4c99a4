import assert from "node:assert/strict";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { readMetrics } from "../support/metrics.ts";
import { startProcess, type TestProcess } from "../support/process.ts";
import { connect } from "../support/socket.ts";
import { engine, openChatroom } from "./chatroom.ts";

Deno.test("a client that does not read is disconnected before it fills the memory, and the others are not affected", async () => {
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  const tokens = await prepare(folder);
  await using service = await startProcess(`${folder}/test.db`);
  using ada = await connect(service.url, tokens.ada);
  await ada.join(engine);
  using slow = await connectWithoutReading(service.url, tokens.grace);
  while (await measure(service, "chapterhouse_sockets_connected") < 2) await ada.ask("joinGroup", engine);
  const before = await measure(service, "process_resident_memory_bytes");
  // Each response is some 400 kB of history: 200 MB in all.
  await slow.send(Array(500).fill(`42["joinGroup",{"groupId":"${engine}","after":0}]`));
  while (await measure(service, "chapterhouse_sockets_connected") > 1) await ada.ask("joinGroup", engine);
  const grown = Math.round((await measure(service, "process_resident_memory_bytes") - before) / 1024 ** 2);
  assert.ok(grown < 100, `the memory grew by ${grown} MiB`);
  assert.equal((await ada.say(engine, "Is anyone listening?")).success, true);
  const { out } = await service.end("SIGTERM");
  const line = out.find((line) => line.includes("a client that does not read was disconnected"));
  assert.equal(JSON.parse(line ?? "{}").user, "grace");
  await Deno.remove(folder, { recursive: true });
});

/** A group with a hundred of the longest messages, and its members' tokens. */
async function prepare(folder: string) {
  await using room = await openChatroom({ folder });
  const messages = Array.from({ length: 100 }, (_, n) => ({
    id: `m${n}`,
    groupId: engine,
    userId: "ada",
    content: `${n} `.padEnd(4000, "long "),
    clientId: null,
  }));
  await Promise.all(messages.map((message, n) => insertMessage(room.app.deps.db, message, n)));
  return room.tokens;
}

/** A metric of the service. */
const measure = async (service: TestProcess, name: string) => (await readMetrics(service)).get(name)!;

/** Connects as a WebSocket client with a token, and then reads nothing. */
async function connectWithoutReading(url: string, token: string) {
  const { hostname, port, host } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const write = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  };
  const headers = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  headers.push("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", `Host: ${host}`);
  await write(encode(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`));
  await connection.read(new Uint8Array(1024));
  await write(frame(`40${JSON.stringify({ token })}`));
  return {
    /** In one write: the server may disconnect before the last packet. */
    send: (packets: string[]) => write(new Uint8Array(packets.flatMap((packet) => [...frame(packet)]))),
    [Symbol.dispose]: () => connection.close(),
  };
}

const encode = (text: string) => new TextEncoder().encode(text);

/** A text frame, masked with zeros. */
function frame(text: string): Uint8Array<ArrayBuffer> {
  const payload = encode(text);
  const length = payload.length < 126
    ? [payload.length | 0x80]
    : [126 | 0x80, payload.length >> 8, payload.length & 255];
  return new Uint8Array([0x81, ...length, 0, 0, 0, 0, ...payload]);
}

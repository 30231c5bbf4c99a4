import assert from "node:assert/strict";
import { insertMessage } from "../../db/chat.ts";
import { engine, openChatroom } from "./chatroom.ts";

Deno.test("A client that takes in nothing is cut off before it fills the memory, and the others go on", async () => {
  await using room = await openChatroom();
  const { db } = room.app.deps;
  for (let n = 0; n < 50; n++) {
    const message = { id: `m${n}`, groupId: engine, userId: "ada", content: "long ".repeat(800), clientId: null };
    await insertMessage(db, message, n);
  }
  const ada = await room.enter("ada");
  const before = Deno.memoryUsage().rss;
  using deaf = await connectDeaf(room.url, room.tokens.grace);
  // Each answer is some 200 kB of history.
  for (let n = 0; n < 500; n++) await deaf.send(`42["joinGroup","${engine}"]`);
  const cutOff = () => room.app.log.find((line) => line.includes("a socket that takes in nothing was cut off"));
  for (let turn = 0; !cutOff() && turn < 1000; turn++) await ada.ask("joinGroup", engine);
  assert.equal(JSON.parse(cutOff() ?? "{}").user, "grace");
  assert.equal((await ada.say(engine, "Is anyone listening?")).success, true);
  const grown = Math.round((Deno.memoryUsage().rss - before) / 1024 ** 2);
  assert.ok(grown < 200, `the memory grew by ${grown} MiB`);
});

/** Shakes hands as a WebSocket client, tells its token, and reads nothing ever after. */
async function connectDeaf(url: string, token: string) {
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
    send: (packet: string) => write(frame(packet)),
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

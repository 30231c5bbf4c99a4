import assert from "node:assert/strict";
import { engine, openChatroom } from "../realtime/chatroom.ts";
import { startApp } from "../support/app.ts";
import { until } from "../support/operate.ts";
import { connect, openSocket } from "../support/socket.ts";
import { closing, frame, openSocketWire, repeated, type Wire } from "./wire.ts";

const floods: Record<string, string> = {
  "connections to the room": "40",
  "connections with made-up tokens": '40{"token":"made up"}',
  "connections to rooms that are none": "40/other,",
  "events before it is let in": '42["message",{}]',
  "signs of life": "3",
};

Deno.test("a visitor, and a member, who send packets without end are disconnected, and others are answered meanwhile", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "on" } });
  const ada = await room.enter("ada");
  const others = async () => assert.equal((await ada.say(engine, "Is it quiet?")).success, true);
  const cutOff = /a socket (that floods|without a session sent too much and) was disconnected/;
  let counted = 0;
  for (const [what, packet] of Object.entries(floods)) {
    using wire = await openSocketWire(room.url);
    await assertCutOff(wire, packet, others);
    // A visitor who sends events before being let in is put out at the first one.
    if (!packet.startsWith("42")) counted++;
    assert.equal(room.app.log.filter((line) => cutOff.test(line)).length, counted, what);
  }
  using wire = await openSocketWire(room.url);
  await wire.send(frame(`40${JSON.stringify({ token: room.tokens.grace })}`));
  await room.call("grace", "GET", "/auth/me");
  await assertCutOff(wire, `42["joinGroup","${engine}"]`, others);
  assert.deepEqual(room.app.log.filter((line) => /"level":(50|60)/.test(line)), []);
});

/** Sends a hundred thousand packets, and checks that others are answered meanwhile and afterwards. */
async function assertCutOff(wire: Wire, packet: string, others: () => Promise<void>): Promise<void> {
  const sent = wire.send(repeated(frame(packet), 100_000)).catch(() => {});
  await others();
  await sent;
  await others();
  await wire.rest(closing);
}

Deno.test("a packet may have 16 KiB from a visitor, fragmented too, and the size of the longest message from a member", async () => {
  await using room = await openChatroom();
  using stranger = await openSocketWire(room.url);
  // The head of a frame of 100 000 bytes, masked with zeros, of which a part arrives.
  await stranger.send(new Uint8Array([0x81, 0x80 | 127, 0, 0, 0, 0, 0, 1, 0x86, 0xa0, 0, 0, 0, 0]));
  await stranger.send(new Uint8Array(17 * 1024));
  await stranger.rest();
  const grace = await room.enter("grace");
  assert.equal((await grace.say(engine, "\u{1f600}".repeat(4000))).success, true);
  assert.equal((await grace.say(engine, "x".repeat(100_000))).error, "Please use at most 4,000 characters.");
  grace.io.emit("message", { groupId: engine, content: "x".repeat(140_000) });
  assert.match(await grace.next("disconnect"), /^transport/);
});

Deno.test("an account has at most fifty sockets; the next is refused with a reason, and other accounts are not affected", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "on" } });
  const sockets = await Promise.all(Array.from({ length: 50 }, () => room.connect("grace")));
  for (let n = 0; n < 3; n++) {
    using next = openSocket(room.url, { token: room.tokens.grace });
    const tooMany = "You have this site open in too many windows. Please close some and try again.";
    assert.equal(await next.refusal(), tooMany);
  }
  await room.enter("ada");
  sockets[0][Symbol.dispose]();
  await until(() => room.app.deps.broadcast.countSockets("grace") === 49);
  await room.connect("grace");
  // Of many at once no more are let in than there is room for.
  const mallory = Array.from({ length: 80 }, () => openSocket(room.url, { token: room.tokens.mallory }));
  const letIn = await Promise.all(
    mallory.map((one) => Promise.race([one.connected().then(() => 1), one.refusal().then(() => 0)])),
  );
  assert.equal(letIn.filter((one) => one === 1).length, 50);
  for (const one of mallory) one[Symbol.dispose]();
});

Deno.test("a polling request with thousands of packets is disconnected as well", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on" } });
  const polling = `${app.url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(polling)).text()).slice(1));
  const answer = await fetch(`${polling}&sid=${sid}`, { method: "POST", body: "40\x1e".repeat(5_000) + "40" });
  await answer.body?.cancel();
  assert.equal((await (await fetch(`${app.url}/healthz`)).json()).status, "ok");
  assert.ok(app.log.some((line) => line.includes("a socket that floods was disconnected")));
});

Deno.test("a polling request may have 16 KiB from a visitor and the size of a packet from a member", async () => {
  await using room = await openChatroom();
  const polling = `${room.url}/socket.io/?EIO=4&transport=polling`;
  const open = async () => JSON.parse((await (await fetch(polling)).text()).slice(1)).sid;
  const post = async (sid: string, body: string) => {
    const answer = await fetch(`${polling}&sid=${sid}`, { method: "POST", body });
    await answer.body?.cancel();
    return answer.status;
  };
  const stranger = await open();
  assert.equal(await post(stranger, `42["x","${"x".repeat(17_000)}"]`), 413);
  const grace = await open();
  assert.equal(await post(grace, `40${JSON.stringify({ token: room.tokens.grace })}`), 200);
  assert.match(await (await fetch(`${polling}&sid=${grace}`)).text(), /^40/);
  assert.equal(await post(grace, `42["message",{"groupId":"${engine}","content":"${"x".repeat(90_000)}"}]`), 200);
  for (const sid of [grace, stranger]) assert.equal(await post(sid, "2".repeat(2_000_000)), 413);
});

Deno.test("polling bodies count towards the memory limit until they are answered", async () => {
  await using app = await startApp();
  let counted = 0;
  const { take, release } = app.deps.bodies;
  app.deps.bodies.take = (address, bytes) => {
    const hasRoom = take(address, bytes);
    if (hasRoom) counted += bytes;
    return hasRoom;
  };
  app.deps.bodies.release = (address, bytes) => {
    counted -= bytes;
    release(address, bytes);
  };
  const polling = `${app.url}/socket.io/?EIO=4&transport=polling`;
  for (const size of [100, 100_000, 1_000_000, 6_000_000]) {
    const { sid } = JSON.parse((await (await fetch(polling)).text()).slice(1));
    const answer = await fetch(`${polling}&sid=${sid}`, { method: "POST", body: "2".repeat(size) }).catch(() =>
      undefined
    );
    await answer?.body?.cancel();
  }
  await until(() => counted === 0);
  // Nothing comes after that, either: another body is counted from nothing.
  assert.equal((await app.call("POST", "/auth/login", null, { email: "a@b.org", password: "wrong" })).status, 404);
  await until(() => counted === 0);
});

Deno.test("new connections are limited by address, and open ones stay open", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "handshake=3/60" } });
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  using third = await connect(room.url, room.tokens.mallory);
  using fourth = openSocket(room.url, { token: room.tokens.mallory, transports: ["polling"] });
  assert.match(await fourth.refusal(), /error/);
  assert.equal((await ada.say(engine, "Still here")).success, true);
  assert.equal((await grace.next("message")).content, "Still here");
  assert.equal((await third.ask("joinGroup", engine)).success, false);
});

Deno.test("fragments that never become a packet do not fill the memory", async () => {
  await using room = await openChatroom();
  const grace = await room.connect("grace");
  // deno-lint-ignore no-explicit-any -- below what the client lets one send
  const { ws } = (grace.io.io.engine as any).transport;
  ws.send('451000000-["message",{"_placeholder":true,"num":0}]');
  const piece = new Uint8Array(900_000);
  for (let n = 0; n < 50; n++) ws.send(piece);
  assert.match(await grace.next("disconnect"), /^(transport|parse|io server)/);
  assert.equal((await (await room.enter("ada")).say(engine, "All well")).success, true);
});

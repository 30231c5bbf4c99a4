import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { cookieOf } from "../support/requests.ts";
import { openSocket, type SocketChoice, type TestSocket } from "../support/socket.ts";
import { engine, openChatroom } from "./chatroom.ts";

Deno.test("a socket connects with the cookie, the handshake's token or a bearer header", async () => {
  await using room = await openChatroom();
  const token = room.tokens.grace;
  const manners: SocketChoice[] = [
    { extraHeaders: { Cookie: cookieOf({ token }) } },
    { extraHeaders: { Cookie: cookieOf({ token }), Origin: room.url } },
    { token },
    { extraHeaders: { Authorization: `Bearer ${token}` } },
  ];
  for (const manner of manners) {
    using socket = openSocket(room.url, manner);
    await socket.connected();
    await socket.join(engine);
    const answer = await socket.say(engine, "Here I am");
    assert.equal(answer.success && answer.message.username, "grace");
  }
});

Deno.test("a socket without a live session is refused", async () => {
  await using room = await openChatroom();
  const manners: SocketChoice[] = [
    {},
    { token: "made up" },
    { extraHeaders: { Cookie: cookieOf({ token: "made up" }) } },
    { extraHeaders: { Authorization: "Bearer made-up" } },
    { query: { groupId: engine, userId: "ada", username: "ada" } },
    { auth: { token: { $ne: "" } } },
  ];
  for (const manner of manners) {
    using socket = openSocket(room.url, manner);
    assert.equal(await socket.refusal(), "Unauthorized");
  }
});

Deno.test("a page of another site cannot connect with Grace's cookie", async () => {
  await using room = await openChatroom();
  const Cookie = cookieOf({ token: room.tokens.grace });
  for (const Origin of ["https://evil.example", "null", `${room.url}.evil.example`]) {
    using socket = openSocket(room.url, { extraHeaders: { Cookie, Origin } });
    assert.equal(await socket.refusal(), "Unauthorized");
  }
});

Deno.test("an origin of CORS_ORIGINS may connect with Grace's cookie", async () => {
  await using room = await openChatroom({ env: { CORS_ORIGINS: "https://friend.example" } });
  const Cookie = cookieOf({ token: room.tokens.grace });
  using socket = openSocket(room.url, { extraHeaders: { Cookie, Origin: "https://friend.example" } });
  await socket.connected();
});

// spec: 7.15
Deno.test("the query's userId and username are ignored", async () => {
  await using room = await openChatroom();
  using mallory = openSocket(room.url, {
    token: room.tokens.mallory,
    query: { groupId: engine, userId: "ada", username: "ada" },
  });
  await mallory.connected();
  const refused = { success: false, error: "Group not found", code: "not_found" };
  assert.deepEqual(await mallory.ask("joinGroup", engine), refused);
});

Deno.test("a session cookie opens no socket while a logout is pending", async () => {
  await using room = await openChatroom();
  const Cookie = `${cookieOf({ token: room.tokens.grace })}; leaving=1`;
  using socket = openSocket(room.url, { extraHeaders: { Cookie } });
  assert.equal(await socket.refusal(), "Unauthorized");
});

Deno.test("a page made for Ada opens no socket as Grace, who signed in since", async () => {
  await using room = await openChatroom();
  const token = room.tokens.grace;
  using socket = openSocket(room.url, { auth: { token, viewer: "ada" } });
  assert.match(await socket.refusal(), /^You're logged in with a different account now/);
  using graces = openSocket(room.url, { auth: { token, viewer: "grace" } });
  await graces.connected();
});

Deno.test("an expired session opens no socket", async () => {
  let now = Date.now();
  await using room = await openChatroom({ clock: () => now });
  now += 31 * 24 * 3600_000;
  using socket = openSocket(room.url, { token: room.tokens.grace });
  assert.equal(await socket.refusal(), "Unauthorized");
});

Deno.test("handshakes are limited by account, or by address without a session", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "any=3/60,visitor=3/60" } });
  const refusals: string[] = [];
  for (let i = 0; i < 5; i++) {
    using socket = openSocket(room.url, { token: "made up" });
    refusals.push(await socket.refusal());
  }
  const tooMany = "Too many requests. Please wait a moment and try again.";
  assert.deepEqual(refusals, ["Unauthorized", "Unauthorized", "Unauthorized", tooMany, tooMany]);
  using grace = openSocket(room.url, { token: room.tokens.grace });
  await grace.connected();
});

// spec: 7.16
Deno.test("a refused handshake has a code beside its text", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "any=1/60,visitor=1/60" } });
  const codeOf = ({ io }: TestSocket) =>
    new Promise((resolve) => io.once("connect_error", (error: Error & { data?: unknown }) => resolve(error.data)));
  const refusals: [SocketChoice, string][] = [
    [{ token: "made up" }, "unauthorized"],
    [{ auth: { token: room.tokens.grace, viewer: "ada" } }, "other_viewer"],
    [{ token: room.tokens.grace }, "rate_limited"],
  ];
  for (const [manner, code] of refusals) {
    using socket = openSocket(room.url, manner);
    assert.deepEqual(await codeOf(socket), { code });
  }
  await room.app.deps.db.write([room.app.deps.db.q.run(sql`alter table sessions rename to elsewhere`)]);
  using socket = openSocket(room.url, { token: room.tokens.ada });
  assert.deepEqual(await codeOf(socket), { code: "server_error" });
});

Deno.test("Grace joins in her handshake and gets the history, and what is sent from then on", async () => {
  await using room = await openChatroom();
  const ada = await room.enter("ada");
  for (const content of ["One", "Two"]) await ada.say(engine, content);
  const histories: [join: unknown, contents: string[]][] = [
    [{ groupId: engine }, ["One", "Two"]],
    [{ groupId: engine, after: 1 }, ["Two"]],
    [{ groupId: engine, after: 2, rev: 7 }, []],
  ];
  for (const [join, contents] of histories) {
    using grace = openSocket(room.url, { auth: { token: room.tokens.grace, join } });
    const history = await grace.next<Message[]>("messageHistory");
    assert.deepEqual(history.map(({ content }) => content), contents);
  }
  using grace = openSocket(room.url, { auth: { token: room.tokens.grace, join: { groupId: engine } } });
  await grace.next("messageHistory");
  await ada.say(engine, "Three");
  assert.equal((await grace.next("message")).content, "Three");
});

Deno.test("Mallory's handshake joins no group of Ada's: it is accepted, with an error and no messages", async () => {
  await using room = await openChatroom();
  const ada = await room.enter("ada");
  await ada.say(engine, "Between us");
  for (const groupId of [engine, "no such group"]) {
    using mallory = openSocket(room.url, { auth: { token: room.tokens.mallory, join: { groupId } } });
    await mallory.connected();
    assert.deepEqual(await mallory.next("error"), { message: "Group not found", code: "not_found" });
    await ada.say(engine, "Still between us");
    assert.deepEqual((await mallory.unread()).map(([event]) => event), []);
  }
});

Deno.test("a malformed join in a handshake gets an error, and the connection stays open", async () => {
  await using room = await openChatroom();
  for (const join of [null, 7, "", [], {}, { groupId: 7 }, { groupId: engine, after: -1 }]) {
    using grace = openSocket(room.url, { auth: { token: room.tokens.grace, join } });
    assert.equal((await grace.next("error")).code, "invalid_input", JSON.stringify(join));
    assert.deepEqual(await grace.join(engine), []);
  }
});

// spec: 7.15
Deno.test("everything works by polling too", async () => {
  await using room = await openChatroom();
  using grace = openSocket(room.url, { token: room.tokens.grace, transports: ["polling"] });
  await grace.connected();
  await grace.join(engine);
  const ada = await room.enter("ada");
  await ada.say(engine, "Can you hear me?");
  assert.equal((await grace.next("message")).content, "Can you hear me?");
  assert.equal((await grace.say(engine, "Loud and clear")).success, true);
  assert.deepEqual((await ada.messages(2)).map(({ content }) => content), ["Can you hear me?", "Loud and clear"]);
});

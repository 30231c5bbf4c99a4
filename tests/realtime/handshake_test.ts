import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { cookieOf } from "../support/requests.ts";
import { openSocket, type SocketChoice, type TestSocket } from "../support/socket.ts";
import { engine, openChatroom } from "./chatroom.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(openChatroom);

const invented = { groupId: engine, userId: "ada", username: "ada" };

Deno.test("a socket connects with the cookie, from this site or one of CORS_ORIGINS, the handshake's token or a bearer header", async () => {
  await using room = await openChatroom({ env: { CORS_ORIGINS: "https://friend.example" } });
  const token = room.tokens.grace;
  const Cookie = cookieOf({ token });
  const manners: SocketChoice[] = [
    { extraHeaders: { Cookie } },
    { extraHeaders: { Cookie, Origin: room.url } },
    { extraHeaders: { Cookie, Origin: "https://friend.example" } },
    { token },
    { auth: { token, viewer: "grace" } },
    { extraHeaders: { Authorization: `Bearer ${token}` } },
    { token, query: invented },
  ];
  for (const manner of manners) {
    using socket = openSocket(room.url, manner);
    await socket.connected();
    assert.equal((await socket.say(engine, "Here I am")).message?.username, "grace");
  }
});

Deno.test("a socket is refused without a live session, from another site, while a logout is pending, and by a page made for another person", async () => {
  let now = Date.now();
  await using room = await openChatroom({ clock: () => now });
  const token = room.tokens.grace;
  const Cookie = cookieOf({ token });
  const unauthorized: SocketChoice[] = [
    {},
    { token: "made up" },
    { extraHeaders: { Cookie: cookieOf({ token: "made up" }) } },
    { extraHeaders: { Authorization: "Bearer made-up" } },
    { query: invented },
    { auth: { token: { $ne: "" } } },
    { extraHeaders: { Cookie: `${Cookie}; leaving=1` } },
    ...["https://evil.example", "null", `${room.url}.evil.example`].map((Origin) => ({
      extraHeaders: { Cookie, Origin },
    })),
  ];
  const refusal = async (manner: SocketChoice) => {
    using socket = openSocket(room.url, manner);
    return await socket.refusal();
  };
  for (const manner of unauthorized) assert.equal(await refusal(manner), "Unauthorized", JSON.stringify(manner));
  assert.match(
    await refusal({ auth: { token, viewer: "ada" } }),
    /^You're logged in with a different account now/,
  );
  now += 31 * 24 * 3600_000;
  assert.equal(await refusal({ token }), "Unauthorized", "the session has expired");
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

test("Grace joins in her handshake and gets the history, and what is sent from then on", async (room) => {
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

test("a handshake that joins an unknown group, Ada's as Mallory, or what is no group gets an error; the connection stays open", async (room) => {
  const ada = await room.enter("ada");
  const invalid = [null, 7, "", [], {}, { groupId: 7 }, { groupId: engine, after: -1 }, {
    groupId: engine,
    rev: 2 ** 60,
  }];
  const joins = [
    ...invalid.map((join) => ["grace", join, "invalid_input"] as const),
    ...[engine, "no such group"].map((groupId) => ["mallory", { groupId }, "not_found"] as const),
  ];
  for (const [name, join, code] of joins) {
    using socket = openSocket(room.url, { auth: { token: room.tokens[name], join } });
    assert.equal((await socket.next("error")).code, code, JSON.stringify(join));
    await ada.say(engine, "Between us");
    assert.deepEqual(await socket.unread("message", "messageHistory"), []);
  }
});

test("everything works by polling too", async ({ url, tokens, enter }) => {
  using grace = openSocket(url, { token: tokens.grace, transports: ["polling"] });
  await grace.connected();
  await grace.join(engine);
  const ada = await enter("ada");
  await ada.say(engine, "Can you hear me?");
  assert.equal((await grace.next("message")).content, "Can you hear me?");
  assert.equal((await grace.say(engine, "Loud and clear")).success, true);
  assert.deepEqual((await ada.messages(2)).map(({ content }) => content), ["Can you hear me?", "Loud and clear"]);
});

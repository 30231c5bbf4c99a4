import assert from "node:assert/strict";
import { openWire, statusOf } from "../security/wire.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertFailure, send, visit } from "../support/requests.ts";

const asJson = { "Content-Type": "application/json" };
const notFound = { status: 404, code: "not_found", message: "Not found" };
const tooLarge = { status: 413, code: "too_large", message: "The request is too large." };
const notJson = { status: 415, code: "not_json", message: "The request body must be JSON." };

Deno.test("a body that is not JSON is malformed", async () => {
  await using app = await startApp();
  const broken = [
    "{",
    "",
    " ",
    '{"email":}',
    "{'email':1}",
    "undefined",
    "NaN",
    '{"email":"a"} x',
    "[".repeat(16_000),
  ];
  for (const body of [...broken, new Uint8Array([0xff, 0xfe, 0x00])]) {
    const answer = await send(app, "/auth/login", { headers: asJson, body });
    assertFailure(answer, { status: 400, code: "malformed", message: "The request body is not valid JSON." });
  }
});

Deno.test("JSON that is not an object is invalid, and so are values of wrong types", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const wrong = [null, [], [[]], 1, 1e400, "text", true, {}, { email: {}, password: [] }, { email: 1, password: null }];
  for (const path of ["/auth/login", "/auth/register", "/auth/forgot-password", "/users/check-email", "/groups"]) {
    for (const body of wrong) {
      const { status, body: answer } = await app.call("POST", path, ada, body);
      const { message, error, code, issues, ...more } = answer;
      assert.deepEqual(
        [status, code, more, error],
        [400, "invalid_input", {}, message],
        `${path} ${JSON.stringify(body)}`,
      );
      assert.ok(message.length > 0 && issues.length > 0);
      for (const issue of issues) assert.deepEqual(Object.keys(issue).sort(), ["message", "path"]);
    }
  }
});

Deno.test("inherited keys such as __proto__ are not input and change no object", async () => {
  await using app = await startApp();
  const body = '{"__proto__":{"fullname":"P","polluted":1},"constructor":{"prototype":{"polluted":1}},' +
    '"email":"ada@example.org","password":"Correct-horse-1"}';
  const { status, body: answer } = await send(app, "/auth/register", { headers: asJson, body });
  assert.deepEqual([status, answer.issues], [400, [{ path: "fullname", message: "This field is required." }]]);
  assert.equal((await send(app, "/auth/login", { headers: asJson, body })).status, 404);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** A JSON object of that many bytes. */
const bodyOf = (bytes: number, key = "email") => `{"${key}":"${"x".repeat(bytes - key.length - 7)}"}`;

Deno.test("without a session a body may have 16 KiB and not a byte more, with or without a declared length", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const fits = await send(app, "/users/check-email", { headers: asJson, body: bodyOf(16 * kibibyte) });
  assert.deepEqual([fits.status, fits.body.isValid], [200, false]);
  const large = bodyOf(16 * kibibyte + 1);
  assertFailure(await send(app, "/users/check-email", { headers: asJson, body: large }), tooLarge);
  const inChunks = () =>
    ReadableStream.from([large.slice(0, 5000), large.slice(5000)]).pipeThrough(new TextEncoderStream());
  assertFailure(await send(app, "/users/check-email", { headers: asJson, body: inChunks() }), tooLarge);
  // The same with a session.
  const headers = { ...asJson, Authorization: `Bearer ${ada.token}` };
  assertFailure(await send(app, "/users/check-email", { headers, body: large }), tooLarge);
  assertFailure(await send(app, "/users/check-email", { headers, body: inChunks() }), tooLarge);
  const small = ReadableStream.from(['{"email":', '"ada2@example.org"}']).pipeThrough(new TextEncoderStream());
  assert.equal((await send(app, "/users/check-email", { headers: asJson, body: small })).body.available, true);
});

Deno.test("a signed-in user may send 1 MiB, and 6 where a picture may be sent; a visitor's body is not parsed", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const headers = { ...asJson, Authorization: `Bearer ${ada.token}` };
  const put = async (bytes: number, as: HeadersInit) =>
    (await send(app, "/users/profile", { method: "PUT", headers: as, body: bodyOf(bytes, "bio") })).status;
  assert.deepEqual([await put(6 * mebibyte, headers), await put(6 * mebibyte + 1, headers)], [400, 413]);
  assert.equal(await put(6 * mebibyte, asJson), 401);
  const ask = async (bytes: number, as: HeadersInit) =>
    (await send(app, "/friends/friend-request", { headers: as, body: bodyOf(bytes) })).status;
  assert.deepEqual([await ask(mebibyte, headers), await ask(mebibyte + 1, headers)], [400, 413]);
  assert.equal(await ask(mebibyte, asJson), 401);
});

// spec: trust.6
Deno.test("more than 1 MiB is too large on every route, even where the body is not used", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const ways = [
    "POST /api/auth/logout",
    "POST /api/nothing",
    "POST /logout",
    "POST /healthz",
    "POST /search",
    "PUT /dashboard",
  ];
  for (
    const way of [...ways, "POST /api/friends/request/x", "DELETE /api/groups/x", "POST /profile/x", "GET /api/groups"]
  ) {
    const [method, path] = way.split(" ");
    const as = [`Authorization: Bearer ${ada.token}`, "Content-Type: application/json"];
    for (const length of [`Content-Length: ${mebibyte + 1}`, "Transfer-Encoding: chunked"]) {
      const head = [`${method} ${path} HTTP/1.1`, "Host: localhost", ...as, length, "", ""].join("\r\n");
      const body = "x".repeat(mebibyte + 1);
      const sent = length.startsWith("C") ? body : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      using wire = await openWire(app.url);
      await wire.send(head + sent);
      const answer = await wire.rest(/\r\n\r\n/);
      assert.equal(statusOf(answer), 413, `${way} ${length} ${answer}`);
    }
  }
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
});

/** Begins a body, with or without a declared length. */
async function begin({ url }: TestApp, line: string, head: string[], beginning: string) {
  const wire = await openWire(url);
  await wire.send([line, "Host: localhost", "Content-Type: application/json", ...head, "", beginning].join("\r\n"));
  return wire;
}

// spec: trust.6
Deno.test("of a visitor's body at most 16 KiB are read, and nothing where a session is needed", async () => {
  await using app = await startApp();
  const beginning = "x".repeat(17 * kibibyte);
  const chunk = `${beginning.length.toString(16)}\r\n${beginning}\r\n`;
  const answers: [string, string[], string, number][] = [
    ["POST /api/groups HTTP/1.1", ["Transfer-Encoding: chunked"], chunk, 413],
    ["POST /api/auth/login HTTP/1.1", ["Transfer-Encoding: chunked"], chunk, 413],
    ["POST /api/groups HTTP/1.1", ["Content-Length: 5000000"], beginning, 401],
    ["POST /api/auth/login HTTP/1.1", ["Content-Length: 500000"], beginning, 413],
  ];
  for (const [line, head, sent, status] of answers) {
    // None of the bodies ends: they are answered all the same.
    using wire = await begin(app, line, head, sent);
    assert.equal(statusOf(await wire.rest(/\r\n\r\n/)), status, `${line} ${head}`);
  }
});

// spec: trust.6
Deno.test("bodies in memory are limited per account, per address and in all until they are released; small ones are always accepted", async () => {
  await using app = await startApp({ env: { TRUSTED_PROXIES: "127.0.0.1,::1", REQUIRE_EMAIL_VERIFICATION: "false" } });
  const people: Person[] = [];
  for (let n = 0; n < 14; n++) people.push(await app.person(`Pupil${n}`));
  const most = 5 * mebibyte;
  const post = ({ token }: { token: string }, from: string, size = most) =>
    begin(
      app,
      "POST /api/groups HTTP/1.1",
      [`Authorization: Bearer ${token}`, `X-Forwarded-For: ${from}`, `Content-Length: ${size + 1}`],
      "x".repeat(size),
    );
  const held = [];
  try {
    // Four of five MiB for each address, of 24, and twelve in all, of 64 MiB.
    for (let n = 0; n < 12; n++) held.push(await post(people[n], `192.0.2.${n % 3}`));
    const answer = async (person: Person, from: string) => {
      using wire = await post(person, from);
      const [head] = (await wire.rest(/\r\n\r\n/)).split("\r\n\r\n");
      return [statusOf(head), /retry-after: 5/i.test(head)];
    };
    assert.deepEqual(await answer(people[12], "192.0.2.0"), [503, true]);
    assert.deepEqual(await answer(people[12], "192.0.2.9"), [503, true]);
    // Meanwhile users at the same address log in and write messages.
    const headers = { ...asJson, "X-Forwarded-For": "192.0.2.0" };
    const login = await send(app, "/auth/login", { headers, body: JSON.stringify(people[13]) });
    assert.equal(login.status, 200);
    for (const wire of held.splice(1)) wire[Symbol.dispose]();
    held.push(await post(people[0], "192.0.2.8"));
    assert.deepEqual(await answer(people[0], "192.0.2.9"), [503, true]);
    const whole = async () => {
      using wire = await post(people[1], "192.0.2.0");
      await wire.send("x");
      return statusOf(await wire.rest(/\r\n\r\n/));
    };
    let status = 503;
    while (status === 503) status = await whole();
    assert.equal(status, 400);
  } finally {
    for (const wire of held) wire[Symbol.dispose]();
  }
});

Deno.test("the memory of a pipelined body is released when its connection ends", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const { sid } = JSON.parse((await (await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`)).text()).slice(1));
  const most = 5 * mebibyte;
  const as = ["Host: localhost", "Content-Type: application/json", `Authorization: Bearer ${ada.token}`];
  let status = 0;
  for (const ends of [false, true]) {
    using wire = await openWire(app.url);
    // The first is a long poll, and the second waits behind it.
    const poll = `GET /socket.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const post = ["POST /api/groups HTTP/1.1", ...as, `Content-Length: ${most + 10}`, "", "x".repeat(most)];
    await wire.send(poll + post.join("\r\n"));
    assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
    if (ends) await wire.end();
    wire[Symbol.dispose]();
    do {
      status = (await send(app, "/groups", {
        headers: Object.fromEntries(as.map((line) => line.split(": "))),
        body: "x".repeat(most),
      })).status;
    } while (status === 503);
    assert.equal(status, 400);
  }
});

Deno.test("a large body is refused on pages too, and the connection stays open", async () => {
  await using app = await startApp();
  const fields = new URLSearchParams({ email: "x".repeat(16 * kibibyte) });
  const refused = await visit(app, "/login", null, { method: "POST", headers: { Origin: app.url }, body: fields });
  assert.equal(refused.status, 413);
  assert.match(await refused.text(), /The request is too large\./);
  assert.equal((await app.call("GET", "/auth/me")).status, 401);
});

Deno.test("a body with another content type than JSON is refused, and each JSON type is accepted", async () => {
  await using app = await startApp();
  const body = '{"email":"ada@example.org"}';
  const others = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "json",
    "text/json",
  ];
  for (const type of others) {
    assertFailure(await send(app, "/users/check-email", { headers: { "Content-Type": type }, body }), notJson);
  }
  const unnamed = new TextEncoder().encode(body);
  assertFailure(await send(app, "/users/check-email", { body: unnamed }), notJson);
  const names = [
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/json ;charset=UTF-8",
    "application/ld+json",
  ];
  for (const type of names) {
    const { status } = await send(app, "/users/check-email", { headers: { "Content-Type": type }, body });
    assert.equal(status, 200, type);
  }
});

Deno.test("an unknown API route answers 404 in JSON, with any method", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const calls = [
    ["GET", ""],
    ["GET", "/"],
    ["GET", "/nothing"],
    ["POST", "/nothing"],
    ["PUT", "/auth/login"],
    ["DELETE", "/groups"],
    ["PATCH", "/groups/x"],
    ["GET", "/auth/login"],
    ["GET", "/Auth/me"],
    ["POST", "/auth/login/"],
  ];
  for (const [method, path] of calls) {
    for (const as of [null, ada]) assertFailure(await app.call(method, path, as), notFound);
  }
});

// spec: 7.1
Deno.test("API_BASE_PATH moves the API", async () => {
  await using app = await startApp({ env: { API_BASE_PATH: "/v1/api" } });
  assert.equal((await app.call("GET", "/auth/me")).status, 401);
  assert.equal((await app.call("GET", "/nothing")).body.code, "not_found");
  const elsewhere = await visit(app, "/api/auth/me");
  assert.deepEqual([elsewhere.status, elsewhere.headers.get("Location")], [303, "/"]);
});

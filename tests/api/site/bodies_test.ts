/** What bodies are read, how much of them, and what is said of them. */
import assert from "node:assert/strict";
import { openWire, statusOf } from "../../security/wire.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { assertFailure, codeOf, send, visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startApp);

const asJson = { "Content-Type": "application/json" };
const bearer = ({ token }: { token: string }) => ({ ...asJson, Authorization: `Bearer ${token}` });
const tooLarge = { status: 413, code: "too_large", message: "The request is too large." };
const notJson = { status: 415, code: "not_json", message: "The request body must be JSON." };
const malformed = { status: 400, code: "malformed", message: "The request body is not valid JSON." };

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
/** No picture is larger in JSON. */
const most = 5 * mebibyte;

/** A JSON object of that many bytes. */
const bodyOf = (bytes: number, key = "email") => `{"${key}":"${"x".repeat(bytes - key.length - 7)}"}`;

test("a body is JSON of a content type that says so", async (app) => {
  const check = (body: BodyInit, type?: string) =>
    send(app, "/users/check-email", { headers: type ? { "Content-Type": type } : {}, body });
  const broken = ["{", "", " ", '{"email":}', "{'email':1}", "undefined", "NaN", '{"email":"a"} x', "[".repeat(16_000)];
  for (const body of [...broken, new Uint8Array([0xff, 0xfe, 0x00])]) {
    assertFailure(await check(body, "application/json"), malformed);
  }
  const body = '{"email":"ada@example.org"}';
  const forms = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
  for (const type of [...forms, "text/plain", "application/jsonx", "json", "text/json"]) {
    assertFailure(await check(body, type), notJson);
  }
  assertFailure(await check(new TextEncoder().encode(body)), notJson);
  const names = ["application/json; charset=utf-8", "APPLICATION/JSON", "application/json ;charset=UTF-8"];
  for (const type of [...names, "application/ld+json"]) assert.equal((await check(body, type)).status, 200, type);
});

test("JSON that is not an object, values of wrong types and inherited keys are invalid, each field with its reason", async (app) => {
  const ada = await app.person("Ada");
  const wrong = [null, [], [[]], 1, 1e400, "text", true, {}, { email: {}, password: [] }, { email: 1, password: null }];
  for (const path of ["/auth/login", "/auth/register", "/auth/forgot-password", "/users/check-email", "/groups"]) {
    for (const body of wrong) {
      const { status, body: answer } = await app.call("POST", path, ada, body);
      const { message, error, code, issues, ...more } = answer;
      const what = `${path} ${JSON.stringify(body)}`;
      assert.deepEqual([status, code, more, error], [400, "invalid_input", {}, message], what);
      assert.ok(message.length > 0 && issues.length > 0);
      for (const issue of issues) assert.deepEqual(Object.keys(issue).sort(), ["message", "path"]);
    }
  }
  const registration = { fullname: " ", email: "nobody", password: "12345", username: "é" };
  const { issues, message } = (await app.call("POST", "/auth/register", null, registration)).body;
  assert.equal(message, issues[0].message);
  assert.deepEqual(issues.map(({ path }: { path: string }) => path), ["fullname", "email", "password", "username"]);
  const body = '{"__proto__":{"fullname":"P","polluted":1},"constructor":{"prototype":{"polluted":1}},' +
    '"email":"ada2@example.org","password":"Correct-horse-1"}';
  const polluting = await send(app, "/auth/register", { headers: asJson, body });
  assert.deepEqual(polluting.body.issues, [{ path: "fullname", message: "This field is required." }]);
  assert.equal((await send(app, "/auth/login", { headers: asJson, body })).status, 404);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test("without a session a body may have 16 KiB and not a byte more, with or without a declared length, and on pages too", async (app) => {
  const ada = await app.person("Ada");
  const fits = await send(app, "/users/check-email", { headers: asJson, body: bodyOf(16 * kibibyte) });
  assert.deepEqual([fits.status, fits.body.isValid], [200, false]);
  const large = bodyOf(16 * kibibyte + 1);
  const inChunks = (...texts: string[]) => ReadableStream.from(texts).pipeThrough(new TextEncoderStream());
  for (const headers of [asJson, bearer(ada)]) {
    for (const body of [large, inChunks(large.slice(0, 5000), large.slice(5000))]) {
      assertFailure(await send(app, "/users/check-email", { headers, body }), tooLarge);
    }
  }
  const small = inChunks('{"email":', '"ada2@example.org"}');
  assert.equal((await send(app, "/users/check-email", { headers: asJson, body: small })).body.available, true);
  const fields = new URLSearchParams({ email: "x".repeat(16 * kibibyte) });
  const page = await visit(app, "/login", null, { method: "POST", headers: { Origin: app.url }, body: fields });
  assert.equal(page.status, 413);
  assert.match(await page.text(), /The request is too large\./);
  assert.equal((await app.call("GET", "/auth/me")).status, 401, "the connection stays open");
});

test("a signed-in user may send 1 MiB, on every route, even where the body is not used, and 6 where a picture may be sent; a visitor's body is not parsed", async (app) => {
  const ada = await app.person("Ada");
  const put = async (bytes: number, headers: HeadersInit) =>
    (await send(app, "/users/profile", { method: "PUT", headers, body: bodyOf(bytes, "bio") })).status;
  assert.deepEqual([await put(6 * mebibyte, bearer(ada)), await put(6 * mebibyte + 1, bearer(ada))], [400, 413]);
  const ask = async (bytes: number, headers: HeadersInit) =>
    (await send(app, "/friends/friend-request", { headers, body: bodyOf(bytes) })).status;
  assert.deepEqual([await ask(mebibyte, bearer(ada)), await ask(mebibyte + 1, bearer(ada))], [400, 413]);
  assert.deepEqual([await put(6 * mebibyte, asJson), await ask(mebibyte, asJson)], [401, 401]);
  const pages = ["POST /logout", "POST /healthz", "POST /search", "PUT /dashboard", "POST /profile/x"];
  const calls = ["POST auth/logout", "POST nothing", "POST friends/request/x", "DELETE groups/x", "GET groups"];
  const body = "x".repeat(mebibyte + 1);
  for (const way of [...pages, ...calls.map((call) => call.replace(" ", " /api/"))]) {
    for (const length of [`Content-Length: ${body.length}`, "Transfer-Encoding: chunked"]) {
      const sent = length.startsWith("C") ? body : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      using wire = await begin(app, `${way} HTTP/1.1`, [`Authorization: Bearer ${ada.token}`, length], sent);
      assert.equal(statusOf(await wire.rest(/\r\n\r\n/)), 413, `${way} ${length}`);
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

test("of a visitor's body at most 16 KiB are read, and nothing where a session is needed", async (app) => {
  const beginning = "x".repeat(17 * kibibyte);
  const chunk = `${beginning.length.toString(16)}\r\n${beginning}\r\n`;
  const answers: [string, string, string, number][] = [
    ["/api/groups", "Transfer-Encoding: chunked", chunk, 413],
    ["/api/auth/login", "Transfer-Encoding: chunked", chunk, 413],
    ["/api/groups", "Content-Length: 5000000", beginning, 401],
    ["/api/auth/login", "Content-Length: 500000", beginning, 413],
  ];
  for (const [path, length, sent, status] of answers) {
    // None of the bodies ends: they are answered all the same.
    using wire = await begin(app, `POST ${path} HTTP/1.1`, [length], sent);
    assert.equal(statusOf(await wire.rest(/\r\n\r\n/)), status, `${path} ${length}`);
  }
});

Deno.test("bodies in memory are limited per account, per address and in all until they are released; small ones are always accepted", async () => {
  await using app = await startApp({ env: { TRUSTED_PROXIES: "127.0.0.1,::1", REQUIRE_EMAIL_VERIFICATION: "false" } });
  const people: Person[] = [];
  for (let n = 0; n < 14; n++) people.push(await app.person(`Pupil${n}`));
  const post = ({ token }: Person, from: string) =>
    begin(
      app,
      "POST /api/groups HTTP/1.1",
      [`Authorization: Bearer ${token}`, `X-Forwarded-For: ${from}`, `Content-Length: ${most + 1}`],
      "x".repeat(most),
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
    for (const from of ["192.0.2.0", "192.0.2.9"]) assert.deepEqual(await answer(people[12], from), [503, true]);
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

test("the memory of a pipelined body is released when its connection ends", async (app) => {
  const ada = await app.person("Ada");
  const { sid } = JSON.parse((await (await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`)).text()).slice(1));
  const as = ["Host: localhost", "Content-Type: application/json", `Authorization: Bearer ${ada.token}`];
  for (const ends of [false, true]) {
    using wire = await openWire(app.url);
    // The first is a long poll, and the second waits behind it.
    const poll = `GET /socket.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const post = ["POST /api/groups HTTP/1.1", ...as, `Content-Length: ${most + 10}`, "", "x".repeat(most)];
    await wire.send(poll + post.join("\r\n"));
    assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
    if (ends) await wire.end();
    wire[Symbol.dispose]();
    let status = 503;
    while (status === 503) {
      status = (await send(app, "/groups", { headers: bearer(ada), body: "x".repeat(most) })).status;
    }
    assert.equal(status, 400);
  }
});

Deno.test("an unknown API route answers 404 in JSON, with any method, and API_BASE_PATH moves the API", async () => {
  await using app = await startApp({ env: { API_BASE_PATH: "/v1/api" } });
  const ada = await app.person("Ada");
  const calls = [
    "GET ",
    "GET /",
    "GET /nothing",
    "POST /nothing",
    "PUT /auth/login",
    "DELETE /groups",
    "PATCH /groups/x",
  ];
  for (const call of [...calls, "GET /auth/login", "GET /Auth/me", "POST /auth/login/"]) {
    const [method, path] = call.split(" ");
    for (const as of [null, ada]) assert.equal(codeOf(await app.call(method, path, as)), "404 not_found", call);
  }
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
  const elsewhere = await visit(app, "/api/auth/me", ada);
  assert.deepEqual([elsewhere.status, elsewhere.headers.get("Location")], [303, "/"]);
});

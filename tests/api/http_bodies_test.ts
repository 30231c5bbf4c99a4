import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { assertFailure, send, visit } from "../support/requests.ts";

const asJson = { "Content-Type": "application/json" };
const notFound = { status: 404, code: "not_found", message: "Not found" };
const tooLarge = { status: 413, code: "too_large", message: "The request is too large." };
const notJson = { status: 415, code: "not_json", message: "The request body must be JSON." };

Deno.test("a body that is no JSON is malformed", async () => {
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
    "[".repeat(200_000),
  ];
  for (const body of [...broken, new Uint8Array([0xff, 0xfe, 0x00])]) {
    const answer = await send(app, "/auth/login", { headers: asJson, body });
    assertFailure(answer, { status: 400, code: "malformed", message: "The request body is not valid JSON." });
  }
});

Deno.test("JSON that is no object is invalid, and so is an object of wrong types", async () => {
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

Deno.test("keys that every object has are no input, and change no object", async () => {
  await using app = await startApp();
  const body = '{"__proto__":{"fullname":"P","polluted":1},"constructor":{"prototype":{"polluted":1}},' +
    '"email":"ada@example.org","password":"Correct-horse-1"}';
  const { status, body: answer } = await send(app, "/auth/register", { headers: asJson, body });
  assert.deepEqual([status, answer.issues], [400, [{ path: "fullname", message: "This field is required." }]]);
  assert.equal((await send(app, "/auth/login", { headers: asJson, body })).status, 404);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

Deno.test("a body of a mebibyte is read, and one byte more is too large, whatever it says of its length", async () => {
  await using app = await startApp();
  const bodyOf = (bytes: number) => '{"email":"' + "x".repeat(bytes - 12) + '"}';
  const fits = await send(app, "/users/check-email", { headers: asJson, body: bodyOf(1024 * 1024) });
  assert.deepEqual([fits.status, fits.body.isValid], [200, false]);
  const large = bodyOf(1024 * 1024 + 1);
  assertFailure(await send(app, "/users/check-email", { headers: asJson, body: large }), tooLarge);
  const inChunks = ReadableStream.from([large.slice(0, 5000), large.slice(5000)]).pipeThrough(new TextEncoderStream());
  assertFailure(await send(app, "/users/check-email", { headers: asJson, body: inChunks }), tooLarge);
  const small = ReadableStream.from(['{"email":', '"ada@example.org"}']).pipeThrough(new TextEncoderStream());
  assert.equal((await send(app, "/users/check-email", { headers: asJson, body: small })).body.available, true);
});

Deno.test("a large body is refused on pages too, and the connection goes on", async () => {
  await using app = await startApp();
  const fields = new URLSearchParams({ email: "x".repeat(1024 * 1024) });
  const refused = await visit(app, "/login", null, { method: "POST", headers: { Origin: app.url }, body: fields });
  assert.equal(refused.status, 413);
  assert.match(await refused.text(), /The request is too large\./);
  assert.equal((await app.call("GET", "/auth/me")).status, 401);
});

Deno.test("a body that is not called JSON is refused, and one that is called so in other words is read", async () => {
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

Deno.test("what the API does not know is not found, in JSON, whatever the method", async () => {
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

Deno.test("the API lies where it is told to", async () => {
  await using app = await startApp({ env: { API_BASE_PATH: "/v1/api" } });
  assert.equal((await app.call("GET", "/auth/me")).status, 401);
  assert.equal((await app.call("GET", "/nothing")).body.code, "not_found");
  const elsewhere = await visit(app, "/api/auth/me");
  assert.deepEqual([elsewhere.status, elsewhere.headers.get("Location")], [303, "/"]);
});

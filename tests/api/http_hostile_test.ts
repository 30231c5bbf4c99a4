import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { visit } from "../support/requests.ts";

const password = "Correct-horse-1";

/** Sends bytes to the app's port. @returns everything that comes back until it closes the connection */
async function say(app: TestApp, ...lines: string[]): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(app.url).port) });
  await connection.write(new TextEncoder().encode(lines.join("\r\n")));
  let answer = "";
  try {
    for await (const text of connection.readable.pipeThrough(new TextDecoderStream())) answer += text;
  } catch (error) {
    // The server closes the connection without reading on, which resets it.
    if (!(error instanceof Deno.errors.ConnectionReset)) throw error;
  }
  return answer;
}

const get = (path: string, ...headers: string[]) => [`GET ${path} HTTP/1.1`, ...headers, "Connection: close", "", ""];

Deno.test("mailed links lead to PUBLIC_URL, whatever the request's Host", async () => {
  await using app = await startApp({ env: { PUBLIC_URL: "http://localhost:7000" } });
  const ask = async (path: string, body: object) => {
    const text = JSON.stringify(body);
    const head = [`POST /api/auth/${path} HTTP/1.1`, "Host: evil.example", "X-Forwarded-Host: evil.example"];
    const more = ["Forwarded: host=evil.example", "Content-Type: application/json", `Content-Length: ${text.length}`];
    return await say(app, ...head, ...more, "Connection: close", "", text);
  };
  assert.match(await ask("register", { fullname: "Ada", email: "ada@example.org", password }), /^HTTP\/1\.1 201 /);
  for (const path of ["resend-verification", "forgot-password"]) {
    assert.match(await ask(path, { email: "ada@example.org" }), /^HTTP\/1\.1 200 /);
  }
  const mails: { text: string }[] = await (await fetch(`${app.url}/dev/mail.json`)).json();
  assert.equal(mails.length, 3);
  for (const { text } of mails) {
    assert.match(text, /http:\/\/localhost:7000\/(verify-email|reset-password)\?token=/);
    assert.doesNotMatch(text, /evil/);
  }
});

Deno.test("pages neither contain nor redirect to the request's Host", async () => {
  await using app = await startApp();
  const page = await say(app, ...get("/login?next=/dashboard", "Host: evil.example"));
  assert.match(page, /^HTTP\/1\.1 200 /);
  const redirect = await say(app, ...get("/dashboard", "Host: evil.example", "X-Forwarded-Host: evil.example"));
  assert.match(redirect, /\r\nlocation: \/login\?next=%2Fdashboard\r\n/i);
  for (const answer of [page, redirect]) assert.doesNotMatch(answer, /evil/);
});

Deno.test("malformed HTTP is refused briefly, and the service continues", async () => {
  await using app = await startApp();
  const requests = [
    ["nonsense", "", ""],
    get("/login", "Host: a b"),
    get("/login", "Host: ]["),
    get("/login", `Cookie: ${"x".repeat(20_000)}`, "Host: localhost"),
    ["POST /login HTTP/1.1", "Host: localhost", "Content-Length: 5", "Transfer-Encoding: chunked", "", "0", "", ""],
    ["POST /login HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked", "", "zz", ""],
    ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Length: -1", "", ""],
  ];
  for (const request of requests) {
    const answer = await say(app, ...request);
    assert.match(answer, /^HTTP\/1\.1 4\d\d /, request[0]);
    assert.doesNotMatch(answer, / at |node_modules|\.ts/, request[0]);
  }
  assert.equal((await app.call("GET", "/auth/me")).status, 401);
});

Deno.test("malformed cookies and tokens belong to no session", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const cookies = [
    "chapterhouse_session=",
    "chapterhouse_session=%",
    "chapterhouse_session=%00",
    "chapterhouse_session=%E0%A4%A",
    `chapterhouse_session=${"x".repeat(5000)}`,
    `chapterhouse_session="${ada.token}x"`,
    `CHAPTERHOUSE_SESSION=${ada.token}`,
    "=; ;;; a=b=c; chapterhouse_session",
    "chapterhouse_flash=%7Bbroken",
    'chapterhouse_flash={"kind":"x","text":1}',
  ];
  for (const Cookie of cookies) {
    const response = await visit(app, "/api/auth/me", null, { headers: { Cookie } });
    assert.equal(response.status, 401, Cookie);
    await response.body?.cancel();
    const page = await visit(app, "/login", null, { headers: { Cookie } });
    assert.equal(page.status, 200, Cookie);
    await page.body?.cancel();
  }
});

Deno.test("names with markup are stored and returned as typed, and escaped in pages", async () => {
  await using app = await startApp({ env: { REQUIRE_EMAIL_VERIFICATION: "false" } });
  const names = {
    "'; drop table users; --": "'; drop table users; --",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>': '"><img src=x onerror=alert(1)>',
    "שרה \u202eadA": "שרה \u202eadA",
    "𝒜𝒹𝒶 👩‍🚀": "𝒜𝒹𝒶 👩‍🚀",
    "Ada\0 Love\u0007lace": "Ada Lovelace",
    "Lone \ud83d": "Lone \ufffd",
    "{{7*7}} ${7*7} <%= 7*7 %>": "{{7*7}} ${7*7} <%= 7*7 %>",
    "</script><!--": "</script><!--",
  };
  for (const [n, [typed, stored]] of Object.entries(names).entries()) {
    const registration = { fullname: typed, email: `${n}@example.org`, password };
    const { status, body } = await app.call("POST", "/auth/register", null, registration);
    assert.deepEqual([status, body.user.fullName, body.user.name], [201, stored, stored]);
    assert.equal((await app.call("GET", "/auth/me", body)).body.fullName, stored);
    await app.call("POST", "/groups", body, { groupName: typed, description: typed });
    const html = await (await visit(app, "/dashboard", body)).text();
    assert.doesNotMatch(html, /<script>alert|<img src=x|<\/script><!--/);
    assert.equal(html.match(/<script/g)?.length, html.match(/<\/script>/g)?.length);
  }
  assert.equal((await app.call("GET", "/auth/me")).status, 401);
});

/** Who may call from which site, what other sites may read, and that no answer trusts the request's Host. */
import assert from "node:assert/strict";
import { say } from "../../security/wire.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { mailsOf } from "../../support/cast.ts";
import { assertFailure, cookieOf, visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startApp);

const partner = "https://partner.example";
const evil = "https://evil.example";

async function ask(app: TestApp, path: string, headers: Record<string, string>, init: RequestInit = {}) {
  const response = await visit(app, path, null, { ...init, headers });
  const body = response.status === 204 ? null : await response.text();
  const allowed = response.headers.get("Access-Control-Allow-Origin");
  return { status: response.status, headers: response.headers, body, allowed };
}

/** Creates a group from a page with these headers. */
const makeGroup = (app: TestApp, headers: Record<string, string>) =>
  ask(app, "/api/groups", { "Content-Type": "application/json", ...headers }, {
    method: "POST",
    body: '{"groupName":"Engine"}',
  });

const preflight = (app: TestApp, Origin: string) =>
  ask(app, "/api/groups", {
    Origin,
    "Access-Control-Request-Method": "DELETE",
    "Access-Control-Request-Headers": "authorization,content-type",
  }, { method: "OPTIONS" });

test("with Ada's cookie only our own pages can change anything; a bearer token is accepted from anywhere", async (app) => {
  const ada = await app.person("Ada");
  const foreign: Record<string, string>[] = [
    { Origin: evil },
    { Origin: "http://localhost.evil.example" },
    { Referer: `${evil}/page` },
    { "Sec-Fetch-Site": "none" },
    {},
  ];
  const Cookie = cookieOf(ada);
  const message = "This request did not come from this site.";
  for (const headers of foreign) {
    const { status, body } = await makeGroup(app, { Cookie, ...headers });
    assertFailure({ status, body: JSON.parse(body!) }, { status: 403, code: "foreign_origin", message });
    const byToken = { Cookie: cookieOf({ token: "dead" }), ...headers, Authorization: `Bearer ${ada.token}` };
    assert.equal((await makeGroup(app, byToken)).status, 201);
  }
  const own = [["Origin", app.url], ["Referer", `${app.url}/dashboard`], ["Sec-Fetch-Site", "same-origin"]];
  for (const [name, value] of own) assert.equal((await makeGroup(app, { Cookie, [name]: value })).status, 201);
  assert.equal((await app.call("GET", "/groups", ada)).body.groups.length, foreign.length + own.length);
});

test("another site can neither log anyone in or out nor read what is answered, and gets no cookie", async (app) => {
  const ada = await app.person("Ada");
  const credentials = new URLSearchParams({ email: ada.email, password: ada.password });
  const forms: [string, Person | null, URLSearchParams][] = [
    ["/login", null, credentials],
    ["/logout", ada, new URLSearchParams()],
    ["/api/auth/login", null, credentials],
    ["/api/auth/logout", ada, new URLSearchParams()],
  ];
  for (const [path, as, body] of forms) {
    const headers = { Origin: evil, ...(as && { Cookie: cookieOf(as) }) } as Record<string, string>;
    const answer = await ask(app, path, headers, { method: "POST", body });
    assert.deepEqual([answer.status, answer.headers.getSetCookie()], [403, []], path);
  }
  const read = await ask(app, "/api/auth/me", { Cookie: cookieOf(ada), Origin: evil });
  assert.deepEqual([read.status, read.allowed], [200, null]);
  assert.equal(read.headers.get("Cross-Origin-Resource-Policy"), "same-origin");
  for (const { headers } of [await preflight(app, partner), read]) {
    assert.deepEqual([...headers.keys()].filter((name) => name.startsWith("access-control")), []);
  }
});

Deno.test("a listed origin may call with credentials and read the responses, failures included, but no pages; any other is refused", async () => {
  const env = { CORS_ORIGINS: `${partner},https://other.example`, RATE_LIMITS: "visitor=5/60" };
  await using app = await startApp({ env });
  const ada = await app.person("Ada");
  const asked = await preflight(app, partner);
  assert.deepEqual([asked.status, asked.allowed], [204, partner]);
  assert.match(asked.headers.get("Access-Control-Allow-Methods")!, /DELETE/);
  assert.equal(asked.headers.get("Access-Control-Allow-Headers"), "authorization,content-type");
  const Cookie = cookieOf(ada);
  assert.equal((await makeGroup(app, { Cookie, Origin: partner })).status, 201);
  for (const Origin of [evil, "http://partner.example", "https://partner.example.evil.example"]) {
    const { status, allowed } = await makeGroup(app, { Cookie, Origin });
    assert.deepEqual([status, allowed, (await preflight(app, Origin)).allowed], [403, null, null]);
  }
  assert.equal((await ask(app, "/login", { Origin: partner })).allowed, null);
  const statuses = [];
  for (const path of ["auth/me", "nothing", "auth/verify-email", "groups", "groups"]) {
    const { status, headers, allowed } = await ask(app, `/api/${path}`, { Origin: partner });
    statuses.push(status);
    assert.equal(allowed, partner, `${path} ${status}`);
    assert.equal(headers.get("Access-Control-Allow-Credentials"), "true");
    assert.match(headers.get("Vary")!, /Origin/);
  }
  assert.deepEqual(statuses, [401, 404, 400, 401, 429]);
});

Deno.test("our own pages are those at PUBLIC_URL too, where mailed links lead, and no answer has the request's Host", async () => {
  await using app = await startApp({ env: { PUBLIC_URL: "http://localhost:7000" } });
  const hosts = ["Host: evil.example", "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example"];
  const post = (path: string, body: object) => {
    const text = JSON.stringify(body);
    const more = ["Content-Type: application/json", `Content-Length: ${text.length}`, "Connection: close", "", text];
    return say(app.url, `POST /api/auth/${path} HTTP/1.1`, ...hosts, ...more);
  };
  const email = "ada@example.org";
  const registered = await post("register", { fullname: "Ada", email, password: "Correct-horse-1" });
  assert.match(registered, /^HTTP\/1\.1 201 /);
  for (const path of ["resend-verification", "forgot-password"]) {
    assert.match(await post(path, { email }), /^HTTP\/1\.1 200 /);
  }
  const mails = await mailsOf(app);
  assert.equal(mails.length, 3);
  for (const { text } of mails) {
    assert.match(text, /http:\/\/localhost:7000\/(verify-email|reset-password)\?token=/);
    assert.doesNotMatch(text, /evil/);
  }
  const get = (path: string) => say(app.url, `GET ${path} HTTP/1.1`, ...hosts, "Connection: close", "", "");
  const [page, redirect] = [await get("/login?next=/dashboard"), await get("/dashboard")];
  assert.match(page, /^HTTP\/1\.1 200 /);
  assert.match(redirect, /\r\nlocation: \/login\?next=%2Fdashboard\r\n/i);
  for (const answer of [page, redirect]) assert.doesNotMatch(answer, /evil/);
  for (const [Origin, status] of [["http://localhost:7000", 404], [evil, 403]] as const) {
    const body = new URLSearchParams({ email: "nobody@example.org", password: "x" });
    assert.equal(
      (await ask(app, "/login", { Origin, Cookie: cookieOf({ token: "dead" }) }, { method: "POST", body })).status,
      status,
    );
  }
});

test("malformed HTTP is refused briefly, malformed cookies belong to no session, and the service continues", async (app) => {
  const ada = await app.person("Ada");
  const post = (path: string, ...head: string[]) => [`POST ${path} HTTP/1.1`, "Host: localhost", ...head];
  const get = (...head: string[]) => ["GET /login HTTP/1.1", ...head, "Connection: close", "", ""];
  const requests = [
    ["nonsense", "", ""],
    get("Host: a b"),
    get("Host: ]["),
    get(`Cookie: ${"x".repeat(20_000)}`, "Host: localhost"),
    post("/login", "Content-Length: 5", "Transfer-Encoding: chunked", "", "0", "", ""),
    post("/login", "Transfer-Encoding: chunked", "", "zz", ""),
    post("/api/auth/login", "Content-Length: -1", "", ""),
  ];
  for (const request of requests) {
    const answer = await say(app.url, ...request);
    assert.match(answer, /^HTTP\/1\.1 4\d\d /, request[0]);
    assert.doesNotMatch(answer, / at |node_modules|\.ts/, request[0]);
  }
  const session = ["", "%", "%00", "%E0%A4%A", "x".repeat(5000), `"${ada.token}x"`];
  const odd = [`CHAPTERHOUSE_SESSION=${ada.token}`, "=; ;;; a=b=c; chapterhouse_session"];
  const flash = ["chapterhouse_flash=%7Bbroken", 'chapterhouse_flash={"kind":"x","text":1}'];
  for (const Cookie of [...session.map((value) => `chapterhouse_session=${value}`), ...odd, ...flash]) {
    assert.equal((await ask(app, "/api/auth/me", { Cookie })).status, 401, Cookie);
    assert.equal((await ask(app, "/login", { Cookie })).status, 200, Cookie);
  }
});

import assert from "node:assert/strict";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertFailure, cookieOf, visit } from "../support/requests.ts";

const refused = {
  status: 403,
  code: "foreign_origin",
  message: "This request did not come from this site.",
};

/** Creates a group with a cookie, from a page with these headers. */
async function makeGroup(app: TestApp, as: Person, headers: Record<string, string>) {
  const response = await visit(app, "/api/groups", as, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: '{"groupName":"Engine"}',
  });
  return { status: response.status, body: await response.json() };
}

const foreign: Record<string, string>[] = [
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { Origin: "http://localhost.evil.example" },
  { Referer: "https://evil.example/page" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "none" },
  {},
];

Deno.test("with Ada's cookie only our own pages can change anything", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (const headers of foreign) assertFailure(await makeGroup(app, ada, headers), refused);
  assert.deepEqual((await app.call("GET", "/groups", ada)).body.groups, []);
  const own = [["Origin", app.url], ["Referer", `${app.url}/dashboard`], ["Sec-Fetch-Site", "same-origin"]];
  for (const [name, value] of own) assert.equal((await makeGroup(app, ada, { [name]: value })).status, 201);
});

Deno.test("pages at PUBLIC_URL are our own too, as behind a proxy", async () => {
  await using app = await startApp({ env: { PUBLIC_URL: "https://books.example" } });
  const { body } = await app.call("POST", "/auth/register", null, {
    fullname: "Ada",
    email: "ada@example.org",
    password: "Correct-horse-1",
  });
  assert.equal(body.user.username, "ada");
  const logIn = async (origin: string) => {
    const response = await visit(app, "/login", { token: "dead" }, {
      method: "POST",
      headers: { Origin: origin },
      body: new URLSearchParams({ email: "nobody@example.org", password: "x" }),
    });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await logIn("https://books.example"), 404);
  assert.equal(await logIn("https://evil.example"), 403);
});

Deno.test("a bearer token is accepted from any origin", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (const headers of foreign) {
    const { status } = await makeGroup(app, { ...ada, token: "dead" }, {
      ...headers,
      Authorization: `Bearer ${ada.token}`,
    });
    assert.equal(status, 201);
  }
});

Deno.test("another site can neither log anyone in or out nor submit a form", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const evil = { Origin: "https://evil.example" };
  const credentials = new URLSearchParams({ email: ada.email, password: ada.password });
  const forms: [string, Person | null, URLSearchParams][] = [
    ["/login", null, credentials],
    ["/logout", ada, new URLSearchParams()],
    ["/dashboard", ada, new URLSearchParams({ groupName: "Engine" })],
    ["/api/auth/login", null, credentials],
    ["/api/auth/logout", ada, new URLSearchParams()],
  ];
  for (const [path, as, body] of forms) {
    const response = await visit(app, path, as, { method: "POST", headers: evil, body });
    assert.equal(response.status, 403, path);
    assert.deepEqual(response.headers.getSetCookie(), []);
    await response.body?.cancel();
  }
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
});

Deno.test("reads are answered for any origin, but a foreign page cannot read the response", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const headers = { Cookie: cookieOf(ada), Origin: "https://evil.example" };
  const response = await visit(app, "/api/auth/me", null, { headers });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("Access-Control-Allow-Origin"), null);
  assert.equal(response.headers.get("Cross-Origin-Resource-Policy"), "same-origin");
  await response.body?.cancel();
});

import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { cookieOf, visit } from "../support/requests.ts";

const partner = "https://partner.example";

async function ask(app: TestApp, path: string, init: RequestInit & { headers: Record<string, string> }) {
  const response = await visit(app, path, null, init);
  await response.body?.cancel();
  return response;
}

const preflight = (app: TestApp, origin: string) =>
  ask(app, "/api/groups", {
    method: "OPTIONS",
    headers: {
      Origin: origin,
      "Access-Control-Request-Method": "DELETE",
      "Access-Control-Request-Headers": "authorization,content-type",
    },
  });

Deno.test("without CORS_ORIGINS no other origin is allowed", async () => {
  await using app = await startApp();
  const answers = [await preflight(app, partner), await ask(app, "/api/auth/me", { headers: { Origin: partner } })];
  for (const { headers } of answers) {
    assert.deepEqual([...headers.keys()].filter((name) => name.startsWith("access-control")), []);
  }
});

Deno.test("a listed origin may call with credentials and read the responses, failures included", async () => {
  await using app = await startApp({
    env: { CORS_ORIGINS: `${partner},https://other.example`, RATE_LIMITS: "visitor=4/60" },
  });
  const asked = await preflight(app, partner);
  assert.equal(asked.status, 204);
  assert.match(asked.headers.get("Access-Control-Allow-Methods")!, /DELETE/);
  assert.equal(asked.headers.get("Access-Control-Allow-Headers"), "authorization,content-type");
  const statuses = [];
  for (const path of ["/api/auth/me", "/api/nothing", "/api/auth/verify-email", "/api/groups", "/api/groups"]) {
    const { status, headers } = await ask(app, path, { headers: { Origin: partner } });
    statuses.push(status);
    assert.equal(headers.get("Access-Control-Allow-Origin"), partner, `${path} ${status}`);
    assert.equal(headers.get("Access-Control-Allow-Credentials"), "true");
    assert.match(headers.get("Vary")!, /Origin/);
  }
  assert.deepEqual(statuses, [401, 404, 400, 401, 429]);
});

Deno.test("a listed origin may use the cookie; any other is refused", async () => {
  await using app = await startApp({ env: { CORS_ORIGINS: partner } });
  const ada = await app.person("Ada");
  const make = (origin: string) =>
    ask(app, "/api/groups", {
      method: "POST",
      headers: { Origin: origin, Cookie: cookieOf(ada), "Content-Type": "application/json" },
      body: '{"groupName":"Engine"}',
    });
  assert.equal((await make(partner)).status, 201);
  for (const origin of ["https://evil.example", "http://partner.example", "https://partner.example.evil.example"]) {
    const { status, headers } = await make(origin);
    assert.equal(status, 403);
    assert.equal(headers.get("Access-Control-Allow-Origin"), null);
    assert.equal((await preflight(app, origin)).headers.get("Access-Control-Allow-Origin"), null);
  }
});

Deno.test("no other origin can read pages, listed or not", async () => {
  await using app = await startApp({ env: { CORS_ORIGINS: partner } });
  const { headers } = await ask(app, "/login", { headers: { Origin: partner } });
  assert.equal(headers.get("Access-Control-Allow-Origin"), null);
});

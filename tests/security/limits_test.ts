import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { submit } from "../support/requests.ts";

/** With the limits that a service has of its own accord. */
const asDelivered = { env: { RATE_LIMITS: "on" } };

/** Asks so often, each time from where a made-up header says, and gives how many were let through. */
async function letThrough(
  times: number,
  ask: (headers: Record<string, string>, n: number) => Promise<Response>,
): Promise<number> {
  let through = 0;
  for (let n = 0; n < times; n++) {
    const from = `198.51.100.${n % 250}`;
    const headers = { "X-Forwarded-For": from, "X-Real-IP": from, Forwarded: `for=${from}`, "True-Client-IP": from };
    const response = await ask(headers, n);
    await response.body?.cancel();
    if (response.status !== 429) through++;
  }
  return through;
}

const post = ({ url }: TestApp, path: string, body: object, headers: Record<string, string>) =>
  fetch(`${url}/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

const guesses: Record<string, [allowed: number, path: string, body: (n: number) => object]> = {
  "passwords of one account": [10, "/auth/login", (n) => ({ email: "ada@example.org", password: `guess ${n}` })],
  "one password of many accounts": [300, "/auth/login", (n) => ({ email: `p${n}@example.org`, password: "123456" })],
  accounts: [
    200,
    "/auth/register",
    (n) => ({ fullname: "Eve", email: `eve${n}@example.org`, password: "Correct-horse-1" }),
  ],
  "mails to one address": [3, "/auth/forgot-password", () => ({ email: "ada@example.org" })],
  "mails to many addresses": [200, "/auth/resend-verification", (n) => ({ email: `p${n}@example.org` })],
};

for (const [what, [allowed, path, body]] of Object.entries(guesses)) {
  Deno.test(`guessing ${what} is limited to ${allowed} tries, whatever forwarding headers are sent`, async () => {
    await using app = await startApp(asDelivered);
    assert.equal(await letThrough(allowed + 5, (headers, n) => post(app, path, body(n), headers)), allowed);
  });
}

Deno.test("guessing verification and reset links is limited", async () => {
  for (const guess of ["verify", "reset"]) {
    await using app = await startApp({ env: { RATE_LIMITS: "visitor=50/3600" } });
    const through = await letThrough(
      60,
      (headers, n) =>
        guess === "verify"
          ? fetch(`${app.url}/api/auth/verify-email?token=guess${n}`, { headers })
          : post(app, "/auth/reset-password", { token: `guess${n}`, password: "Correct-horse-1" }, headers),
    );
    assert.equal(through, 50, guess);
  }
});

Deno.test("files have a limit of their own, and no other address that looks like one has", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "visitor=3/3600,download=5/3600" } });
  const through = (path: string) => letThrough(10, (headers) => fetch(`${app.url}/api${path}`, { headers }));
  assert.equal(await through("/files/made/up"), 5);
  assert.equal(await through("/made/up/files/a/b"), 3);
  assert.equal(await through("/groups/files/a/b"), 0);
});

Deno.test("simultaneous guesses count towards the limit", async () => {
  await using app = await startApp(asDelivered);
  const guesses = Array.from(
    { length: 60 },
    (_, n) => post(app, "/auth/login", { email: "ada@example.org", password: `${n}` }, {}),
  );
  const statuses = await Promise.all(guesses.map(async (guess) => {
    const response = await guess;
    await response.body?.cancel();
    return response.status;
  }));
  assert.equal(statuses.filter((status) => status !== 429).length, 10);
});

Deno.test("calls and forms, and other spellings of the address, share one limit", async () => {
  await using app = await startApp(asDelivered);
  const written = ["ada@example.org", "ADA@EXAMPLE.ORG", " ada@example.org", "ada@example.org\t", "Ada@Example.org "];
  let through = 0;
  for (let n = 0; n < 20; n++) {
    const email = written[n % written.length];
    const response = n % 2
      ? await submit(app, "/login", null, { email, password: "wrong" })
      : await post(app, "/auth/login", { email, password: "wrong" }, {});
    await response.body?.cancel();
    if (response.status !== 429) through++;
  }
  assert.equal(through, 10);
});

Deno.test("an account's limits hold across addresses, and other accounts are not affected", async () => {
  const env = { RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1,::1" };
  const perAccount: Record<string, [allowed: number, body: object]> = {
    "/auth/login": [100, { password: "a guess" }],
    "/auth/forgot-password": [3, {}],
    "/auth/resend-verification": [3, {}],
  };
  for (const [path, [allowed, body]] of Object.entries(perAccount)) {
    await using app = await startApp({ env });
    const ask = (email: string) => (headers: Record<string, string>) => post(app, path, { ...body, email }, headers);
    assert.equal(await letThrough(allowed + 5, ask("ada@example.org")), allowed, path);
    assert.equal(await letThrough(1, ask("grace@example.org")), 1, path);
  }
});

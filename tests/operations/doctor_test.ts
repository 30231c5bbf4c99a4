import assert from "node:assert/strict";
import { examine } from "../../server/operations/doctor.ts";
import { readConfig } from "../../server/settings/settings.ts";
import { withOperator } from "../api/operator/olga.ts";
import { folder, operate } from "../support/operate.ts";
import { startProxy } from "../support/servers/proxy.ts";
import { startSmtp } from "../support/servers/smtp.ts";

async function examined(env: Record<string, string>, mailTo?: string) {
  const lines = await examine(readConfig(env), { mailTo });
  return Object.fromEntries(lines.map(({ name, state, text }) => [name, `${state} ${text}`]));
}

Deno.test("The doctor looks at everything beside a running service, with what operators have set, and shows no secret", async () => {
  await using home = await folder();
  await using smtp = await startSmtp({ login: { user: "post", password: "s3cret" } });
  await using app = await withOperator({ folder: home.path });
  const { host } = new URL(smtp.url);
  const settings = { mailUrl: `smtp://post@${host}`, mailPassword: "s3cret", mailFrom: "post@x.example" };
  assert.equal((await app.operate("PUT", "/settings", settings)).status, 200);
  const env = { DATABASE_URL: `file:${home.path}/test.db`, PUBLIC_URL: app.url };
  const found = await examined(env);
  const healthy = ["database", "disk", "mail", "identity provider", "Redis", "address and proxy", "clock"];
  for (const name of healthy) assert.match(found[name], /^ok /, name);
  assert.match(found.backups, /^warn None are made/);
  assert.equal(smtp.received.length, 0);
  assert.match((await examined(env, "ada@example.org")).mail, /^ok .+ accepted an email to ada@example\.org/);
  assert.equal((await smtp.next()).to, "ada@example.org");
  await smtp.stop();
  const { code, out } = await operate(`${home.path}/test.db`, ["doctor"], { ...env, PUBLIC_URL: "http://localhost:1" });
  assert.equal(code, 1, "no mail server");
  assert.match(
    out,
    /^ok {4}database .+\n.+\nfail {2}mail .+\n.+\n.+\nwarn {2}address and proxy .+\n.+\nwarn {2}backups .+\n$/,
  );
  assert.ok(!`${out}${JSON.stringify(found)}`.includes("s3cret"));
});

Deno.test("The doctor says what is missing: the database, a Redis, a provider, and a proxy that is believed", async () => {
  await using home = await folder();
  const missing = await examined({ DATABASE_URL: `file:${home.path}/none.db`, PUBLIC_URL: "http://localhost:1" });
  assert.match(missing.database, /^fail There is none at .+ start the service once/);
  await Deno.writeTextFile(`${home.path}/text.db`, "This is no database. ".repeat(100));
  const others = await examined({
    DATABASE_URL: `file:${home.path}/text.db`,
    PUBLIC_URL: "http://localhost:1",
    OIDC_ISSUER: "http://localhost:1",
    OIDC_CLIENT_ID: "one",
    OIDC_CLIENT_SECRET: "s3cret",
  });
  assert.match(others.database, /^fail It cannot be used/);
  assert.match(others["identity provider"], /^fail .+ cannot be reached/);
  const server = { DATABASE_URL: "http://localhost:1", REDIS_URL: "redis://:s3cret@localhost:1" };
  const distant = await examined({ ...server, PUBLIC_URL: "http://localhost:1" });
  assert.match(distant.Redis, /^fail localhost:1 does not: .+ REDIS_URL/);
  assert.ok(!JSON.stringify([others, distant]).includes("s3cret"));
  await using app = await withOperator();
  await using proxy = await startProxy([Number(new URL(app.url).port)]);
  const forwarded = async (url: string) => (await fetch(`${url}/healthz`)).headers.get("x-forwarded");
  assert.deepEqual([await forwarded(app.url), await forwarded(proxy.url)], ["none", "ignored"]);
});

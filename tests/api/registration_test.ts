import assert from "node:assert/strict";
import { removeUnverified } from "../../db/account/accounts.ts";
import { isOfDomains } from "../../server/settings/schemas.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { codeOf, submit, visit } from "../support/requests.ts";

const register = (app: Pick<TestApp, "call">, email: string, more: Record<string, unknown> = {}) =>
  app.call("POST", "/auth/register", null, { fullname: "Nora", email, password: "Correct-horse-1", ...more });

const mailed = async ({ url }: Pick<TestApp, "url">): Promise<{ text: string }[]> =>
  await (await fetch(`${url}/dev/mail.json`)).json();

Deno.test("where registration is closed nobody signs up, by call or form, and no page offers it", async () => {
  await using app = await startApp({ env: { REGISTRATION: "closed" } });
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const { invite } = (await app.call("POST", `/groups/${group.id}/invites`, ada, {})).body;
  assert.equal(codeOf(await register(app, "nora@example.org")), "403 registration_closed");
  const token = invite.url.split("/").at(-1);
  assert.equal(codeOf(await register(app, "nora@example.org", { invite: token })), "403 registration_closed");
  const fields = { fullname: "Nora", email: "nora@example.org", password: "secret", confirmPassword: "secret" };
  const form = await submit(app, "/register", null, fields);
  assert.ok(form.status === 403 && (await form.text()).includes("Registration is closed here."));
  const page = await (await visit(app, "/register")).text();
  assert.ok(page.includes("Registration is closed here.") && !page.includes('name="password"'));
  for (const path of ["/", "/pre", "/login", `/join/${token}`]) {
    const page = await (await visit(app, path)).text();
    assert.ok(!page.includes('href="/register') && !page.includes('value="register"'), path);
  }
  // Who has an account keeps the way to what they were invited to.
  const login = (await (await visit(app, `/register?next=%2Fjoin%2F${token}`)).text()).match(
    /href="(\/login[^"]*next[^"]*)"/,
  );
  assert.equal(login?.[1], `/login?next=%2Fjoin%2F${token}`);
  const check = await app.call("POST", "/users/check-email", null, { email: "nora@example.org" });
  assert.deepEqual(check.body, { available: false, isValid: true, message: "Registration is closed here." });
});

Deno.test("where it is for the invited, a good link lets one sign up, and an invitation that address alone", async () => {
  await using app = await startApp({ env: { REGISTRATION: "invite" } });
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const link = async () => (await app.call("POST", `/groups/${group.id}/invites`, ada, { maxUses: 1 })).body.invite;
  const [good, revoked] = [await link(), await link()];
  await app.call("DELETE", `/groups/${group.id}/invites/${revoked.id}`, ada);
  const tokenOf = ({ url }: { url: string }) => url.split("/").at(-1);
  assert.equal(codeOf(await register(app, "nora@example.org")), "403 invitation_needed");
  assert.equal(codeOf(await register(app, "nora@example.org", { invite: "made-up" })), "403 invitation_needed");
  assert.equal(codeOf(await register(app, "nora@example.org", { invite: tokenOf(revoked) })), "403 invitation_needed");
  assert.equal(codeOf(await register(app, "nora@example.org", { invite: tokenOf(good) })), "201");
  await app.call("POST", `/groups/${group.id}/invites/mail`, ada, { emails: ["eve@example.org"] });
  assert.equal(codeOf(await register(app, "eve@example.org")), "201");
  const mailed = (await app.links("eve@example.org")).find((path) => path.startsWith("/invitations/"))!;
  assert.equal(
    codeOf(await register(app, "mal@example.org", { invite: mailed.split("/").at(-1) })),
    "403 invitation_needed",
  );
  assert.ok((await (await visit(app, "/register")).text()).includes("You need an invitation to sign up here."));
});

Deno.test("only addresses of the operator's domains sign up, whoever invites them", async () => {
  await using app = await startApp({ env: { REGISTRATION_DOMAINS: "school.example,.uni.example" } });
  assert.equal(codeOf(await register(app, "nora@example.org")), "400 email_domain");
  assert.equal(codeOf(await register(app, "nora@school.example.evil.org")), "400 email_domain");
  assert.equal(codeOf(await register(app, "nora@notschool.example")), "400 email_domain");
  assert.equal(codeOf(await register(app, "Nora@School.Example")), "201");
  assert.equal(codeOf(await register(app, "eve@maths.uni.example")), "201");
  const check = await app.call("POST", "/users/check-email", null, { email: "eve@example.org" });
  assert.equal(check.body.message, "Please use an address of school.example or uni.example.");
});

Deno.test("nobody changes their address to one outside the operator's domains, by call or form", async () => {
  await using app = await startApp({ env: { REGISTRATION_DOMAINS: "example.org" } });
  const ada = await app.person("Ada");
  const change = (email: string) => app.call("PUT", "/auth/email", ada, { email, password: ada.password });
  const refused = await change("ada@evil.example");
  assert.equal(codeOf(refused), "400 email_domain");
  assert.equal(refused.body.message, "Please use an address of example.org.");
  const form = await submit(app, "/account/email", ada, { email: "ada@evil.example", password: ada.password });
  assert.ok((await form.text()).includes("Please use an address of example.org."));
  assert.deepEqual(await app.links("ada@evil.example"), []);
  assert.equal(codeOf(await change("countess@example.org")), "200");
});

Deno.test("a domain with a dot before it stands for itself and those below it, and one without for itself alone", () => {
  assert.ok(isOfDomains("a@x.org", []));
  assert.ok(isOfDomains("a@sub.x.org", [".x.org"]) && isOfDomains("a@x.org", [".x.org"]));
  assert.ok(!isOfDomains("a@ax.org", [".x.org"]) && !isOfDomains("x.org@evil.org", [".x.org"]));
  assert.ok(!isOfDomains("a@sub.x.org", ["x.org"]) && !isOfDomains("x.org@evil.org", ["x.org"]));
});

for (const verification of ["true", "false"]) {
  Deno.test(`of five who register at once by a link for two, two do (verification ${verification})`, async () => {
    const env = { REGISTRATION: "invite", REQUIRE_EMAIL_VERIFICATION: verification };
    await using app = await startApp({ env });
    const ada = await app.person("Ada");
    const group = await app.group(ada);
    const { invite } = (await app.call("POST", `/groups/${group.id}/invites`, ada, { maxUses: 2 })).body;
    const token = invite.url.split("/").at(-1);
    const emails = Array.from({ length: 5 }, (_, n) => `reader-${n}@example.org`);
    const answers = await Promise.all(emails.map((email) => register(app, email, { invite: token })));
    assert.deepEqual(answers.map(codeOf).sort(), ["201", "201", ...Array(3).fill("403 invitation_needed")]);
    const mails = await mailed(app);
    assert.equal(mails.length, verification === "true" ? 2 : 0);
    for (const { text } of mails) await submit(app, /(\/verify-email\S+)/.exec(text)![1], null, {});
    assert.equal((await app.call("GET", `/groups/${group.id}`, ada)).body.group.memberCount, 3);
    assert.equal(codeOf(await register(app, "late@example.org", { invite: token })), "403 invitation_needed");
  });
}

Deno.test("who registers by a link and does not verify their address in time frees their place", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await startApp({ env: { REGISTRATION: "invite" }, clock: () => now });
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const choice = { maxUses: 1, days: 30 };
  const { invite } = (await app.call("POST", `/groups/${group.id}/invites`, ada, choice)).body;
  const by = { invite: invite.url.split("/").at(-1) };
  assert.equal(codeOf(await register(app, "nora@example.org", by)), "201");
  assert.equal(codeOf(await register(app, "eve@example.org", by)), "403 invitation_needed");
  now += 8 * 24 * 3600_000;
  await removeUnverified(app.deps.db, now, 10);
  assert.equal(codeOf(await register(app, "eve@example.org", by)), "201");
});

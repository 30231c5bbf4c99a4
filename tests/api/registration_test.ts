import assert from "node:assert/strict";
import { isOfDomains } from "../../server/actions/registration.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { codeOf, submit, visit } from "../support/requests.ts";

const register = (app: Pick<TestApp, "call">, email: string, more: Record<string, unknown> = {}) =>
  app.call("POST", "/auth/register", null, { fullname: "Nora", email, password: "Correct-horse-1", ...more });

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

Deno.test("a domain with a dot before it stands for those below it alone", () => {
  assert.ok(isOfDomains("a@x.org", []));
  assert.ok(isOfDomains("a@sub.x.org", [".x.org"]) && !isOfDomains("a@x.org", [".x.org"]));
  assert.ok(!isOfDomains("a@sub.x.org", ["x.org"]) && !isOfDomains("x.org@evil.org", ["x.org"]));
});

import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { codeOf, setCookieOf, submit, visit } from "../support/requests.ts";

const email = "nora@example.org";
const register = (app: TestApp, password: string) =>
  app.call("POST", "/auth/register", null, { fullname: "Nora Helmer", email, password });
const change = (app: TestApp, as: { token: string; password: string }, newPassword: string) =>
  app.call("PUT", "/auth/password", as, { currentPassword: as.password, newPassword });

async function resetToken(app: TestApp, email: string): Promise<string> {
  await app.call("POST", "/auth/forgot-password", null, { email });
  const link = (await app.links(email)).find((link) => link.startsWith("/reset-password"))!;
  return link.split("=")[1];
}

Deno.test("a check of a password calls the common ones and the own name weak, says why, and else goes by the rules", async () => {
  await using app = await startApp();
  const check = async (password: string) => {
    const body = { password, email, fullname: "Nora Helmer" };
    return (await app.call("POST", "/users/check-password", null, body)).body;
  };
  assert.deepEqual(await check("Password1"), { strength: "Weak", reason: "It is one of the most common passwords." });
  assert.deepEqual(await check("Helmer1879"), { strength: "Weak", reason: "It is your own name or email address." });
  assert.deepEqual(await check("Loomcard1"), { strength: "Strong", reason: null });
  assert.deepEqual(await check("loomcd"), { strength: "Medium", reason: null });
  assert.ok(!app.log.some((line) => /Password1|Helmer1879|Loomcard1|loomcd/.test(line)));
});

Deno.test("by itself a weak password is taken, and who chooses one later is warned", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  assert.equal((await register(app, "123456")).status, 201);
  const changed = await change(app, ada, "password");
  assert.deepEqual([changed.status, changed.body.message], [
    200,
    "Your password has been changed. Your new password is weak: it is one of the most common passwords",
  ]);
  const token = await resetToken(app, grace.email);
  const reset = await app.call("POST", "/auth/reset-password", null, { token, password: "grace-1906" });
  assert.match(reset.body.message, /Your new password is weak: it is your own name or email address$/);
});

Deno.test("a form without script says of a weak password what a script says while it is typed", async () => {
  await using app = await startApp();
  const form = { fullname: "Nora Helmer", email, password: "Password1", confirmPassword: "Password1" };
  const done = await submit(app, "/register", null, form);
  assert.equal(done.headers.get("Location"), "/register?done");
  const { value } = setCookieOf(done, "chapterhouse_flash")!;
  const headers = { Cookie: `chapterhouse_flash=${value}` };
  const html = await (await visit(app, done.headers.get("Location")!, null, { headers })).text();
  assert.match(html, /Your new password is weak: it is one of the most common passwords/);
});

Deno.test("with COMMON_PASSWORDS=refuse none is taken: at registering, at changing it, and by a mailed link, which stays good", async () => {
  await using app = await startApp({ env: { COMMON_PASSWORDS: "refuse" } });
  const ada = await app.person("Ada");
  const refused = await register(app, "Password1");
  assert.deepEqual([codeOf(refused), refused.body.message], [
    "400 common_password",
    "This is one of the most common passwords. Please choose another.",
  ]);
  assert.equal(codeOf(await register(app, "norahelmer")), "400 common_password");
  const form = { fullname: "Nora Helmer", email, password: "Password1", confirmPassword: "Password1" };
  const page = await submit(app, "/register", null, form);
  assert.equal(page.status, 400);
  assert.match(await page.text(), /This is one of the most common passwords/);
  assert.equal((await register(app, "Loomcard1")).status, 201);
  const changed = await change(app, ada, "password");
  assert.deepEqual([codeOf(changed), changed.body.issues[0].path], ["400 common_password", "newPassword"]);
  const token = await resetToken(app, ada.email);
  const reset = (password: string) => app.call("POST", "/auth/reset-password", null, { token, password });
  assert.equal(codeOf(await reset("qwerty")), "400 common_password");
  assert.equal((await reset("Loomcard1")).status, 200);
});

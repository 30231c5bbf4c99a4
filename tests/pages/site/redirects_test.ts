import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app.ts";
import { cookieOf, submit, visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

/** The status of an answer, and where it leads. */
async function lead(asked: Promise<Response>): Promise<[number, string | null]> {
  const response = await asked;
  await response.body?.cancel();
  return [response.status, response.headers.get("Location")];
}

async function withAda() {
  const app: TestApp = await startApp();
  const ada = await app.person("Ada");
  const credentials = { email: ada.email, password: ada.password };
  return {
    ...app,
    ada,
    /** Where logging in leads from an address. */
    logIn: (from: string) => lead(submit(app, from, null, credentials)),
  };
}

const test = inScene(withAda);

const loginThen = (path: string) => `/login?next=${encodeURIComponent(path)}`;
const dead = { token: "dead" };

test("unknown addresses lead home, for everyone, by GET and HEAD only", async (app) => {
  const paths = ["/nothing", "/group", "/group/1/2", "/LOGIN", "/logout", "/.env", "/%00", "/%E0%A4%A", "//nothing"];
  for (const path of [...paths, "/login/"]) {
    for (const as of [null, app.ada]) assert.deepEqual(await lead(visit(app, path, as)), [303, "/"], path);
    assert.deepEqual(await lead(visit(app, path, null, { method: "HEAD" })), [303, "/"], path);
  }
  assert.deepEqual(await lead(submit(app, "/nothing", null, {})), [404, null]);
});

test("public pages are open to everyone, and a visitor is led from a protected one to log in and back to it", async (app) => {
  const open = ["/pre", "/about", "/contact", "/events", "/forgot-password", "/reset-password", "/verify-email?resend"];
  for (const path of open) {
    for (const as of [null, app.ada]) assert.deepEqual(await lead(visit(app, path, as)), [200, null], path);
  }
  for (const path of ["/", "/login", "/register"]) {
    for (const as of [null, dead]) assert.deepEqual(await lead(visit(app, path, as)), [200, null], path);
  }
  const queries = ["/dashboard?tab=friends", "/group/1?tab=members&add", "/search?username=a%20b"];
  for (const path of ["/dashboard", "/profile", "/profile/1", ...queries]) {
    for (const as of [null, dead]) assert.deepEqual(await lead(visit(app, path, as)), [303, loginThen(path)]);
    assert.deepEqual(await app.logIn(loginThen(path)), [303, path]);
  }
  assert.deepEqual(await app.logIn("/login"), [303, "/dashboard"]);
});

test("Ada, who is signed in, is led from the visitors' pages to the page she asked for, or to the dashboard, and to no other site", async (app) => {
  const leads = {
    "/": "/dashboard",
    "/login": "/dashboard",
    "/register": "/dashboard",
    "/login?next=%2Fprofile": "/profile",
    "/login?next=%2Fgroup%2F1%3Ftab%3Dmembers%26add": "/group/1?tab=members&add",
  };
  for (const [path, next] of Object.entries(leads)) {
    assert.deepEqual(await lead(visit(app, path, app.ada)), [303, next]);
  }
  const slashes = ["//evil.example", "/\\evil.example", "/\t/evil.example", "%2F%2Fevil.example", "\r\n//evil.example"];
  for (const next of [...slashes, "https://evil.example", "javascript:alert(1)", ""]) {
    assert.deepEqual(await app.logIn(loginThen(next)), [303, "/dashboard"], next);
    assert.deepEqual(await lead(visit(app, loginThen(next), app.ada)), [303, "/dashboard"], next);
    assert.doesNotMatch(await (await visit(app, loginThen(next))).text(), /evil\.example|javascript:/, next);
  }
});

test("the address of a form, to which logging in leads back, leads to the page that has the form", async (app) => {
  const friends = (page: string) => `/friends/requests?next=${encodeURIComponent(page)}`;
  const pages = {
    "/dashboard/groups": "/dashboard?create",
    "/account/password": "/account",
    "/account/sessions/end": "/account?tab=sessions",
    "/account/sessions/1/end": "/account?tab=sessions",
    "/account/passkeys/1/rename": "/account",
    "/account/two-step/codes": "/account",
    "/account/elsewhere/remove": "/account",
    "/account/privacy": "/account?tab=privacy",
    "/account/deletion": "/account?tab=data",
    "/account/deletion/cancel": "/account?tab=data",
    "/dashboard/invitations/1/accept": "/dashboard",
    "/dashboard/invitations/1/never": "/dashboard",
    [friends("/search?username=grace")]: "/search?username=grace",
    [friends("/profile?tab=requests")]: "/profile?tab=requests",
  };
  for (const [path, page] of Object.entries(pages)) {
    assert.deepEqual(await lead(visit(app, path, app.ada)), [303, page]);
  }
});

test("logging out ends the session, removes the cookie and leads to the login page", async (app) => {
  const out = await submit(app, "/logout", app.ada, {});
  assert.deepEqual(await lead(Promise.resolve(out)), [303, "/login"]);
  assert.match(out.headers.getSetCookie().join(), /chapterhouse_session=;/);
  const back = visit(app, "/dashboard", null, { headers: { Cookie: cookieOf(app.ada) } });
  assert.deepEqual(await lead(back), [303, "/login?next=%2Fdashboard"]);
  assert.deepEqual(await lead(submit(app, "/logout", null, {})), [303, "/login"]);
});

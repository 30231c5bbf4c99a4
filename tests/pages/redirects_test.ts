import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { cookieOf, submit, visit } from "../support/requests.ts";

/** The status of an answer, and where it leads. */
async function lead(asked: Promise<Response>): Promise<[number, string | null]> {
  const response = await asked;
  await response.body?.cancel();
  return [response.status, response.headers.get("Location")];
}

const evil = [
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "%2F%2Fevil.example",
  "\r\n//evil.example",
  "",
];

const logIn = (app: TestApp, next: string, as: { email: string; password: string }) =>
  lead(submit(app, `/login?next=${encodeURIComponent(next)}`, null, { email: as.email, password: as.password }));

// spec: 2.8
Deno.test("unknown addresses lead home, for everyone, by GET and HEAD only", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (
    const path of [
      "/nothing",
      "/group",
      "/group/1/2",
      "/LOGIN",
      "/logout",
      "/.env",
      "/%00",
      "/%E0%A4%A",
      "//nothing",
      "/login/",
    ]
  ) {
    for (const as of [null, ada]) assert.deepEqual(await lead(visit(app, path, as)), [303, "/"], path);
    assert.deepEqual(await lead(visit(app, path, null, { method: "HEAD" })), [303, "/"], path);
  }
  assert.deepEqual(await lead(submit(app, "/nothing", null, {})), [404, null]);
});

// spec: 2.6, 2.9, 6.2
Deno.test("a visitor is redirected from a protected page to the login page, and back after logging in", async () => {
  await using app = await startApp();
  const pages = [
    "/dashboard",
    "/dashboard?tab=friends",
    "/group/1?tab=members&add",
    "/profile",
    "/profile/1",
    "/search?username=a%20b",
  ];
  for (const path of pages) {
    assert.deepEqual(await lead(visit(app, path)), [303, `/login?next=${encodeURIComponent(path)}`]);
    const dead = lead(visit(app, path, { token: "dead" }));
    assert.deepEqual(await dead, [303, `/login?next=${encodeURIComponent(path)}`]);
  }
  assert.deepEqual(await lead(submit(app, "/dashboard/groups", null, { groupName: "x" })), [
    303,
    "/login?next=%2Fdashboard%2Fgroups",
  ]);
});

Deno.test("logging in leads on to the page that was asked for", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (const next of ["/group/1?tab=members&x=1", "/search?username=a%20b", "/"]) {
    assert.deepEqual(await logIn(app, next, ada), [303, next]);
  }
  assert.deepEqual(await lead(submit(app, "/login", null, { email: ada.email, password: ada.password })), [
    303,
    "/dashboard",
  ]);
});

Deno.test("who sends a form with an ended session comes to the page of that form after logging in", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const forms = {
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
  };
  for (const [path, page] of Object.entries(forms)) {
    assert.deepEqual(await lead(submit(app, path, null, {})), [303, `/login?next=${encodeURIComponent(path)}`]);
    assert.deepEqual(await logIn(app, path, ada), [303, path]);
    assert.deepEqual(await lead(visit(app, path, ada)), [303, page]);
  }
});

Deno.test("logging in leads to no other site, whatever the address asks for", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (const next of evil) {
    assert.deepEqual(await logIn(app, next, ada), [303, "/dashboard"], next);
    const html = await (await visit(app, `/login?next=${encodeURIComponent(next)}`)).text();
    assert.doesNotMatch(html, /evil\.example|javascript:/, next);
  }
});

// spec: 2.2
Deno.test("someone who is signed in by cookie is redirected from the visitors' pages to the page they asked for, or to the dashboard", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const leads = {
    "/": "/dashboard",
    "/login": "/dashboard",
    "/register": "/dashboard",
    "/login?next=%2Fprofile": "/profile",
    "/login?next=%2Fgroup%2F1%3Ftab%3Dmembers%26add": "/group/1?tab=members&add",
  };
  for (const [path, next] of Object.entries(leads)) {
    assert.deepEqual(await lead(visit(app, path, ada)), [303, next]);
    assert.deepEqual(await lead(visit(app, path, { token: "dead" })), [200, null]);
  }
  for (const next of evil) {
    const path = `/login?next=${encodeURIComponent(next)}`;
    assert.deepEqual(await lead(visit(app, path, ada)), [303, "/dashboard"], next);
  }
});

// spec: 2.9
Deno.test("someone who posts a form after their session has ended comes back to the page of the form by logging in", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const pages = ["/search?username=grace", "/profile?tab=requests"];
  for (const page of pages) {
    const [, login] = await lead(
      submit(app, `/friends/requests?next=${encodeURIComponent(page)}`, { token: "dead" }, {}),
    );
    const form = new URL(login!, app.url).searchParams.get("next")!;
    assert.deepEqual(await logIn(app, form, ada), [303, form]);
    assert.deepEqual(await lead(visit(app, form, ada)), [303, page]);
  }
  const paths = ["/group/1/books?book=2&page=3", "/group/1/books?query=a\\b", "/group/1/messages?book=2&page=3"];
  for (const path of paths) {
    const [, login] = await lead(submit(app, path, { token: "dead" }, {}));
    const next = new URL(login!, app.url).searchParams.get("next")!;
    assert.equal(decodeURIComponent(next), path);
    assert.deepEqual(await logIn(app, next, ada), [303, next]);
  }
});

// spec: 2.5, 6.2
Deno.test("public pages are open to everyone", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (
    const path of [
      "/pre",
      "/about",
      "/contact",
      "/events",
      "/forgot-password",
      "/reset-password",
      "/verify-email?resend",
    ]
  ) {
    for (const as of [null, ada]) assert.deepEqual(await lead(visit(app, path, as)), [200, null], path);
  }
  for (const path of ["/", "/login", "/register"]) assert.deepEqual(await lead(visit(app, path)), [200, null]);
});

Deno.test("logging out ends the session, removes the cookie and leads to the login page", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const out = await submit(app, "/logout", ada, {});
  assert.deepEqual(await lead(Promise.resolve(out)), [303, "/login"]);
  assert.match(out.headers.getSetCookie().join(), /chapterhouse_session=;/);
  const back = visit(app, "/dashboard", null, { headers: { Cookie: cookieOf(ada) } });
  assert.deepEqual(await lead(back), [303, "/login?next=%2Fdashboard"]);
  assert.deepEqual(await lead(submit(app, "/logout", null, {})), [303, "/login"]);
});

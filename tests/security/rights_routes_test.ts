import assert from "node:assert/strict";
import { createApp } from "../../server/app.tsx";
import { cookieOf, uncompressed } from "../support/requests.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { pages } from "./pages_table.ts";
import { dress, filled, type Names, openScene, type Role, roles, sessionFor, stored } from "./scene.ts";
import type { Right } from "./right.ts";
import { calls } from "./table.ts";

type Means = "cookie" | "bearer";

// spec: trust.15
Deno.test("every mounted route is in the table of rights, and every row has its route", async () => {
  await using app = await startApp();
  const all = createApp(app.deps).routes;
  const mounted = all.filter(({ method }) => method !== "ALL");
  // What is there for every method is on the way to the others, and answers nothing itself.
  assert.deepEqual(all.filter(({ method, path }) => method === "ALL" && !path.endsWith("*")), []);
  const routes = [...new Set(mounted.map(({ method, path }) => `${method} ${path}`))];
  const rows = [...new Set([...calls, ...pages].map(({ route }) => route))];
  assert.deepEqual(rows.sort(), routes.sort());
});

// spec: 6.1, trust.15
Deno.test("every API call allows each kind of user exactly what the table of rights says, by cookie and by token", async () => {
  await check(calls, ["cookie", "bearer"]);
});

// spec: 2.6, 6.1, trust.15
Deno.test("every page and form allows each kind of user exactly what the table of rights says", async () => {
  await check(pages, ["cookie"]);
});

async function check(table: Right[], means: Means[]): Promise<void> {
  const { app, picture } = await openScene();
  await using _app = app;
  const fixed = { picture, style: app.deps.assets.styles.main.href };
  let names = { ...fixed, ...await dress(app) };
  let before = await stored(app);
  for (const right of table) {
    for (const role of right.operator === undefined ? roles : [...roles, "Olga"] as const) {
      for (const by of role === "visitor" ? means.slice(0, 1) : means) {
        const hasChanged = await assertRight(app, { right, role, by, names, before });
        if (!hasChanged) continue;
        names = { ...fixed, ...await dress(app) };
        before = await stored(app);
      }
    }
  }
}

interface Question {
  right: Right;
  role: Role | "Olga";
  by: Means;
  names: Names;
  /** What is stored when it is asked. */
  before: string;
}

/** Whether something that is stored was changed, as the table says. */
async function assertRight(app: TestApp, question: Question): Promise<boolean> {
  const { right, role, by, names, before } = question;
  const token = await sessionFor(app, role);
  const answer = await ask(app, question, token);
  const what = `${right.route} ${JSON.stringify(right.json ?? right.form ?? "")} as ${role} by ${by}`;
  // A user whose session has ended is a visitor.
  const asWho = ["visitor", "Mallory", "Grace", "Ada"].indexOf(role);
  const expected = role === "Olga" ? right.operator! : right.answers[Math.max(asWho, 0)];
  assert.equal(answer, typeof expected === "number" ? expected : filled(expected, names), what);
  const isExpectedToChange = right.changes.split(" ").includes(asWho < 0 && role !== "Olga" ? "visitor" : role);
  const hasChanged = await stored(app) !== before;
  assert.equal(hasChanged, isExpectedToChange, `${what}: what is stored`);
  return hasChanged;
}

/** The status of the answer, or where it leads. */
async function ask(app: TestApp, { right, by, names }: Question, token: string | undefined): Promise<number | string> {
  const [method, pattern] = right.route.split(" ");
  const text = right.json ? JSON.stringify(right.json) : right.form && new URLSearchParams(right.form).toString();
  const body = right.file ? formWith(right.file) : text && filled(text, names);
  const response = await fetch(app.url + filled(right.path ?? pattern, names), {
    method,
    redirect: "manual",
    headers: {
      ...uncompressed,
      Origin: app.url,
      ...text !== undefined && { "Content-Type": right.json ? "application/json" : formType },
      ...token && (by === "bearer" ? { Authorization: `Bearer ${token}` } : { Cookie: cookieOf({ token }) }),
      ...right.headers,
    },
    body,
  });
  await response.body?.cancel();
  return response.status === 303 ? response.headers.get("Location")! : response.status;
}

/** A form with a short text as its file. */
function formWith(name: string): FormData {
  const form = new FormData();
  form.append("file", new File(["Hello"], name));
  return form;
}

const formType = "application/x-www-form-urlencoded";

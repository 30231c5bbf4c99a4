import assert from "node:assert/strict";
import { createApp } from "../../server/app.tsx";
import { formsOf } from "../../server/operation.ts";
import type { TestApp } from "../support/app.ts";
import { assertFails } from "../support/described.ts";
import { cookieOf, setCookieOf, uncompressed } from "../support/requests.ts";
import { type Asked, calls, forms, people } from "./asked.ts";
import { loginThen, pages } from "./pages.ts";
import { dress, filled, type Names, openScene, type Role, roles, sessionFor, stored } from "./scene.ts";

interface Asker {
  role: Role | "Olga";
  by: "cookie" | "bearer";
  /** As whom: a session that has ended makes a visitor. */
  person: string;
}

/** What somebody was answered, and what by the description was to be expected. */
interface Answered extends Asker {
  response: Response;
  /** Of JSON. */
  body: unknown;
  names: Names;
  what: string;
}

// spec: trust.15
Deno.test("every route is an operation's call, an operation's form or in the table of pages, and all of these have one", async () => {
  const { app } = await openScene();
  await using _app = app;
  const all = createApp(app.deps).routes;
  // What is there for every method is on the way to the others, and answers nothing itself.
  assert.deepEqual(all.filter(({ method, path }) => method === "ALL" && !path.endsWith("*")), []);
  const routes = new Set(all.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`));
  const addresses = forms.map(({ route }) => route.replace("POST", "GET"));
  const known = new Set([...[...calls, ...forms, ...pages].map(({ route }) => route), ...addresses]);
  assert.deepEqual([...known].sort(), [...routes].sort());
  const sent = new Set(forms.map(({ by }) => by));
  assert.deepEqual(
    [...calls, ...forms].flatMap(({ operation }) => formsOf(operation)).filter((by) => !sent.has(by)),
    [],
  );
});

// spec: 6.1, trust.15
Deno.test("every call does for each kind of person what its access says, by cookie and by token", async () => {
  await askAll(
    calls,
    ["cookie", "bearer"],
    async ({ operation, answers }, { response: { status }, body, person, what }) => {
      assert.equal(status, answers[people.indexOf(person)], what);
      if (status >= 400) assertFails(operation, { status, body });
    },
  );
});

// spec: 2.6, 6.1, trust.15
Deno.test("every form does for each kind of person what its call does, and says whether it was done", async () => {
  await askAll(forms, ["cookie"], async ({ operation, by, answers, path }, { response, person, names, what }) => {
    const answer = answers[people.indexOf(person)];
    const to = response.headers.get("Location");
    const isGuarded = operation.access !== "anyone" && operation.access !== "operator";
    if (isGuarded && person === "visitor") return assert.equal(to, loginThen(filled(path, names)), what);
    const isDone = answer < 400;
    if (to === null) return assert.equal(response.status, isDone ? 200 : answer, what);
    assert.equal(response.status, 303, what);
    assert.match(to, /^\/(?![/\\])/, what);
    const flash = setCookieOf(response, "chapterhouse_flash")?.value ?? "";
    const kind = /"kind":"(\w+)"/.exec(decodeURIComponent(decodeURIComponent(flash)))?.[1];
    // The page of a forgotten password says itself that a mail was sent.
    const says = by!.path === "/forgot-password" ? undefined : by!.says ?? operation.says;
    if (!isDone || says !== undefined || kind) assert.equal(kind === "success", isDone, `${what}: ${kind}`);
  });
});

// spec: 2.6
Deno.test("the address of every form leads to the page that has it", async () => {
  const pagesThere = pages.map(({ route }) => route.replace("GET", "POST"));
  const addresses = forms.filter(({ route }) => !pagesThere.includes(route))
    .map((form) => ({
      ...form,
      route: form.route.replace("POST", "GET"),
      form: undefined,
      file: undefined,
      changes: "",
    }));
  await askAll(addresses, ["cookie"], async ({ operation, by, route, path }, { response, person, names, what }) => {
    const { pathname, search } = new URL(filled(path, names), "http://localhost");
    const pattern = route.split(" ")[1].split("/");
    const params = Object.fromEntries(
      pathname.split("/").flatMap((part, n) => pattern[n].startsWith(":") ? [[pattern[n].slice(1), part]] : []),
    );
    const userId = person === "visitor" ? undefined : person.toLowerCase();
    const isHidden = operation.access === "operator" && person !== "Olga";
    const to = isHidden ? "/" : by!.to({ params, search, fields: {}, files: {}, userId, at: 0 });
    assert.deepEqual([response.status, response.headers.get("Location")], [303, to], what);
  });
});

// spec: 2.6, 6.1, trust.15
Deno.test("every page, file and other form answers each kind of person as the table says", async () => {
  await askAll(pages, ["cookie"], async ({ answers }, { response, person, names, what }) => {
    const expected = answers[people.indexOf(person)];
    const answer = typeof expected === "number" ? response.status : response.headers.get("Location");
    assert.equal(answer, typeof expected === "number" ? expected : filled(expected, names), what);
  });
});

/** Asks for everything as everybody, checks what they are answered, and that what is stored changes as it is to. */
async function askAll<A extends Asked>(
  all: A[],
  means: Asker["by"][],
  check: (asked: A, answered: Answered) => Promise<void>,
): Promise<void> {
  const { app, picture } = await openScene();
  await using _app = app;
  const prepare = async () => ({ ...await dress(app), picture, style: app.deps.assets.styles.main.href });
  let names = await prepare();
  let before = await stored(app);
  for (const asked of all) {
    const askers = askersOf(asked, means);
    const changing = askers.filter(({ person }) => asked.changes.split(" ").includes(person));
    const others = askers.filter((asker) => !changing.includes(asker));
    const what = `${asked.route} ${JSON.stringify(asked.json ?? asked.form ?? "")}`;
    for (const asker of others) await check(asked, await ask(app, asked, { ...asker, names, what }));
    assert.equal(await stored(app), before, `${what} by ${others.map(({ role }) => role)}: what is stored`);
    for (const asker of changing) {
      await check(asked, await ask(app, asked, { ...asker, names, what }));
      assert.notEqual(await stored(app), before, `${what} by ${asker.role}: what is stored`);
      names = await prepare();
      before = await stored(app);
    }
  }
}

function askersOf({ answers }: Asked, means: Asker["by"][]): Asker[] {
  const all = answers.length > 4 ? [...roles, "Olga" as const] : roles;
  return all.flatMap((role) =>
    (role === "visitor" ? means.slice(0, 1) : means).map((by) => (
      { role, by, person: people.includes(role) ? role : "visitor" }
    ))
  );
}

async function ask(app: TestApp, asked: Asked, asker: Omit<Answered, "response" | "body">): Promise<Answered> {
  const { role, by, names, what } = asker;
  const token = await sessionFor(app, role);
  const { sent, type } = bodyOf(asked, names);
  const response = await fetch(app.url + filled(asked.path, names), {
    method: asked.route.split(" ")[0],
    redirect: "manual",
    headers: {
      ...uncompressed,
      Origin: app.url,
      ...type && { "Content-Type": type },
      ...token && (by === "bearer" ? { Authorization: `Bearer ${token}` } : { Cookie: cookieOf({ token }) }),
      ...asked.headers,
    },
    body: sent,
  });
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  const body = isJson ? await response.json() : await response.body?.cancel();
  return { ...asker, response, body, what: `${what} by ${role} with ${by}` };
}

function bodyOf({ json, form, file }: Asked, names: Names): { sent?: BodyInit; type?: string } {
  if (file !== undefined) {
    const sent = new FormData();
    sent.append("file", new File([filled(file, names)], "a.txt"));
    return { sent };
  }
  if (json) return { sent: filled(JSON.stringify(json), names), type: "application/json" };
  if (!form) return {};
  return { sent: filled(`${new URLSearchParams(form)}`, names), type: "application/x-www-form-urlencoded" };
}

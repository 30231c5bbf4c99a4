/**
 * What a page, a call and a message cost, in what can be counted: no times. A change that costs more, or less, changes
 * its number here, in the same commit, which says why.
 */
import assert from "node:assert/strict";
import { recordStatements } from "../support/statements.ts";
import { visit } from "../support/requests.ts";
import { type Scene, setScene } from "../support/scene.ts";
import { screensOf, type Viewer } from "../support/screens.ts";
import { connect } from "../support/socket.ts";

interface Cost {
  /** That are run, and rows that they give to us: most give one, of JSON. */
  statements: number;
  rows: number;
  /** Elements of the HTML. */
  elements: number;
  /** Kilobytes, uncompressed, without style sheets, and those of the props of islands among them: at most. */
  html: number;
  props: number;
  /** That the page names: the first one and those that it preloads. */
  scripts: number;
}

const budgets: Record<string, Cost> = {
  landing: { statements: 0, rows: 0, elements: 158, html: 9.5, props: 0, scripts: 2 },
  login: { statements: 0, rows: 0, elements: 86, html: 6, props: 0.5, scripts: 12 },
  dashboard: { statements: 7, rows: 8, elements: 324, html: 25.5, props: 4.5, scripts: 12 },
  "dashboard-200": { statements: 6, rows: 3, elements: 3329, html: 295, props: 78, scripts: 12 },
  requests: { statements: 4, rows: 4, elements: 134, html: 8.5, props: 0.5, scripts: 12 },
  group: { statements: 10, rows: 11, elements: 650, html: 63, props: 21.5, scripts: 13 },
  book: { statements: 12, rows: 16, elements: 488, html: 39.5, props: 10, scripts: 24 },
  members: { statements: 6, rows: 5, elements: 262, html: 18, props: 2.5, scripts: 12 },
  "about-group": { statements: 9, rows: 13, elements: 804, html: 46, props: 0, scripts: 2 },
  pace: { statements: 19, rows: 21, elements: 267, html: 18, props: 0, scripts: 2 },
  notes: { statements: 16, rows: 22, elements: 301, html: 20.5, props: 0, scripts: 2 },
  questions: { statements: 12, rows: 18, elements: 315, html: 21, props: 0, scripts: 2 },
  copy: { statements: 12, rows: 19, elements: 266, html: 16.5, props: 0, scripts: 2 },
  text: { statements: 7, rows: 7, elements: 131, html: 12.5, props: 0, scripts: 2 },
  "own-notes": { statements: 7, rows: 8, elements: 132, html: 9, props: 0, scripts: 2 },
  "reading-log": { statements: 8, rows: 9, elements: 287, html: 18, props: 0, scripts: 2 },
  library: { statements: 4, rows: 6, elements: 139, html: 8.5, props: 0, scripts: 2 },
  profile: { statements: 6, rows: 7, elements: 244, html: 13.5, props: 1, scripts: 12 },
  "profile-other": { statements: 8, rows: 5, elements: 116, html: 8, props: 0.5, scripts: 12 },
  friends: { statements: 5, rows: 5, elements: 208, html: 12.5, props: 1, scripts: 12 },
  account: { statements: 13, rows: 9, elements: 147, html: 9, props: 0, scripts: 2 },
  search: { statements: 8, rows: 8, elements: 119, html: 8, props: 1, scripts: 12 },
  "operator-people": { statements: 7, rows: 19, elements: 439, html: 30, props: 0, scripts: 2 },
};

const scene = await setScene();
Deno.test.afterAll(() => scene.app[Symbol.asyncDispose]());
const statements = recordStatements(scene.app);

for (const [name, budget] of Object.entries(budgets)) {
  Deno.test(`${name} costs what it did`, async () => {
    const { html, props, ...cost } = await costOf(scene, name);
    const { html: mostHtml, props: mostProps, ...expected } = budget;
    assert.deepEqual(cost, expected);
    assert.ok(html <= mostHtml && props <= mostProps, `${html} kB, ${props} of props`);
  });
}

const calls: Record<string, Pick<Cost, "statements" | "rows">> = {
  "/groups": { statements: 2, rows: 2 },
  "/groups/GROUP": { statements: 2, rows: 2 },
  "/groups/GROUP/messages": { statements: 2, rows: 2 },
  "/overview": { statements: 3, rows: 3 },
  "/notices": { statements: 3, rows: 7 },
  "/reading": { statements: 4, rows: 5 },
};

for (const [path, budget] of Object.entries(calls)) {
  Deno.test(`GET ${path} costs what it did`, async () => {
    const { app, group, ada } = scene;
    const { result, ...count } = await counted(() => app.call("GET", path.replace("GROUP", group), ada));
    assert.equal(result.status, 200);
    assert.deepEqual(count, budget);
  });
}

Deno.test("a message that names nobody is two statements, both in its commit, and nothing is read for it", async () => {
  const { app, ada, group } = scene;
  using socket = await connect(app.url, ada.token);
  await socket.join(group);
  const send = () => socket.ask("message", { groupId: group, content: `Page ${crypto.randomUUID()}` });
  const { result: _, ...count } = await counted(send);
  assert.deepEqual(count, { statements: 2, rows: 0 });
});

/** Counted three times: what the service does by itself meanwhile is no cost of this. */
async function counted<T>(work: () => Promise<T>) {
  const counts = [];
  for (let n = 0; n < 3; n++) counts.push(await statements.counting(work));
  return counts.sort((one, other) => one.statements - other.statements)[0];
}

async function costOf(scene: Scene, name: string): Promise<Cost> {
  const { path, as } = screensOf(scene)[name];
  const { result: html, ...count } = await counted(() => read(scene, path, as));
  const bare = html.replaceAll(/<style\b[^]*?<\/style>/g, "");
  const props = [...bare.matchAll(/<script type="application\/json"[^>]*>([^<]*)/g)].map(([, json]) => json).join("");
  const scripts = new Set([...bare.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path));
  const kilobytes = (text: string) => Math.round(new TextEncoder().encode(text).length / 100) / 10;
  return {
    ...count,
    elements: bare.replaceAll(/<script\b[^>]*>[^<]*<\/script>/g, "").match(/<[a-z]/g)!.length,
    html: kilobytes(bare),
    props: kilobytes(props),
    scripts: scripts.size,
  };
}

async function read({ app, ...people }: Scene, path: string, as?: Viewer): Promise<string> {
  const answer = await visit(app, path, as && people[as]);
  assert.equal(answer.status, 200);
  return await answer.text();
}

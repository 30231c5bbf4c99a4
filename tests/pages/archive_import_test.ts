import assert from "node:assert/strict";
import type { Person, TestApp } from "../support/app.ts";
import { formOf, zipped } from "../support/archives.ts";
import { startCast } from "../support/cast.ts";
import { toastsIn } from "../support/forms.ts";
import { cookieOf, visit } from "../support/requests.ts";

async function sendFile({ url }: TestApp, by: Person, content: Record<string, unknown>, me = "", formKey = "") {
  const body = formOf(zipped(content), me);
  if (formKey) body.append("formKey", formKey);
  const headers = { Cookie: cookieOf(by), Origin: url };
  const response = await fetch(`${url}/groups/import`, { method: "POST", headers, body, redirect: "manual" });
  return { status: response.status, to: response.headers.get("Location"), html: await response.text() };
}

const at = "2026-03-02T10:00:00.000Z";
const members = ["ada", "grace"].map((username) => ({ username, name: username, role: "member", joinedAt: at }));
const archive = { "group.json": { name: "Looms" }, "members.json": members };

Deno.test("without script Ada reads an archive back, and is led to the cards of the other people in it", async () => {
  await using app = await startCast({ env: { ORGANIZERS_ADD_PEOPLE: "true" } });
  const { ada } = app;
  const page = await (await visit(app, "/groups", ada)).text();
  assert.match(page, /id="import"[^]*Read an archive back[^]*action="\/groups\/import"/);
  const wrong = await sendFile(app, ada, { "other.json": [] });
  assert.equal(wrong.status, 400);
  assert.match(wrong.html, /id="file-error"[^]*This file isn’t a group archive/);
  const unknown = await sendFile(app, ada, archive, "barbara");
  assert.match(unknown.html, /value="barbara"/);
  assert.match(unknown.html, /id="me-error"[^]*Nobody in the archive has this username/);
  const formKey = unknown.html.match(/import"[^]*name="formKey" value="([^"]+)"/)![1];
  const done = await sendFile(app, ada, archive, "", formKey);
  assert.equal(done.status, 303);
  assert.match(done.to!, /^\/group\/[^/]+\/cards$/);
  const headers = { Cookie: cookieOf(ada) };
  const cards = await (await fetch(app.url + done.to, { headers })).text();
  assert.match(cards, /grace/);
  assert.deepEqual(toastsIn(done.html), []);
  const again = await sendFile(app, ada, archive, "", formKey);
  assert.equal(again.status, 409);
  assert.match(again.html, /id="file-error"[^]*This form was sent before/);
  const { groups } = (await app.call("GET", "/groups", ada)).body;
  assert.equal(groups.filter(({ groupName }: { groupName: string }) => groupName === "Looms").length, 1);
});

Deno.test("where organizers add nobody the page says whom Ada can ask, and her archive links to it", async () => {
  await using app = await startCast();
  const { ada, here } = app;
  const page = await (await visit(app, "/groups", ada)).text();
  assert.match(page, /only the people who run this site can make accounts/);
  assert.doesNotMatch(page, /action="\/groups\/import"/);
  assert.equal((await sendFile(app, ada, archive)).status, 403);
  const own = await (await visit(app, `${here.replace("groups", "group")}/archive`, ada)).text();
  assert.match(own, /href="\/groups#import"/);
});

import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { messages, users } from "../../../db/schema.ts";
import { deleteAccount } from "../../../server/actions/account/deletion.ts";
import { exportAccount } from "../../../server/actions/account/export.ts";
import { freeName } from "../../../server/actions/account/zip.ts";
import { setDisabled } from "../../../server/actions/operator/people_and_groups.ts";
import { pngUrl } from "../../media/pictures.ts";
import { startApp } from "../../support/app.ts";
import { startCast, startReading } from "../../support/cast.ts";
import { assertServesOthers } from "../../support/others.ts";
import { submit } from "../../support/requests.ts";
import { uploaded } from "../../support/uploads.ts";

type Facts = Record<string, unknown>;

const ask = ({ url }: { url: string }, { token }: { token: string }, init: RequestInit = {}) =>
  fetch(`${url}/api/users/export`, { headers: { Authorization: `Bearer ${token}` }, ...init });

async function entriesOf(response: Response): Promise<Record<string, string>> {
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const decoder = new TextDecoder();
  return Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, decoder.decode(bytes)]));
}

/** Somebody's ZIP: its files, and the lists of data in them. */
async function unzipped(app: { url: string }, as: { token: string }) {
  const response = await ask(app, as);
  assert.deepEqual([response.status, response.headers.get("Content-Type")], [200, "application/zip"]);
  const files = await entriesOf(response);
  const data = (name: string): Facts[] => JSON.parse(files[`data/${name}.json`]);
  return { files, data, all: Object.values(files).join("\n") };
}

/** It counts how often it is asked for a name. */
class CountedNames extends Map<string, number> {
  asked = 0;
  override has(name: string): boolean {
    this.asked++;
    return super.has(name);
  }
}

Deno.test("files of one name get one each, also beside one that is named so, without trying all that are taken", () => {
  const used = new CountedNames();
  const names = ["a.jpg", "a (2).jpg", "A.jpg", "a.jpg", "a (2).jpg"].map((name) => freeName(name, used));
  assert.deepEqual(names, ["a.jpg", "a (2).jpg", "A (3).jpg", "a (4).jpg", "a (2) (2).jpg"]);
  for (let n = 0; n < 1000; n++) freeName("image.jpg", used);
  assert.equal(used.size, 1005);
  assert.ok(used.asked < 2100, `${used.asked} times`);
});

Deno.test("Ada's ZIP has everything that she wrote and is, and nothing of anybody else but names", async () => {
  await using app = await startReading();
  const { call, ada, grace, mallory, here } = app;
  await call("PUT", "/users/profile", ada, { bio: "Looms & <engines>", profileImage: await pngUrl("#557766") });
  await call("PUT", "/users/profile", grace, { bio: "secret of grace", dob: "1906-12-09", emailVisible: false });
  await app.post(ada, "Hello <world>");
  await app.post(grace, "words of grace");
  const content = "Notes on the engine";
  const sent = await uploaded(app, app.circle.id, { by: ada, content, name: "notes.txt", type: "text/plain" });
  await app.post(ada, "With a file", { files: [sent.id] });
  await app.turn(ada, 7);
  for (const [by, content] of [[ada, "My note"], [grace, "note of grace"]] as const) {
    await call("POST", `${app.path}/notes/7`, by, { pageNumber: 7, bookId: app.bookId, content });
  }
  await call("POST", `/friends/request/${grace.id}`, ada);
  await call("PUT", `/users/${mallory.id}/block`, ada);
  await call("POST", `${here}/invites`, ada, {});
  const other = await app.group(ada);
  await call("POST", `/groups/${other.id}/messages`, ada, { content: "Elsewhere" });
  const { files, data, all } = await unzipped(app, ada);
  const texts = data("messages").map(({ text }) => text);
  assert.deepEqual(texts.sort(), ["Elsewhere", "Hello <world>", "With a file"]);
  assert.deepEqual(data("notes").map(({ note, page }) => [note, page]), [["My note", 7]]);
  assert.equal(data("progress")[0].page, 7);
  assert.deepEqual(data("groups").map(({ role }) => role), ["creator", "creator"]);
  assert.equal(data("blocked")[0].who, "mallory");
  assert.equal((data("profile") as unknown as Facts).bio, "Looms & <engines>");
  assert.equal(data("sessions").length, 1);
  assert.equal(data("invite-links")[0].uses, 0);
  const asked = data("friends-and-requests").map(({ who, requestedBy }) => [who, requestedBy]);
  assert.deepEqual(asked, [["grace", "ada"]]);
  const [{ uploadedAt, ...file }] = data("files");
  assert.ok(Date.parse(String(uploadedAt)) > 0);
  assert.deepEqual(file, {
    name: "notes.txt",
    type: "text/plain; charset=utf-8",
    size: 19,
    group: "Group of ada",
    place: "files/notes.txt",
  });
  assert.equal(files["files/notes.txt"], content);
  assert.ok(files["pictures/profile.webp"].includes("WEBP"));
  assert.ok(files["index.html"].includes("Looms &amp; &lt;engines&gt;"));
  assert.ok(files["pages/messages.html"].includes("Hello &lt;world&gt;"));
  for (const secret of ["of grace", "1906-12-09", "grace@example.org", ada.token, "argon2", "hash", "mallory@"]) {
    assert.ok(!all.includes(secret), secret);
  }
  const graces = await unzipped(app, grace);
  assert.equal(graces.data("messages").length, 1);
  assert.ok(!graces.all.includes("Hello <world>"));
});

Deno.test("a message about a page has the page of the copy that it was given in, and an answer what it was at first", async () => {
  await using app = await startReading();
  const { call, ada, bookId, path } = app;
  await app.post(ada, "On 30", { anchor: { bookId, page: 30 } });
  await call("PUT", `${path}/edition`, ada, { pageCount: 600, unit: "minutes" });
  await app.turn(ada, 200);
  await app.post(ada, "On 90", { anchor: { bookId, page: 90 } });
  const { question } = (await call("POST", `${path}/questions`, ada, { page: 60, question: "Why?" })).body;
  for (const content of ["So", "Rather so"]) await call("PUT", `/questions/${question.id}/answer`, ada, { content });
  const { files, data } = await unzipped(app, ada);
  const places = (rows: Facts[]) => rows.map(({ book, page, countedIn }) => [book, page, countedIn]);
  assert.deepEqual(places(data("messages")), [["Sketch", 30, undefined], ["Sketch", 90, "minutes"]]);
  assert.deepEqual(places(data("questions")), [["Sketch", 60, "minutes"]]);
  assert.deepEqual(data("answers").map(({ answer, firstAnswer }) => [answer, firstAnswer]), [["Rather so", "So"]]);
  assert.deepEqual(data("book-settings").map(({ book, copy }) => [book, copy]), [["Sketch", "600 minutes"]]);
  assert.ok(files["pages/messages.html"].includes("<dt>Counted in</dt><dd>minutes</dd>"));
});

Deno.test("pages of an export show what has a form with it, and anything else as it is written", async () => {
  await using app = await startReading();
  const { call, ada, bookId, path, circle } = app;
  await app.post(ada, "a *map*");
  await call("POST", `${path}/notes/1`, ada, { content: "| a |\n|-|\n| b |", pageNumber: 1, bookId });
  const poll = { question: "*Which* one?", kind: "one", options: [{ text: "A" }, { text: "B" }] };
  assert.equal((await call("POST", `/groups/${circle.id}/polls`, ada, poll)).status, 201);
  const { files } = await unzipped(app, ada);
  assert.ok(files["pages/messages.html"].includes("a <em>map</em>"));
  assert.ok(files["pages/notes.html"].includes("<table>"));
  assert.ok(files["pages/polls.html"].includes("<dd>*Which* one?</dd>"));
});

Deno.test("what others keep from Ada is not in her ZIP: blocks and reports of her, and invitations to an address that is not proven to be hers", async () => {
  await using app = await startCast();
  const { call, grace, mallory, circle } = app;
  const own = await app.group(mallory);
  await call("POST", `/groups/${own.id}/invites/mail`, mallory, { emails: [grace.email] });
  await call("PUT", `/users/${grace.id}/block`, app.ada);
  await call("POST", "/reports", app.ada, { kind: "profile", id: grace.id, reason: "secret of ada" });
  const { files, data, all } = await unzipped(app, grace);
  assert.deepEqual(data("invitations-received").map(({ by }) => by), ["mallory"]);
  for (const name of ["blocked", "reports", "friends-and-requests"]) assert.equal(files[`data/${name}.json`], "[]\n");
  assert.ok(!all.includes("secret of ada") && all.includes(circle.groupName));
  await app.deps.db.write([app.deps.db.q.update(users).set({ verifiedAt: null })]);
  assert.deepEqual((await unzipped(app, grace)).data("invitations-received"), []);
});

/** Ada, with as many messages as do not fit into any buffer on the way to a reader. */
async function withMessages(count: number) {
  const app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const row = (seq: number) => ({
    id: `m${seq}`,
    groupId: group.id,
    seq,
    userId: ada.id,
    content: `Message ${seq} `.padEnd(4000, "\u{1f4d6}"),
    createdAt: seq,
    rev: seq,
  });
  const { db } = app.deps;
  for (let from = 1; from <= count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count + 1 - from) }, (_, n) => row(from + n));
    await db.write([db.q.insert(messages).values(rows)]);
  }
  return { ...app, ada, ask: (init?: RequestInit) => ask(app, ada, init) };
}

const messagesIn = async (response: Response): Promise<Facts[]> =>
  JSON.parse((await entriesOf(response))["data/messages.json"]);

/** Reads the first bytes. @returns what reads on, to the end */
async function begin(response: Response): Promise<() => Promise<void>> {
  const reader = response.body!.getReader();
  await reader.read();
  return async () => {
    while (!(await reader.read()).done);
  };
}

Deno.test("of exports that are begun at once one is whole; one whose reader has stopped or gone gives way, and a HEAD request begins none", async () => {
  await using app = await withMessages(4000);
  const stalled = await begin(await app.ask());
  const away = new AbortController();
  await begin(await app.ask({ signal: away.signal }));
  away.abort();
  const first = await app.ask();
  const head = await app.ask({ method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("Content-Type")], [200, "application/zip"]);
  assert.equal((await messagesIn(first)).length, 4000);
  await assert.rejects(stalled, "it breaks off, rather than look whole");
  const both = await Promise.allSettled([app.ask().then(messagesIn), app.ask().then(messagesIn)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

Deno.test("an export breaks off when its session is ended, or its account disabled or deleted", async () => {
  await using app = await withMessages(4000);
  const { deps, ada: { id } } = app;
  const disable = (disabled: boolean) => setDisabled(deps, { email: "olga@example.org" }, { id, disabled });
  const ends = [
    (as: { token: string }) => app.call("POST", "/auth/logout", as),
    () => disable(true),
    () => deleteAccount(deps, id),
  ];
  for (const [n, end] of ends.entries()) {
    if (n === 2) await disable(false);
    const as = await app.person("Ada");
    const readOn = await begin(await ask(app, as));
    await end(as);
    await assert.rejects(readOn, `${n}`);
  }
});

Deno.test("an export is made in small parts, between which others are served", async () => {
  await using app = await withMessages(2000);
  const zip = await exportAccount(app.deps, app.ada.id);
  let largest = 0;
  await assertServesOthers(app, async () => {
    for await (const { length } of zip) largest = Math.max(largest, length);
  });
  assert.ok(largest <= 65_536, `${largest} bytes`);
});

Deno.test("somebody can have five exports an hour", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on" } });
  const ada = await app.person("Ada");
  for (const expected of [...Array(5).fill(200), 429]) {
    const response = await submit(app, "/account/export", ada, {});
    await response.arrayBuffer();
    assert.equal(response.status, expected);
  }
});

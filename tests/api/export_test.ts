import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { messages, users } from "../../db/schema.ts";
import { pngUrl } from "../media/pictures.ts";
import { exportAccount } from "../../server/actions/account/export.ts";
import { freeName } from "../../server/actions/account/export_content.ts";
import { deleteAccount } from "../../server/actions/account/deletion.ts";
import { setDisabled } from "../../server/actions/operator/people.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertServesOthers } from "../support/others.ts";
import { submit } from "../support/requests.ts";

type Facts = Record<string, unknown>;

async function unzipped(app: TestApp, as: { token: string }): Promise<Record<string, string>> {
  const response = await fetch(`${app.url}/api/users/export`, { headers: { Authorization: `Bearer ${as.token}` } });
  assert.deepEqual([response.status, response.headers.get("Content-Type")], [200, "application/zip"]);
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const decoder = new TextDecoder();
  return Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, decoder.decode(bytes)]));
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
  await using app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const group = await app.group(ada, grace);
  await app.call("PUT", "/users/profile", ada, { bio: "Looms & <engines>", profileImage: await pngUrl("#557766") });
  await app.call("PUT", "/users/profile", grace, { bio: "secret of grace", dob: "1906-12-09", emailVisible: false });
  const say = (as: typeof ada, content: string, more = {}) =>
    app.call("POST", `/groups/${group.id}/messages`, as, { content, ...more });
  await say(ada, "Hello <world>");
  await say(grace, "words of grace");
  const form = new FormData();
  form.append("file", new File(["Notes on the engine"], "notes.txt", { type: "text/plain" }));
  const uploaded = await (await fetch(`${app.url}/api/groups/${group.id}/files`, {
    method: "POST",
    headers: { Authorization: `Bearer ${ada.token}` },
    body: form,
  })).json();
  await say(ada, "With a file", { files: [uploaded.file.id] });
  const { book } =
    (await app.call("POST", `/books/groups/${group.id}/books`, ada, { title: "Sketch", pageCount: 99 })).body;
  await app.call("PUT", `/books/${book.id}/progress`, ada, { currentPage: 7 });
  const note = { pageNumber: 7, bookId: book.id };
  await app.call("POST", `/books/${book.id}/notes/7`, ada, { ...note, content: "My note" });
  await app.call("POST", `/books/${book.id}/notes/7`, grace, { ...note, content: "note of grace" });
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  await app.call("PUT", `/users/${mallory.id}/block`, ada);
  await app.call("POST", `/groups/${group.id}/invites`, ada, {});
  const files = await unzipped(app, ada);
  const data = (name: string) => JSON.parse(files[`data/${name}.json`]);
  assert.deepEqual(data("messages").map(({ text }: { text: string }) => text), ["Hello <world>", "With a file"]);
  assert.deepEqual(data("notes").map(({ note, page }: { note: string; page: number }) => [note, page]), [[
    "My note",
    7,
  ]]);
  assert.equal(data("progress")[0].page, 7);
  assert.deepEqual(data("groups").map(({ role }: { role: string }) => role), ["creator"]);
  assert.equal(data("blocked")[0].who, "mallory");
  assert.equal(data("profile").bio, "Looms & <engines>");
  assert.equal(data("sessions").length, 1);
  assert.equal(data("invite-links")[0].uses, 0);
  assert.deepEqual(data("friends-and-requests").map(({ who, requestedBy }: Facts) => [who, requestedBy]), [
    ["grace", "ada"],
  ]);
  const [{ uploadedAt, ...file }] = data("files");
  assert.deepEqual([file, Date.parse(uploadedAt) > 0], [{
    name: "notes.txt",
    type: "text/plain; charset=utf-8",
    size: 19,
    group: "Group of ada",
    place: "files/notes.txt",
  }, true]);
  assert.equal(files["files/notes.txt"], "Notes on the engine");
  assert.ok(files["pictures/profile.webp"].includes("WEBP"));
  assert.ok(files["index.html"].includes("Looms &#38; &#60;engines&#62;"));
  assert.ok(files["pages/messages.html"].includes("Hello &#60;world&#62;"));
  const all = Object.values(files).join("\n");
  for (const secret of ["of grace", "1906-12-09", "grace@example.org", ada.token, "argon2", "hash", "mallory@"]) {
    assert.ok(!all.includes(secret), secret);
  }
  // Also once she has left a group, what she wrote there is hers.
  await app.call("POST", `/groups/${group.id}/messages`, grace, { content: "Bye" });
  const graces = await unzipped(app, grace);
  assert.equal(JSON.parse(graces["data/messages.json"]).length, 2);
  assert.ok(!Object.values(graces).join("\n").includes("Hello <world>"));
});

Deno.test("what is tied to a page has the page of the copy that it was given in, and an answer what it was at first", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const book = { title: "Sketch", pageCount: 200 };
  const { id } = (await app.call("POST", `/books/groups/${group.id}/books`, ada, book)).body.book;
  const say = (page: number) =>
    app.call("POST", `/groups/${group.id}/messages`, ada, { content: `On ${page}`, anchor: { bookId: id, page } });
  await say(30);
  await app.call("PUT", `/books/${id}/edition`, ada, { pageCount: 600, unit: "minutes" });
  await app.call("PUT", `/books/${id}/progress`, ada, { currentPage: 200 });
  await say(90);
  const { question } = (await app.call("POST", `/books/${id}/questions`, ada, { page: 60, question: "Why?" })).body;
  for (const content of ["So", "Rather so"]) {
    await app.call("PUT", `/questions/${question.id}/answer`, ada, { content });
  }
  const files = await unzipped(app, ada);
  const data = (name: string): Facts[] => JSON.parse(files[`data/${name}.json`]);
  const places = (rows: Facts[]) => rows.map(({ book, page, countedIn }) => [book, page, countedIn]);
  assert.deepEqual(places(data("messages")), [["Sketch", 30, undefined], ["Sketch", 90, "minutes"]]);
  assert.deepEqual(places(data("questions")), [["Sketch", 60, "minutes"]]);
  assert.deepEqual(data("answers").map(({ answer, firstAnswer }) => [answer, firstAnswer]), [["Rather so", "So"]]);
  assert.deepEqual(data("book-settings").map(({ book, copy }) => [book, copy]), [["Sketch", "600 minutes"]]);
  assert.ok(files["pages/messages.html"].includes("<dt>Counted in</dt><dd>minutes</dd>"));
});

Deno.test("the messages of all groups are in the ZIP", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const names = ["One", "Two", "Three"];
  for (const content of names) {
    const { id } = await app.group(ada);
    await app.call("POST", `/groups/${id}/messages`, ada, { content });
  }
  const messages: Facts[] = JSON.parse((await unzipped(app, ada))["data/messages.json"]);
  assert.deepEqual(messages.map(({ text }) => text).sort(), names.toSorted());
});

Deno.test("what others keep from Ada is not in her ZIP: who has blocked or reported her, and invitations to an address that is not proven to be hers", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(grace);
  await app.call("POST", `/groups/${group.id}/invites/mail`, grace, { emails: [ada.email] });
  await app.call("PUT", `/users/${ada.id}/block`, grace);
  await app.call("POST", "/reports", grace, { kind: "profile", id: ada.id, reason: "secret of grace" });
  const files = await unzipped(app, ada);
  assert.deepEqual(JSON.parse(files["data/invitations-received.json"]).map(({ by }: Facts) => by), ["grace"]);
  for (const name of ["blocked", "reports", "friends-and-requests"]) assert.equal(files[`data/${name}.json`], "[]\n");
  assert.ok(!Object.values(files).join("\n").includes("secret of grace"));
  const { db } = app.deps;
  await db.write([db.q.update(users).set({ verifiedAt: null })]);
  assert.equal((await unzipped(app, ada))["data/invitations-received.json"], "[]\n");
});

/** Ada, with as many messages as do not fit into any buffer on the way to a reader. */
async function withMessages(count: number, { length = 4000 } = {}) {
  const app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const { db } = app.deps;
  const row = (seq: number) => ({
    id: `m${seq}`,
    groupId: group.id,
    seq,
    userId: ada.id,
    content: `Message ${seq} `.padEnd(length, "\u{1f4d6}"),
    createdAt: seq,
    rev: seq,
  });
  for (let from = 1; from <= count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count + 1 - from) }, (_, n) => row(from + n));
    await db.write([db.q.insert(messages).values(rows)]);
  }
  const ask = (init: RequestInit = {}) =>
    fetch(`${app.url}/api/users/export`, { headers: { Authorization: `Bearer ${ada.token}` }, ...init });
  return { ...app, ada, ask };
}

const messagesIn = async (response: Response): Promise<{ text: string }[]> => {
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return JSON.parse(new TextDecoder().decode(entries["data/messages.json"]));
};

Deno.test("an export whose reader has stopped reading, or has gone away, gives way to the next one", async () => {
  await using app = await withMessages(4000);
  const stalled = await app.ask();
  const reader = stalled.body!.getReader();
  await reader.read();
  const away = new AbortController();
  const left = await app.ask({ signal: away.signal });
  await left.body!.getReader().read();
  away.abort();
  assert.equal((await messagesIn(await app.ask())).length, 4000);
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  }, "it breaks off, rather than look whole");
});

Deno.test("of two exports that are begun at once one is whole, and a HEAD request begins none", async () => {
  await using app = await withMessages(4000);
  const first = await app.ask();
  const head = await app.ask({ method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("Content-Type")], [200, "application/zip"]);
  assert.equal((await messagesIn(first)).length, 4000);
  const both = await Promise.allSettled([app.ask().then(messagesIn), app.ask().then(messagesIn)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

for (
  const [what, end] of [
    ["its session is ended", (app, ada) => app.call("POST", "/auth/logout", ada)],
    [
      "its account is disabled",
      ({ deps }, { id }) => setDisabled(deps, { email: "olga@example.org" }, { id, disabled: true }),
    ],
    ["its account is deleted", ({ deps }, { id }) => deleteAccount(deps, id)],
  ] as [string, (app: TestApp, ada: Person) => Promise<unknown>][]
) {
  Deno.test(`an export breaks off when ${what}`, async () => {
    await using app = await withMessages(4000);
    const reader = (await app.ask()).body!.getReader();
    await reader.read();
    await end(app, app.ada);
    await assert.rejects(async () => {
      while (!(await reader.read()).done);
    });
  });
}

Deno.test("an export is made in small parts, between which others are served", async () => {
  await using app = await withMessages(2000);
  const zip = await exportAccount(app.deps, app.ada.id);
  let largest = 0;
  await assertServesOthers(app, async () => {
    for await (const { length } of zip) largest = Math.max(largest, length);
  });
  assert.ok(largest <= 65_536, `${largest} bytes`);
});

Deno.test("five exports an hour are enough", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on" } });
  const ada = await app.person("Ada");
  const status = async () => {
    const response = await submit(app, "/account/export", ada, {});
    await response.arrayBuffer();
    return response.status;
  };
  for (let n = 0; n < 5; n++) assert.equal(await status(), 200);
  assert.equal(await status(), 429);
});

import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { messages } from "../../db/schema.ts";
import { pngUrl } from "../media/pictures.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { visit } from "../support/requests.ts";

async function unzipped(app: TestApp, as: { token: string }): Promise<Record<string, string>> {
  const response = await fetch(`${app.url}/api/users/export`, { headers: { Authorization: `Bearer ${as.token}` } });
  assert.deepEqual([response.status, response.headers.get("Content-Type")], [200, "application/zip"]);
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const decoder = new TextDecoder();
  return Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, decoder.decode(bytes)]));
}

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

Deno.test("an export ends when its reader goes away, and may begin anew; two at once are refused", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const { db } = app.deps;
  const row = (seq: number) => ({
    id: `m${seq}`,
    groupId: group.id,
    seq,
    userId: ada.id,
    content: `Message ${seq} `.repeat(1 + seq % 40),
    createdAt: seq,
    rev: seq,
  });
  for (let from = 1; from <= 20_000; from += 500) {
    await db.write([db.q.insert(messages).values(Array.from({ length: 500 }, (_, n) => row(from + n)))]);
  }
  const ask = (signal?: AbortSignal) =>
    fetch(`${app.url}/api/users/export`, { headers: { Authorization: `Bearer ${ada.token}` }, signal });
  const away = new AbortController();
  const first = await ask(away.signal);
  await first.body!.getReader().read();
  const second = await ask();
  assert.deepEqual([second.status, (await second.json()).code], [409, "export_running"]);
  away.abort();
  // The server learns of it with the connection's end.
  let again = await ask();
  while (again.status === 409) {
    await again.body?.cancel();
    again = await ask();
  }
  const entries = unzipSync(new Uint8Array(await again.arrayBuffer()));
  assert.equal(JSON.parse(new TextDecoder().decode(entries["data/messages.json"])).length, 20_000);
});

Deno.test("five exports an hour are enough", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on" } });
  const ada = await app.person("Ada");
  const status = async () => {
    const response = await visit(app, "/account/export", ada);
    await response.arrayBuffer();
    return response.status;
  };
  for (let n = 0; n < 5; n++) assert.equal(await status(), 200);
  assert.equal(await status(), 429);
});

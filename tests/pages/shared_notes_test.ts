import assert from "node:assert/strict";
import type { Person } from "../support/app.ts";
import { readTogether } from "../support/readers.ts";
import { cookieOf } from "../support/requests.ts";

/** The readers, and what they see and send without script. */
async function withoutScript() {
  const app = await readTogether();
  const here = `/group/${app.group.id}/books/${app.bookId}`;
  const see = async (as: Person, path: string) =>
    await (await fetch(app.url + path, { headers: { Cookie: cookieOf(as) } })).text();
  const send = async (as: Person, path: string, fields: Record<string, string>) => {
    const headers = { Cookie: cookieOf(as), Origin: app.url };
    const body = new URLSearchParams(fields);
    const answer = await fetch(app.url + path, { method: "POST", redirect: "manual", headers, body });
    return { status: answer.status, to: answer.headers.get("Location"), text: await answer.text() };
  };
  return { ...app, here, see, send };
}

Deno.test("without script Ada shares a note beside its page, and Grace answers it once", async () => {
  await using app = await withoutScript();
  const { ada, grace, here } = app;
  const note = { content: "Where the cards are", pageNumber: "7", baseUpdatedAt: "", shared: "true" };
  assert.equal((await app.send(ada, `${here}/notes`, note)).status, 303);
  assert.match(await app.see(ada, `/group/${app.group.id}?book=${app.bookId}&page=7`), /Stop sharing/);
  assert.doesNotMatch(await app.see(grace, `${here}?tab=notes`), /Where the cards are/);
  await app.turnTo(grace, 7);
  const page = await app.see(grace, `${here}?tab=notes`);
  assert.match(page, /Where the cards are/);
  const [, action, formKey] = /action="([^"]+answers)"[^]*?name="formKey" value="([^"]+)"/.exec(page)!;
  for (const _press of [1, 2]) {
    const { status, to } = await app.send(grace, action, { formKey, content: "I found them" });
    assert.deepEqual([status, to?.startsWith(`${here}?tab=notes#note-`)], [303, true]);
  }
  assert.equal((await app.see(ada, `${here}?tab=notes`)).match(/I found them/g)?.length, 1);
  const failed = await app.send(grace, action, { formKey, content: "x".repeat(4001) });
  assert.equal(failed.status, 400);
  assert.match(failed.text, /x{4001}[^]*at most 4,000 characters/);
  await app.send(ada, `${here}/notes/sharing`, { pageNumber: "7", shared: "false" });
  assert.doesNotMatch(await app.see(grace, `${here}?tab=notes`), /Where the cards are|I found them/);
});

Deno.test("without script Grace asks, Ada answers, and sees what others answered only then", async () => {
  await using app = await withoutScript();
  const { ada, grace, here } = app;
  await app.turnTo(grace, 20);
  const asked = await app.send(grace, `${here}/questions`, { page: "20", question: "Why looms?" });
  assert.equal(asked.status, 303);
  const [question] = (await app.call("GET", `/books/${app.bookId}/questions`, grace)).body.questions;
  await app.send(grace, `${here}/questions/${question.id}/answer`, { content: "They had cards" });
  const tab = `${here}?tab=questions&question=${question.id}`;
  const early = await app.see(ada, tab);
  assert.doesNotMatch(early, /Why looms|They had cards/);
  assert.match(early, /This question opens when you are there/);
  await app.turnTo(ada, 20);
  const there = await app.see(ada, tab);
  assert.match(there, /Why looms\?/);
  assert.doesNotMatch(there, /They had cards/);
  const { status, to } = await app.send(ada, `${here}/questions/${question.id}/answer`, { content: "Weaving" });
  assert.equal(status, 303);
  assert.match(await app.see(ada, to!), /They had cards/);
  assert.match(
    (await app.send(ada, `${here}/questions`, { page: "101", question: "Typed" })).text,
    />Typed<\/textarea>/,
  );
});

Deno.test("an answer to a question or a note that is gone meanwhile comes back with its reason", async () => {
  await using app = await withoutScript();
  const { ada, grace, here, bookId } = app;
  for (const reader of [ada, grace]) await app.turnTo(reader, 40);
  await app.share(ada, 3);
  const [note] = (await app.listNotes(grace)).notes;
  const question = await app.ask(ada, 20);
  await app.call("DELETE", `/questions/${question.id}`, ada);
  await app.call("POST", `/books/${bookId}/notes/3`, ada, { content: "", pageNumber: 3, bookId });
  for (const address of [`questions/${question.id}/answer`, `notes/${note.id}/answers`]) {
    const { status, text } = await app.send(grace, `${here}/${address}`, { content: "Typed on the train" });
    assert.equal(status, 404);
    assert.match(text, />Typed on the train<\/textarea>/);
    assert.match(text, /not found/);
  }
});

Deno.test("a shared note and a question name the chapter that they are in, by the pages of the reader's copy", async () => {
  await using app = await withoutScript();
  const { ada, grace, here } = app;
  const chapters = [{ title: "Looms", page: 10 }, { title: "Cards", page: 30 }];
  await app.call("PUT", `/books/${app.bookId}/chapters`, ada, chapters);
  await app.send(ada, `${here}/notes`, { content: "A pattern", pageNumber: "12", baseUpdatedAt: "", shared: "true" });
  await app.turnTo(grace, 40);
  await app.send(grace, `${here}/questions`, { page: "35", question: "How many?" });
  await app.send(grace, `${here}/questions`, { page: "5", question: "By whom?" });
  assert.match(await app.see(grace, `${here}?tab=notes`), /<cite class="note-chapter"[^>]*>Looms</);
  assert.match(await app.see(grace, `${here}?tab=questions`), /<cite class="note-chapter"[^>]*>Cards</);
  // What a chapter is called may give away what happens in it.
  assert.doesNotMatch(await app.see(ada, `${here}?tab=questions`), /Cards/);
  assert.match(await app.see(ada, "/notes"), /<cite class="note-chapter"[^>]*>Looms</);
  assert.match(await app.see(ada, "/notes/export"), /### Page 12, Looms\n/);
});

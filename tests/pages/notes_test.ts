/** Shared notes and questions, without script. */
import assert from "node:assert/strict";
import type { Person } from "../support/app.ts";
import { read, send, toastsIn } from "../support/forms.ts";
import { cookieOf } from "../support/requests.ts";
import { readTogether } from "../support/readers.ts";
import { inScene } from "../support/in_scene.ts";

async function withoutScript() {
  const app = await readTogether();
  const page = `/group/${app.group.id}/books/${app.bookId}`;
  return {
    ...app,
    page,
    see: (as: Person, path: string) => read(app, path, as),
    tab: (as: Person, tab: string) => read(app, `${page}?tab=${tab}`, as),
    send: (as: Person, form: string, fields: Record<string, string>) => send(app, `${page}/${form}`, as, fields),
  };
}

const test = inScene(withoutScript);

const note = { baseUpdatedAt: "", shared: "true" };

test("without script Ada shares a note beside its page, and Grace answers it once", async (app) => {
  const { ada, grace, page } = app;
  const saved = await app.send(ada, "notes", { ...note, content: "Where the cards are", pageNumber: "7" });
  assert.equal(saved.status, 303);
  assert.match(await app.see(ada, `/group/${app.group.id}?book=${app.bookId}&page=7`), /Stop sharing/);
  assert.doesNotMatch(await app.tab(grace, "notes"), /Where the cards are/);
  await app.turnTo(grace, 7);
  const html = await app.tab(grace, "notes");
  assert.match(html, /Where the cards are/);
  const [, action, formKey] = /action="([^"]+answers)"[^]*?name="formKey" value="([^"]+)"/.exec(html)!;
  for (const _press of [1, 2]) {
    const { status, to } = await send(app, action, grace, { formKey, content: "I found them" });
    assert.deepEqual([status, to?.startsWith(`${page}?tab=notes#note-`)], [303, true]);
  }
  assert.equal((await app.tab(ada, "notes")).match(/I found them/g)?.length, 1);
  const failed = await send(app, action, grace, { formKey, content: "x".repeat(4001) });
  assert.equal(failed.status, 400);
  assert.match(failed.html, /x{4001}[^]*at most 4,000 characters/);
  await app.send(ada, "notes/sharing", { pageNumber: "7", shared: "false" });
  assert.doesNotMatch(await app.tab(grace, "notes"), /Where the cards are|I found them/);
});

test("without script Grace asks, Ada answers, and sees what others answered only then", async (app) => {
  const { ada, grace } = app;
  await app.turnTo(grace, 20);
  assert.equal((await app.send(grace, "questions", { page: "20", question: "Why looms?" })).status, 303);
  const [{ id }] = (await app.call("GET", `/books/${app.bookId}/questions`, grace)).body.questions;
  await app.send(grace, `questions/${id}/answer`, { content: "They had cards" });
  const early = await app.tab(ada, `questions&question=${id}`);
  assert.doesNotMatch(early, /Why looms|They had cards/);
  assert.match(early, /This question opens when you are there/);
  await app.turnTo(ada, 20);
  const there = await app.tab(ada, `questions&question=${id}`);
  assert.match(there, /Why looms\?/);
  assert.doesNotMatch(there, /They had cards/);
  const { status, to } = await app.send(ada, `questions/${id}/answer`, { content: "Weaving" });
  assert.equal(status, 303);
  assert.match(await app.see(ada, to!), /They had cards/);
  const beyond = await app.send(ada, "questions", { page: "101", question: "Typed" });
  assert.match(beyond.html, />Typed<\/textarea>/);
});

test("an answer to a question or a note that is gone meanwhile comes back with its reason", async (app) => {
  const { ada, grace, bookId } = app;
  for (const reader of [ada, grace]) await app.turnTo(reader, 40);
  await app.share(ada, 3);
  const [shared] = (await app.listNotes(grace)).notes;
  const question = await app.ask(ada, 20);
  await app.call("DELETE", `/questions/${question.id}`, ada);
  await app.call("POST", `/books/${bookId}/notes/3`, ada, { content: "", pageNumber: 3, bookId });
  for (const form of [`questions/${question.id}/answer`, `notes/${shared.id}/answers`]) {
    const { status, html } = await app.send(grace, form, { content: "Typed on the train" });
    assert.equal(status, 404);
    for (const text of [/>Typed on the train<\/textarea>/, /not found/]) assert.match(html, text);
  }
});

test("a shared note and a question name the chapter that they are in, by the pages of the reader's copy", async (app) => {
  const { ada, grace } = app;
  const chapters = [{ title: "Looms", page: 10 }, { title: "Cards", page: 30 }];
  await app.call("PUT", `/books/${app.bookId}/chapters`, ada, chapters);
  await app.send(ada, "notes", { ...note, content: "A pattern", pageNumber: "12" });
  await app.turnTo(grace, 40);
  for (const page of ["35", "5"]) await app.send(grace, "questions", { page, question: "How many?" });
  const named = (chapter: string) => new RegExp(`<cite[^>]*>${chapter}<`);
  assert.match(await app.tab(grace, "notes"), named("Looms"));
  assert.match(await app.tab(grace, "questions"), named("Cards"));
  // What a chapter is called may give away what happens in it.
  assert.doesNotMatch(await app.tab(ada, "questions"), /Cards/);
  assert.match(await app.see(ada, "/notes"), named("Looms"));
  assert.match(await app.see(ada, "/notes/export"), /### Page 12, Looms\n/);
});

test("a note that is found is shown from a little before the word, which is marked", async (app) => {
  const { ada, bookId } = app;
  const content = `${"A mill. ".repeat(100)}Then <b>Punched</b> cards (C++).`;
  await app.call("POST", `/books/${bookId}/notes/1`, ada, { content, pageNumber: 1, bookId });
  const found = await app.see(ada, "/notes?query=punched+C%2B%2B");
  assert.match(
    found,
    /<div[^>]*>…(?:(?!<\/div>).){1,80}&lt;b&gt;<mark>Punched<\/mark>&lt;\/b&gt; cards \(<mark>C\+\+<\/mark>\)\.<\/div>/,
  );
  assert.match(await app.see(ada, "/notes"), /<div[^>]*>A mill\. A mill\.[^<]*…<\/div>/);
});

test("a reader's notes are listed with how many are in each book, and those of one book alone", async (app) => {
  const { ada, grace, group, bookId } = app;
  const at = `/books/groups/${group.id}/books`;
  const other = (await app.call("POST", at, ada, { title: "Emma", pageCount: 80 })).body.book.id;
  for (const [id, pageNumber] of [[bookId, 1], [bookId, 2], [other, 3]] as const) {
    await app.call("POST", `/books/${id}/notes/${pageNumber}`, ada, {
      content: `On ${pageNumber}`,
      pageNumber,
      bookId: id,
    });
  }
  const all = await app.see(ada, "/notes");
  assert.match(all, /Emma<\/span><span class="muted">1<[^]*Sketch<\/span><span class="muted">2</);
  const ofOne = await app.see(ada, `/notes?book=${other}`);
  assert.match(ofOne, />On 3</);
  assert.doesNotMatch(ofOne, />On [12]</);
  assert.doesNotMatch(await app.see(grace, `/notes?book=${other}`), />On \d</);
  const sought = await app.see(ada, `/notes?book=${other}&query=zzz`);
  assert.match(sought, new RegExp(`No notes found\\.[^]*href="/notes\\?book=${other}"[^>]*>Clear search`));
  for (const kept of ["/notes?query=zzz", `/notes?book=${bookId}&amp;query=zzz`]) {
    assert.ok(sought.includes(`href="${kept}"`), kept);
  }
  await app.call("POST", `/books/${other}/notes/3`, ada, { content: "", pageNumber: 3, bookId: other });
  assert.match(await app.see(ada, `/notes?book=${other}`), /No notes found\.[^]*href="\/notes"[^>]*>All books/);
});

test("without script highlights are imported, and what was not added is listed once", async (app) => {
  const { ada, url } = app;
  const sendFile = async (content: string) => {
    const body = new FormData();
    body.append("file", new File([content], "readwise.csv"));
    const headers = { Cookie: cookieOf(ada), Origin: url };
    const response = await fetch(`${url}/notes/import`, { method: "POST", headers, body, redirect: "manual" });
    return { status: response.status, to: response.headers.get("Location"), html: await response.text() };
  };
  const header = "Highlight,Book Title,Book Author,Location Type,Location";
  const added = await sendFile(`${header}\nLooms,Sketch,,page,3\n`);
  assert.deepEqual([added.status, added.to], [303, "/notes"]);
  const page = await app.see(ada, "/notes");
  assert.match(page, /<blockquote dir="auto"><p>Looms/);
  for (const [as, isOffered] of [[ada, true], [app.mallory, false]] as const) {
    for (const link of ["export", "anki"]) {
      assert.equal((await app.see(as, "/notes")).includes(`href="/notes/${link}"`), isOffered, link);
    }
  }
  const partly = await sendFile(`${header}\nCards,Sketch,,page,3\nGood people,Emma <1>,,page,3\n`);
  assert.equal(partly.status, 200);
  assert.match(
    partly.html,
    /Not added[^]*Emma &lt;1&gt;[^]*Good people[^]*No book of your groups, or of your own, has[^]*action="\/reading\/shelf"/,
  );
  assert.deepEqual(toastsIn(partly.html), ["1 highlight added. 1 not added."]);
  assert.doesNotMatch(await app.see(ada, "/notes"), /Not added|Emma/);
  const refused = await sendFile("Title\nEmma\n");
  assert.equal(refused.status, 400);
  assert.match(
    refused.html,
    /<details class="fold" id="import" open="">[^]*id="file-error"[^]*JSON export from KOReader/,
  );
  assert.ok(page.indexOf('id="import"') < page.indexOf('class="own-notes"') && !page.includes('id="import" open'));
  const none = await fetch(`${url}/notes/import`, {
    method: "POST",
    headers: { Cookie: cookieOf(ada), Origin: url, "Content-Type": "multipart/form-data; boundary=b" },
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename=""\r\n' +
      "Content-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n",
  });
  assert.match(await none.text(), /id="file-error"[^]*Please choose a file\./);
});

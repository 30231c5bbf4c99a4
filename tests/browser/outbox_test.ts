import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright";
import { insertBook } from "../../db/books/books.ts";
import { sessionCookie, startSession } from "../../server/auth/sessions.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { unsentFormTexts } from "../../server/contract/site/texts.ts";
import { endSession, type Person, type TestApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { openGate } from "../support/gate.ts";
import { until } from "../support/operate.ts";
import { countUnsent, unsentIn } from "../support/unsent.ts";
import { adaReading, readingGroup, windowOf } from "../support/reading.ts";
import { readTogether } from "../support/readers.ts";
import { hasten, justBefore, lateScripts, press } from "../support/screen.ts";
import { canWriteOffline, openLasting, windowOf as chatWindow } from "./chat/room.ts";

interface Window {
  page: Page;
  visit(path: string): Promise<unknown>;
}

/** Opens a page with all that it loads late. */
async function visitWhole({ page, visit }: Window, path: string): Promise<void> {
  await hasten(page.context());
  await visit(path);
  await lateScripts(page);
}

/** Another window of the same browser. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Signs somebody in at a browser in which somebody else was. */
async function signIn(context: BrowserContext, app: TestApp, { token }: Person): Promise<void> {
  await context.clearCookies();
  await context.addCookies([{ name: sessionCookie, value: token, url: app.url }]);
  await context.addInitScript((token) => localStorage.setItem("token", token), token);
}

const noteAt = (book: { id: string }, page: number) => `/books/${book.id}/notes/${page}`;
const bar = (page: Page) => page.locator(".unsent");

Deno.test("A message written for later, about a page, waits in sight, can be taken back, and goes out once when the chat is back", async () => {
  await using room = await openLasting();
  const book = { id: "sketch", groupId: "engine", title: "Sketch", pageCount: 300, coverKey: null };
  await insertBook(room.deps.db, "ada", book, 1);
  await using grace = await chatWindow(room, "grace");
  const { page } = grace;
  await hasten(page.context());
  await grace.visit("/group/engine");
  await grace.joined();
  await canWriteOffline(page);
  const later = page.getByRole("button", { name: "Write for later" });
  assert.equal(await later.count(), 0, "the chat is connected");
  await press(page, "Write about a page");
  await page.getByLabel("Page, of 300").fill("150");
  await press(page, "Use this page");
  await room.stop();
  const waits = page.getByRole("list", { name: "Messages for later" });
  const written = page.getByLabel("Message for later");
  await later.click();
  await written.fill("It is sold");
  // What is taken back is about the page that was chosen all the same.
  for (let time = 1; time <= 2; time++) {
    await page.getByText("It is about Sketch, p. 150").waitFor();
    await press(page, "Store message");
    await waits.getByText("It is sold").waitFor();
    assert.equal(await page.getByText("It is about").count(), 0);
    if (time === 1) await waits.getByRole("button", { name: "Remove" }).click();
  }
  for (const text of ["second", "never"]) {
    await later.click();
    await written.fill(text);
    await press(page, "Store message");
    await waits.getByText(text).waitFor();
  }
  assert.ok(await grace.input.isDisabled());
  await waits.getByRole("listitem").filter({ hasText: "never" }).getByRole("button", { name: "Remove" }).click();
  assert.equal(await written.inputValue(), "never");
  await written.fill("");
  await bar(page).getByText("2 things wait to be sent").waitFor();
  await room.start();
  await grace.joined();
  await page.locator(".message--mine").getByText("second").waitFor();
  await until(async () => await waits.count() === 0);
  await page.locator(".message--mine", { hasText: "Sketch, p. 150" }).getByText("It is sold").waitFor();
  const { body } = await room.call("ada", "GET", "/groups/engine/messages");
  const stored = body.messages.map(({ anchor, veiled }: Message) => [anchor?.page, veiled]);
  assert.deepEqual(stored, [[150, true], [undefined, false]]);
});

Deno.test("What was written in a window that was closed without a connection is sent once, by two new windows at once", async () => {
  await using adas = await adaReading();
  const { app, ada, group, here, open, book, page, context } = adas;
  await visitWhole(adas, `${open}&page=7`);
  await context.setOffline(true);
  await page.getByLabel("Notes for page 7").fill("On the train");
  await press(page, "Save Notes");
  await adas.toast("The note is stored in this browser");
  await page.getByLabel("Current page").fill("12");
  await press(page, "Update");
  await adas.toast("The page is stored in this browser");
  await page.close();
  await context.setOffline(false);
  const posts: string[] = [];
  context.on("request", (request) => request.method() !== "GET" && posts.push(new URL(request.url()).pathname));
  await Promise.all([openTab(context, here), openTab(context, "/dashboard")]);
  await until(async () => (await app.call("GET", noteAt(book, 7), ada)).body.content === "On the train");
  await until(async () => {
    const { body } = await app.call("GET", `/books/groups/${group.id}/books`, ada);
    return body.books[0].progress[0]?.currentPage === 12;
  });
  assert.deepEqual(posts.filter((path) => /notes|progress/.test(path)).sort(), [
    `/api/books/${book.id}/notes/7`,
    `/api/books/${book.id}/progress`,
  ]);
});

Deno.test("A message whose answer was lost with its line and its window is stored once", async () => {
  await using room = await openLasting();
  await using gate = await openGate(Number(new URL(room.url).port));
  await using grace = await chatWindow({ url: `http://localhost:${gate.port}`, tokens: room.tokens }, "grace");
  const { page, context } = grace;
  await visitWhole(grace, "/group/engine");
  await grace.joined();
  gate.hold();
  await grace.send("Is this stored?");
  await page.locator(".message--pending").waitFor();
  await until(async () => (await room.call("ada", "GET", "/groups/engine/messages")).body.messages.length === 1);
  await until(() => countUnsent(page).then((count) => count === 1));
  await page.close();
  gate.release();
  const next = await openTab(context, `http://localhost:${gate.port}/dashboard`);
  await until(() => countUnsent(next).then((count) => count === 0));
  const { body } = await room.call("ada", "GET", "/groups/engine/messages");
  assert.equal(body.messages.length, 1);
});

Deno.test("A message that is on its way when its page is reloaded is on its way on the next one, and stored once", async () => {
  await using room = await openLasting();
  await using grace = await chatWindow(room, "grace");
  const { page } = grace;
  let isLost = true;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => void (isLost && String(message).includes('"message"') || server.send(message)));
  });
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await grace.visit("/group/engine");
  await grace.joined();
  await grace.send("Into the tunnel");
  await until(() => countUnsent(page).then((count) => count === 1));
  await page.reload();
  await page.locator(".message--pending").getByText("Into the tunnel").waitFor();
  assert.equal(await grace.input.inputValue(), "");
  isLost = false;
  await page.reload();
  await page.locator(".message:not(.message--pending)").getByText("Into the tunnel").waitFor();
  await until(() => countUnsent(page).then((count) => count === 0));
  assert.deepEqual(await grace.texts(), ["Into the tunnel"]);
  assert.deepEqual(posts.filter((url) => url.includes("/messages")), []);
});

/** Opens a page of which nothing has come, or will, that is loaded late. */
async function visitOnly({ page, visit }: Window, path: string): Promise<void> {
  await page.route(/\/(outbox|settle)-.*\.js/, (route) => route.abort());
  await visit(path);
}

Deno.test("A message that is on its way when its window is closed, just after the page has come, is stored", async () => {
  await using room = await openLasting();
  await using gate = await openGate(Number(new URL(room.url).port));
  await using grace = await chatWindow({ url: `http://localhost:${gate.port}`, tokens: room.tokens }, "grace");
  const { page, context } = grace;
  await visitOnly(grace, "/group/engine");
  await grace.joined();
  gate.hold();
  await grace.send("Into the tunnel");
  await page.locator(".message--pending").waitFor();
  await page.close();
  gate.release();
  const next = await openTab(context, `http://localhost:${gate.port}/about`);
  assert.equal(await countUnsent(next), 1);
});

Deno.test("A note, a page and an answer, written without a connection just after their page has come, are stored", async () => {
  await using app = await readTogether();
  const { ada, group, bookId } = app;
  await app.turnTo(ada, 10);
  await app.ask(ada, 5);
  await using adas = await windowOf(app, ada);
  const { page, context } = adas;
  await visitOnly(adas, `/group/${group.id}?book=${bookId}&page=7`);
  await context.setOffline(true);
  await page.getByLabel("Notes for page 7").fill("In the tunnel");
  await press(page, "Save Notes");
  await adas.toast("The note is stored in this browser");
  await page.getByLabel("Current page").fill("12");
  await press(page, "Update");
  await adas.toast("The page is stored in this browser");
  await context.setOffline(false);
  await page.goto(`/group/${group.id}/books/${bookId}?tab=questions`);
  await context.setOffline(true);
  await page.getByLabel("Your answer").fill("Still in the tunnel");
  await press(page, "Save answer");
  await until(() => countUnsent(page).then((count) => count === 3));
});

Deno.test("A note and a page, written without a connection before the book's script has come, are stored and then sent", async () => {
  await using adas = await adaReading();
  const { app, ada, group, open, book, page, context } = adas;
  await page.route(/\/open_books-.*\.js/, (route) => route.abort());
  await page.goto(`${open}&page=7`);
  await context.setOffline(true);
  await page.getByLabel("Notes for page 7").fill("In the tunnel");
  await press(page, "Save Notes");
  await until(() => countUnsent(page).then((count) => count === 1));
  await page.getByLabel("Current page").fill("12");
  await press(page, "Update");
  await until(() => countUnsent(page).then((count) => count === 2));
  await page.getByRole("button", { name: "Next" }).click();
  await until(async () => {
    const [{ call: { body } }] = (await unsentIn(page)).filter(({ kind }) => kind === "page");
    return Number(body.page ?? body.currentPage) === 8;
  });
  await adas.toast(unsentFormTexts.stored);
  assert.equal(await page.getByLabel("Notes for page 7").inputValue(), "In the tunnel");
  await page.close();
  await context.setOffline(false);
  await openTab(context, "/dashboard");
  await until(async () => (await app.call("GET", noteAt(book, 7), ada)).body.content === "In the tunnel");
  await until(async () => {
    const { body } = await app.call("GET", `/books/groups/${group.id}/books`, ada);
    return body.books[0].progress[0]?.currentPage === 8;
  });
});

Deno.test("Grace, at Ada's browser, neither sees nor sends what Ada wrote; Ada does after logging in again", async () => {
  await using adas = await adaReading();
  const { app, ada, grace, open, book, page, context } = adas;
  await visitWhole(adas, `${open}&page=7`);
  await context.setOffline(true);
  await page.getByLabel("Notes for page 7").fill("Ada's own");
  await press(page, "Save Notes");
  await adas.toast("The note is stored in this browser");
  await page.close();
  await context.setOffline(false);

  await signIn(context, app, grace);
  const posts: string[] = [];
  context.on("request", (request) => request.method() !== "GET" && posts.push(request.url()));
  const graces = await openTab(context, "/dashboard");
  await lateScripts(graces);
  // Its own outbox is looked through by then.
  await graces.evaluate(() => navigator.locks.request("chapterhouse.outbox", () => {}));
  assert.equal(await bar(graces).count(), 0);
  assert.doesNotMatch(await graces.content(), /Ada's own/);
  assert.deepEqual(posts.filter((url) => url.includes("notes")), []);
  assert.equal(await countUnsent(graces), 1);

  await signIn(context, app, ada);
  await openTab(context, "/dashboard");
  await until(async () => (await app.call("GET", noteAt(book, 7), ada)).body.content === "Ada's own");
});

Deno.test("What was written in a session that has ended is sent once its reader has logged in again", async () => {
  await using adas = await adaReading();
  const { app, ada, open, book, page, context } = adas;
  await visitWhole(adas, `${open}&page=7`);
  await page.getByLabel("Notes for page 7").fill("Too late");
  await justBefore(page, noteAt(book, 7), () => endSession(app, ada));
  await press(page, "Save Notes");
  await page.waitForURL(/\/login\?next=/);
  assert.equal(await countUnsent(page), 1);
  const again = { ...ada, token: await startSession(app.deps, ada.id) };
  await signIn(context, app, again);
  await openTab(context, "/dashboard");
  await until(async () => (await app.call("GET", noteAt(book, 7), again)).body.content === "Too late");
});

Deno.test("A note that was changed elsewhere meanwhile is not overwritten: the bar has both texts, and the book lets Ada choose", async () => {
  await using adas = await adaReading();
  const { app, ada, here, open, book, page, context } = adas;
  await visitWhole(adas, `${open}&page=7`);
  await context.setOffline(true);
  await page.getByLabel("Notes for page 7").fill("From the train");
  await press(page, "Save Notes");
  await adas.toast("The note is stored in this browser");
  await page.close();
  await app.call("POST", noteAt(book, 7), ada, { content: "From the desk", pageNumber: 7, bookId: book.id });
  await context.setOffline(false);
  const next = await openTab(context, here);
  await bar(next).getByText("1 thing could not be sent").click();
  for (const text of ["From the train", "From the desk"]) await bar(next).getByText(text).waitFor();
  await bar(next).getByRole("link", { name: "Open" }).click();
  await next.getByLabel("Notes for page 7").waitFor();
  await next.getByRole("button", { name: "Keep mine" }).click();
  await until(async () => (await app.call("GET", noteAt(book, 7), ada)).body.content === "From the train");
  await until(() => countUnsent(next).then((count) => count === 0));
});

Deno.test("Answers to a question and to a shared note, written without a connection in a closed window, are stored once", async () => {
  await using app = await readTogether();
  const { ada, grace, group, bookId } = app;
  for (const reader of [ada, grace]) await app.turnTo(reader, 10);
  await app.share(ada, 3);
  const question = await app.ask(ada, 5);
  await app.call("PUT", `/questions/${question.id}/answer`, ada, { content: "Ada's answer" });
  await using graces = await windowOf(app, grace);
  const { page, context } = graces;
  const here = `/group/${group.id}/books/${bookId}`;
  await visitWhole(graces, `${here}?tab=questions`);
  await context.setOffline(true);
  for (const content of ["First thought", "Second thought"]) {
    await page.getByLabel("Your answer").fill(content);
    await press(page, "Save answer");
    await bar(page).getByText(content).waitFor({ state: "attached" });
  }
  await page.close();
  await context.setOffline(false);

  const notes = await context.newPage();
  await visitWhole({ page: notes, visit: (path) => notes.goto(path) }, `${here}?tab=notes`);
  const answers = async () => (await app.call("GET", `/questions/${question.id}/answers`, grace)).body.answers ?? [];
  await until(async () => (await answers()).length === 2);
  await context.setOffline(true);
  await notes.getByText("Answer", { exact: true }).first().click();
  await notes.getByLabel("Answer Ada").fill("From the train");
  await press(notes, "Answer");
  await bar(notes).getByText("From the train").waitFor({ state: "attached" });
  assert.equal(await notes.getByLabel("Answer Ada").inputValue(), "", "ready for another one");
  await notes.close();
  await context.setOffline(false);

  const last = await openTab(context, "/dashboard");
  await until(async () => (await app.listNotes(ada)).notes[0].answers.length === 1);
  await until(() => countUnsent(last).then((count) => count === 0));
  assert.deepEqual(contentsOf(await answers()), ["Ada's answer", "Second thought"]);
  assert.deepEqual(contentsOf((await app.listNotes(ada)).notes[0].answers), ["From the train"]);
});

Deno.test("A question that is answered with a connection shows what the others answered", async () => {
  await using app = await readTogether();
  const { ada, grace, group, bookId } = app;
  for (const reader of [ada, grace]) await app.turnTo(reader, 10);
  const question = await app.ask(ada, 5);
  await app.call("PUT", `/questions/${question.id}/answer`, ada, { content: "Ada's answer" });
  await using graces = await windowOf(app, grace);
  const { page } = graces;
  await graces.visit(`/group/${group.id}/books/${bookId}?tab=questions`);
  await page.getByLabel("Your answer").fill("Mine");
  await press(page, "Save answer");
  await page.getByText("Ada's answer").waitFor();
  await graces.toast("saved");
});

const contentsOf = (list: { content: string }[]) => list.map(({ content }) => content);

Deno.test("What the server refuses is shown with its text and its reason until Ada discards it", async () => {
  await using adas = await adaReading();
  const { ada, here, group, page } = adas;
  await visitWhole(adas, here);
  await page.evaluate(putUnsent, [ada.id, `/groups/${group.id}/messages`, "  "] as const);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await bar(page).getByText("1 thing could not be sent").click();
  await bar(page).getByText("Message cannot be empty").waitFor();
  await bar(page).getByRole("button", { name: "Discard" }).click();
  assert.equal(await countUnsent(page), 1, "asked once more");
  await bar(page).getByRole("button", { name: "Discard for good" }).click();
  await bar(page).waitFor({ state: "detached" });
  assert.equal(await countUnsent(page), 0);
});

Deno.test("Where the browser sends in the background, what waits is sent by the service worker, with no window open", async () => {
  const { app, ada, group } = await readingGroup();
  await using _ = app;
  await using browser = await openBrowser();
  await using adas = await member(browser, app.url, ada, { serviceWorkers: "allow" });
  const { page, context } = adas;
  await adas.visit("/about");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  const cdp = await context.newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    if (registrations[0]) registered.resolve(registrations[0].registrationId);
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered.promise;
  await page.evaluate(putUnsent, [ada.id, `/groups/${group.id}/messages`, "Sent while away"] as const);
  await cdp.send("ServiceWorker.dispatchSyncEvent", {
    origin: app.url,
    registrationId,
    tag: "outbox",
    lastChance: false,
  });
  await until(async () => {
    const { body } = await app.call("GET", `/groups/${group.id}/messages`, ada);
    return body.messages[0]?.content === "Sent while away";
  });
  await until(() => countUnsent(page).then((count) => count === 0));
});

/** In the page: stores a message as another window would have. */
const putUnsent = ([viewerId, path, content]: readonly [string, string, string]) =>
  new Promise<void>((resolve) => {
    const opening = indexedDB.open("chapterhouse", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("entries", { keyPath: "id", autoIncrement: true });
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("entries", "readwrite");
      const call = { method: "POST", path, body: { content, clientId: "stored-before" } };
      const shown = { text: content, place: "A group", href: "/dashboard" };
      transaction.objectStore("entries").add({ viewerId, kind: "message", key: path, call, tries: 0, ...shown });
      transaction.oncomplete = () => (opening.result.close(), resolve());
    };
  });

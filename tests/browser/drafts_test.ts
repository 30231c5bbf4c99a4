import assert from "node:assert/strict";
import type { Locator } from "playwright";
import { sessionCookie, startSession } from "../../server/auth/sessions.ts";
import { noteTexts } from "../../server/contract/notes/shared_texts.ts";
import { unsentFormTexts } from "../../server/contract/site/texts.ts";
import { endSession } from "../support/app.ts";
import { readTogether } from "../support/readers.ts";
import { adaReading, leaf, readingGroup, windowOf } from "../support/reading.ts";
import { hold, intercept, press, release } from "../support/screen.ts";

const noteAt = (book: { id: string }, page: number) => `/books/${book.id}/notes/${page}`;

Deno.test("leafing quickly loads only the last page's note, and what was typed is still saved", async () => {
  await using adas = await adaReading();
  const { app, ada, open, book, page, visit, toast } = adas;
  const asked: string[] = [];
  page.on(
    "request",
    (request) => /notes\/\d+$/.test(request.url()) && asked.push(request.method() + request.url().split("/").at(-1)),
  );
  await visit(`${open}&page=7`);
  await page.getByLabel("Notes for page 7").fill("unsaved");
  const answer = await hold(page, noteAt(book, 7));
  await press(page, "Save Notes");
  await leaf(page, "ArrowRight", 10);
  await page.getByLabel("Notes for page 17").fill("typed here");
  assert.ok(asked.length <= 3, asked.join());
  answer();
  await toast("Note saved successfully");
  assert.equal(await page.getByLabel("Notes for page 17").inputValue(), "typed here");
  const { body } = await app.call("GET", noteAt(book, 7), ada);
  assert.equal(body.content, "unsaved");
});

Deno.test("where the browser stores nothing a note is safe while the window is open, and leaving shows a warning", async () => {
  await using adas = await adaReading();
  const { open, page, visit } = adas;
  await page.addInitScript(() =>
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    }
  );
  await visit(`${open}&page=7`);
  const long = "A long note. ".repeat(1538).slice(0, 20_000);
  await page.getByLabel("Notes for page 7").fill(long);
  await page.getByText("Save before you leave.").waitFor();
  assert.ok(
    (await page.getByRole("button", { name: "Save Notes" }).boundingBox())!.y < 800,
    "what saves it is in sight",
  );
  await leaf(page, "ArrowRight");
  await page.getByLabel("Notes for page 8").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Save before you leave.").waitFor();
  assert.equal(await page.getByLabel("Notes for page 7").inputValue(), long);
  const [dialog] = await Promise.all([
    page.waitForEvent("dialog"),
    page.evaluate(() => setTimeout(() => location.assign("/about"))),
  ]);
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await press(page, "Save Notes");
  await adas.toast("Note saved successfully");
});

Deno.test("what is typed before a script has loaded stays, in a note, a number and a form, as does the caret, and typing goes on", async () => {
  const { app, ada, open, book } = await readingGroup();
  await using _ = app;
  await app.call("POST", noteAt(book, 7), ada, { content: "stored", pageNumber: 7, bookId: book.id });
  await app.call("PUT", "/users/profile", ada, { bio: "Reads" });
  await using adas = await windowOf(app, ada);
  const { page } = adas;
  /** Opens a page whose script comes when the function that this gives is called. */
  const openEarly = async (path: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/assets\/(open_books|small)-.*\.js/, async (route) => (await promise, await route.continue()));
    await page.goto(path, { waitUntil: "commit" });
    // What is filled in before the parser has come to the end of the field stands before what the parser puts there.
    await page.waitForFunction(() => document.readyState !== "loading");
    return async () => (resolve(), await adas.alive());
  };
  let arrive = await openEarly(`${open}&page=7`);
  const note = page.getByLabel("Notes for page 7");
  await page.getByLabel("Current page").fill("77");
  await note.fill("stored, and more");
  await arrive();
  await page.getByText("stored in this browser").waitFor();
  await page.keyboard.type(" after");
  assert.equal(await note.inputValue(), "stored, and more after");
  assert.equal(await page.getByLabel("Current page").inputValue(), "77");
  await page.unrouteAll();
  arrive = await openEarly("/profile?edit");
  const bio = page.getByLabel("Bio");
  await bio.press("End");
  await arrive();
  assert.equal(await bio.evaluate((field: HTMLTextAreaElement) => field.selectionStart), "Reads".length);
  await page.unrouteAll();
  arrive = await openEarly("/profile?edit");
  await bio.fill("Reads books");
  await page.keyboard.press("Home");
  await arrive();
  await page.keyboard.type("Often ");
  assert.equal(await bio.inputValue(), "Often Reads books");
});

Deno.test("what is typed while a page's note loads stays, after what is stored, and is saved with it", async () => {
  const { app, ada, open, book } = await readingGroup();
  await using _ = app;
  for (const pageNumber of [8, 9]) {
    await app.call("POST", noteAt(book, pageNumber), ada, { content: "stored", pageNumber, bookId: book.id });
  }
  await using adas = await windowOf(app, ada);
  const { page, visit, toast } = adas;
  await visit(`${open}&page=7`);
  const typeOn = async (pageNumber: number, text: string) => {
    const answer = await hold(page, noteAt(book, pageNumber));
    const asked = page.waitForRequest(`**${noteAt(book, pageNumber)}`);
    await leaf(page, "ArrowRight");
    await page.getByLabel(`Notes for page ${pageNumber}`).click();
    await page.keyboard.type(text);
    await asked;
    return answer;
  };
  const note = page.getByLabel(/^Notes for page/);

  const eighth = await typeOn(8, "typed");
  await page.getByText("stored in this browser").waitFor();
  eighth();
  await page.waitForFunction(() =>
    document.querySelector<HTMLTextAreaElement>(".book-dialog textarea")!.value === "stored\ntyped"
  );
  await page.keyboard.type(" on");
  assert.equal(await note.inputValue(), "stored\ntyped on");

  const ninth = await typeOn(9, "saved at once");
  await press(page, "Save Notes");
  await page.getByRole("button", { name: "Saving..." }).waitFor();
  ninth();
  await toast("Note saved successfully");
  const { body } = await app.call("GET", noteAt(book, 9), ada);
  assert.equal(body.content, "stored\nsaved at once");

  const tenth = await typeOn(10, "of an empty page");
  tenth();
  await page.locator(".book-dialog textarea:not([placeholder])").waitFor();
  assert.equal(await note.inputValue(), "of an empty page");
  assert.equal(await page.getByRole("alert").count(), 0);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");

  // What was typed before goes before what is stored, and shows at once.
  const away = await typeOn(11, "of page 11");
  await leaf(page, "ArrowLeft");
  away();
  await page.getByLabel("Notes for page 10").waitFor();
  const back = await typeOn(11, " and more");
  assert.equal(await note.inputValue(), "of page 11 and more");
  back();
  await page.locator(".book-dialog textarea:not([placeholder])").waitFor();
  assert.equal(await note.inputValue(), "of page 11 and more");
});

Deno.test("what is typed while a page's note loads is in no version's place where that fails", async () => {
  const { app, ada, open, book } = await readingGroup();
  await using _ = app;
  await app.call("POST", noteAt(book, 8), ada, { content: "stored", pageNumber: 8, bookId: book.id });
  await using adas = await windowOf(app, ada);
  const { page, visit } = adas;
  await visit(`${open}&page=7`);
  await intercept(page, noteAt(book, 8), 503, { message: "" });
  await leaf(page, "ArrowRight");
  await page.getByLabel("Notes for page 8").click();
  await page.keyboard.type("typed");
  await page.getByText("Failed to load note").waitFor();
  await release(page, noteAt(book, 8));
  await press(page, "Save Notes");
  await page.getByRole("blockquote").getByText("stored").waitFor();
  assert.equal(await page.getByLabel("Notes for page 8").inputValue(), "typed");
});

/** Grace at the questions of a book, where Ada has asked one and shared a note; with the three fields to write in. */
async function graceAtQuestions() {
  const app = await readTogether();
  const { ada, grace, group, bookId } = app;
  await app.turnTo(ada, 10);
  await app.turnTo(grace, 10);
  await app.share(ada, 10, "The first cards");
  await app.ask(ada, 5);
  const graces = await windowOf(app, grace);
  const { page } = graces;
  await page.goto(`/group/${group.id}/books/${bookId}?tab=questions`);
  const [answer, question, reply] = ["Your answer", "Question", "Answer Ada"].map((label) =>
    page.getByLabel(label, { exact: true })
  );
  return {
    graces,
    answer,
    question,
    reply,
    open: (tab: string) => page.locator(`.tabs a[href*="tab=${tab}"]`).first().click(),
    openChat: () => page.goto(`/group/${group.id}?book=${bookId}&page=10`),
    async [Symbol.asyncDispose]() {
      await graces[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

Deno.test("an answer, a question and a reply that are half written are still there after another tab, or without a connection, until they are sent", async () => {
  await using scene = await graceAtQuestions();
  const { graces, answer, question, reply, open, openChat } = scene;
  const { page } = graces;
  await answer.fill("Half an answer");
  await page.getByText(noteTexts.askTitle).click();
  await question.fill("Half a question");
  await open("notes");
  await page.locator("summary", { hasText: noteTexts.answer }).click();
  await reply.fill("Half a reply");
  await open("questions");
  await question.waitFor();
  assert.deepEqual([await answer.inputValue(), await question.inputValue()], ["Half an answer", "Half a question"]);
  await press(page, "Save answer");
  await graces.toast("Your answer was saved.");
  assert.equal(await question.inputValue(), "Half a question");
  // A form that did not reach the server keeps it too.
  await graces.context.setOffline(true);
  await press(page, "Ask");
  await graces.toast(unsentFormTexts.needsConnection);
  await graces.context.setOffline(false);
  await open("notes");
  await open("questions");
  await question.waitFor();
  assert.equal(await question.inputValue(), "Half a question");
  // Beside the book too, where the note is drawn late.
  await openChat();
  await reply.waitFor();
  assert.equal(await reply.inputValue(), "Half a reply");
  await page.locator(".margin").getByRole("button", { name: "Answer", exact: true }).click();
  await page.getByRole("list", { name: "Answers to Ada" }).getByText("Half a reply").waitFor();
  await openChat();
  await page.locator(".margin summary").click();
  assert.equal(await reply.inputValue(), "");
  await page.goBack();
  await open("notes");
  await page.locator("summary", { hasText: noteTexts.answer }).click();
  assert.equal(await reply.inputValue(), "");
});

Deno.test("a question that Grace has begun is there in another window, after a refusal and after her session has ended, until it is asked", async () => {
  await using app = await readTogether();
  const { grace, group, bookId } = app;
  await using visitor = await windowOf(app, grace);
  const { page, context } = visitor;
  const questions = `/group/${group.id}/books/${bookId}?tab=questions`;
  const script = page.waitForResponse(/\/field_drafts-.*\.js/);
  await page.goto(questions);
  await (await script).finished();
  await page.getByText(noteTexts.askTitle).click();
  const long = `Who is the narrator${"?".repeat(1000)}`;
  await page.getByRole("textbox", { name: "Question" }).fill(long);
  await page.getByRole("link", { name: "Notes" }).click();
  await page.waitForURL(/tab=notes/);
  await page.close();

  const other = await context.newPage();
  const field = other.getByRole("textbox", { name: "Question" });
  const reopen = async (text: string) => {
    await other.goto(questions);
    await field.waitFor();
    assert.equal(await field.inputValue(), text);
  };
  await reopen(long);
  await press(other, "Ask");
  await other.locator("textarea[aria-invalid=true]").waitFor();
  await reopen(long);
  await field.fill("Who is the narrator?");
  await endSession(app, grace);
  await press(other, "Ask");
  await other.waitForURL(/\/login/);
  const token = await startSession(app.deps, grace.id);
  await context.addCookies([{ name: sessionCookie, value: token, url: app.url }]);
  await reopen("Who is the narrator?");
  await press(other, "Ask");
  await other.getByRole("article").getByText("Who is the narrator?").waitFor();
  await other.goto(questions);
  await other.getByText(noteTexts.askTitle).click();
  assert.equal(await field.inputValue(), "");
});

Deno.test("where a form is refused, the others of its page show what is stored", async () => {
  await using app = await readTogether();
  const { ada, grace, group, bookId } = app;
  await app.turnTo(grace, 10);
  const { id } = await app.ask(ada, 5);
  const answer = (content: string) => app.call("PUT", `/questions/${id}/answer`, grace, { content });
  await answer("In May");
  await using graces = await windowOf(app, grace);
  const { page } = graces;
  const questions = `/group/${group.id}/books/${bookId}?tab=questions`;
  const script = page.waitForResponse(/\/field_drafts-.*\.js/);
  await page.goto(questions);
  await (await script).finished();
  await page.getByText(noteTexts.askTitle).click();
  const question = page.getByRole("textbox", { name: "Question" });
  const long = "Why? ".repeat(300);
  await question.fill(long);
  await press(page, "Ask");
  await page.waitForURL("**/questions");
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes("questions")));
  await answer("In June");
  await page.goto(questions);
  assert.equal(await question.inputValue(), long);
  assert.equal(await page.locator("textarea[name=content]").inputValue(), "In June");
});

Deno.test("what is pasted is never cut: where it is too long an error shows, and all of it stays", async () => {
  await using adas = await adaReading();
  const { here, open, page, visit } = adas;
  const refused = async (field: Locator, pasted: string, button: string, text: string) => {
    await field.fill(pasted);
    await press(page, button);
    await page.getByText(text, { exact: true }).first().waitFor();
    assert.equal(await field.inputValue(), pasted);
  };

  await visit(here);
  await page.locator("[data-connection=joined]").waitFor({ state: "attached" });
  const message = page.getByLabel("Message", { exact: true });
  await refused(message, "👩".repeat(4001), "Send", "Please use at most 4,000 characters.");
  await message.fill("👩".repeat(4000));
  await press(page, "Send");
  await page.getByText("👩".repeat(4000), { exact: true }).waitFor();

  await visit(`${open}&page=7`);
  const note = page.getByLabel("Notes for page 7");
  await refused(note, "x".repeat(20_001), "Save Notes", "Please use at most 20,000 characters.");

  await visit(`${here}?add=&query=zzqqxx`);
  const [title, author] = [page.getByLabel("Title"), page.getByLabel("Author")];
  await author.fill("y".repeat(301));
  await refused(title, "Our own reader", "Add to Group", "Please use at most 300 characters.");
  assert.equal((await author.inputValue()).length, 301);
  assert.equal(await author.getAttribute("aria-invalid"), "true");
  assert.equal(await title.getAttribute("aria-invalid"), null);
  assert.ok(await author.evaluate((field) => field === document.activeElement));

  await visit("/dashboard?create");
  const name = page.getByLabel("Group name");
  await refused(name, "👩".repeat(81), "Create", "Please use at most 80 characters.");
  await name.fill("👩".repeat(80));
  await press(page, "Create");
  await page.getByRole("link", { name: "👩".repeat(80) }).waitFor();
});

import assert from "node:assert/strict";
import type { Page } from "playwright";
import { adaReading } from "../support/reading.ts";
import { until } from "../support/operate.ts";
import { countUnsent } from "../support/unsent.ts";
import { hasten, lateScripts, logIn, press } from "../support/screen.ts";

/** The keys of what a browser stores beside what everybody may have. */
const stored = (page: Page) =>
  page.evaluate(() => ({ local: Object.keys(localStorage), session: Object.keys(sessionStorage) }));

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Log out anyway?" });

Deno.test("logging out asks once about what is not sent, not about a note that was sent late, and then leaves nothing of it in the browser", async () => {
  await using adas = await adaReading();
  const { here, open, page, context } = adas;
  await hasten(context);
  await adas.visit(`${open}&page=6`);
  await lateScripts(page);
  await page.getByLabel("Notes for page 6").fill("A note that is sent late");
  await context.setOffline(true);
  await press(page, "Save Notes");
  await adas.toast("The note is stored in this browser");
  // The note itself, while it is open, notices that it was sent.
  await page.keyboard.press("Escape");
  await page.locator("#book-title").waitFor({ state: "hidden" });
  await context.setOffline(false);
  await until(async () => !(await stored(page)).local.some((key) => key.startsWith("chapterhouse.note:")));
  await adas.visit(`${open}&page=7`);
  await page.getByLabel("Notes for page 7").fill("Half a note");
  await context.route(
    "**/api/books/*/notes/8",
    (route) => route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  await adas.visit(`${open}&page=8`);
  await page.getByLabel("Notes for page 8").fill("A note on its way");
  await press(page, "Save Notes");
  await adas.toast("The note is stored in this browser");
  await adas.visit(here);
  await page.getByLabel("Message", { exact: true }).fill("Half a message");

  await page.getByRole("button", { name: "Logout", exact: true }).dblclick();
  const dialog = dialogOf(page);
  await dialog.getByText("There are 3 things in this browser").waitFor();
  for (const text of ["Half a note", "Half a message", "A note on its way"]) await dialog.getByText(text).waitFor();
  await press(page, "Stay logged in");
  await page.locator(".logout-dialog").waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("Message", { exact: true }).inputValue(), "Half a message");
  assert.equal(await countUnsent(page), 1);

  await press(page, "Logout");
  await press(page, "Log out and delete");
  await page.waitForURL("**/login");
  const { local, session } = await stored(page);
  assert.deepEqual(local.filter((key) => key.startsWith("chapterhouse") || key === "token"), [
    "chapterhouse.loggedOut",
  ]);
  assert.deepEqual([session, await countUnsent(page)], [[], 0]);
});

Deno.test("other windows of Ada's go to log in too, after she was asked about what is being written there", async () => {
  await using adas = await adaReading();
  const { here, page, context } = adas;
  const [reading, writing] = [await context.newPage(), await context.newPage()];
  await hasten(context);
  for (const [window, path] of [[reading, "/profile"], [writing, here]] as const) {
    await window.goto(path);
    await lateScripts(window);
    // It has started once it has looked for what waits.
    await window.evaluate(() => navigator.locks.request("chapterhouse.outbox", () => {}));
  }
  await writing.getByLabel("Message", { exact: true }).fill("Half a message");
  await adas.visit("/dashboard");
  await press(page, "Logout");
  await dialogOf(page).getByText("Half a message").waitFor();
  await press(page, "Log out and delete");
  await page.waitForURL("**/login");
  await reading.waitForURL("**/login?next=%2Fprofile");
  await writing.waitForURL(({ pathname }) => pathname === "/login");
  await until(async () => (await stored(writing)).session.length === 0);
});

Deno.test("a window that leaves before it hears of the logout deletes what it has once its next page has come", async () => {
  await using adas = await adaReading();
  const { here, page, context } = adas;
  await hasten(context);
  const writing = await context.newPage();
  await writing.goto(here);
  await lateScripts(writing);
  await writing.getByLabel("Message", { exact: true }).fill("Half a message");
  await adas.visit("/dashboard");
  const loggedOut = Promise.withResolvers<void>();
  await writing.route("**/assets/*.js", async (route) => {
    await loggedOut.promise;
    await route.continue();
  });
  // The chat's own connection is told first.
  await page.route("**/auth/logout", async (route) => {
    const response = await route.fetch();
    await writing.waitForURL("**/login?next=*", { waitUntil: "commit" });
    await route.fulfill({ response });
  });
  await press(page, "Logout");
  await press(page, "Log out and delete");
  await page.waitForURL("**/login");
  loggedOut.resolve();
  await writing.waitForURL("**/login?next=*");
  await until(async () => (await stored(writing)).session.length === 0);
  await logIn(adas, "ada@example.org");
  await page.waitForURL("**/dashboard");
  assert.ok(!(await stored(page)).local.includes("chapterhouse.loggedOut"));
});

Deno.test("a reader who logs in after Ada and goes back finds nothing of what she was writing", async () => {
  await using adas = await adaReading();
  const { here, page } = adas;
  await adas.visit(here);
  await page.getByLabel("Message", { exact: true }).fill("Half a message");
  await adas.visit("/profile?edit");
  await page.getByLabel("Bio").fill("Half a bio");
  await adas.visit("/dashboard");
  await press(page, "Logout");
  await press(page, "Log out and delete");
  await page.waitForURL("**/login");
  await logIn(adas, "grace@example.org");
  await page.waitForURL("**/dashboard");
  for (const [steps, path, label] of [[-3, "/profile?edit", "Bio"], [-1, here, "Message"]] as const) {
    await page.evaluate((steps) => history.go(steps), steps);
    await page.waitForURL(`**${path}`);
    await adas.alive();
    assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), "", path);
  }
});

Deno.test("what is being typed is asked about in a window that has just been opened", async () => {
  await using adas = await adaReading();
  const { here, page, context } = adas;
  await adas.visit("/dashboard");
  const writing = await context.newPage();
  // The late scripts do not come by themselves.
  await writing.addInitScript((later) => {
    const start = setTimeout;
    Object.assign(globalThis, { setTimeout: (run: () => void, ms?: number) => ms === later ? 0 : start(run, ms) });
  }, 3000);
  await writing.goto(here);
  await writing.getByLabel("Message", { exact: true }).fill("Half a message");
  await lateScripts(writing);
  await press(page, "Logout");
  await dialogOf(page).getByText("Half a message").waitFor();
});

Deno.test("what a window has stored whose late scripts could not be loaded is deleted too", async () => {
  await using adas = await adaReading();
  const { here, page, context } = adas;
  const writing = await context.newPage();
  await writing.route("**/assets/outbox-*.js", (route) => route.abort());
  await writing.goto(here);
  await writing.getByLabel("Message", { exact: true }).fill("Half a message");
  await adas.visit("/dashboard");
  await press(page, "Logout");
  await page.waitForURL("**/login");
  await writing.waitForURL("**/login?next=*");
  await until(async () => (await stored(writing)).session.length === 0);
});

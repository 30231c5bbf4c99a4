import assert from "node:assert/strict";
import { windowOf } from "../support/reading.ts";
import { readTogether } from "../support/readers.ts";

Deno.test("beside the page field Grace reads who wrote about the page, what waits further on, and answers", async () => {
  await using app = await readTogether();
  const { ada, grace, barbara, group, bookId } = app;
  await app.share(ada, 10, "The first cards");
  await app.share(barbara, 10, "Looms before");
  await app.share(ada, 11, "The second cards");
  await app.share(ada, 90, "Much later");
  await app.turnTo(grace, 10);
  await using visitor = await windowOf(app, grace);
  const { page } = visitor;
  await page.goto(`/group/${group.id}?book=${bookId}&page=10`);
  const summary = page.locator(".margin summary");
  await summary.filter({ hasText: /^(Ada and Barbara|Barbara and Ada) wrote about this page · 2 notes further on$/ })
    .click();
  const note = page.getByRole("article", { name: "Ada" });
  await note.getByLabel("Answer Ada").fill("Where do they come from?");
  await note.getByRole("button", { name: "Answer" }).click();
  await note.getByRole("list", { name: "Answers to Ada" }).getByText("Where do they come from?").waitFor();
  assert.equal(await note.getByLabel("Answer Ada").inputValue(), "");
  // Reading on shows what waited, once the page is saved.
  await page.getByRole("button", { name: "Next" }).click();
  await summary.filter({ hasText: /^Ada wrote about this page · 1 note further on$/ }).waitFor();
  assert.equal((await page.content()).includes("Much later"), false);
});

Deno.test("Ada shares what she has typed, and takes it back", async () => {
  await using app = await readTogether();
  const { ada, grace, group, bookId } = app;
  await app.turnTo(grace, 100);
  await using visitor = await windowOf(app, ada);
  const { page } = visitor;
  await page.goto(`/group/${group.id}?book=${bookId}&page=4`);
  await page.locator("[data-island=Books][data-hydrated]").waitFor();
  await page.getByLabel("Notes for page 4").fill("Typed just now");
  await page.getByRole("button", { name: "Share with the group" }).click();
  await page.getByRole("button", { name: "Stop sharing" }).waitFor();
  assert.equal((await app.listNotes(grace)).notes[0].content, "Typed just now");
  await page.getByRole("button", { name: "Stop sharing" }).click();
  await page.getByRole("button", { name: "Share with the group" }).waitFor();
  assert.deepEqual((await app.listNotes(grace)).notes, []);
});

Deno.test("Ada, without a connection, sees that her note is not shared yet", async () => {
  await using app = await readTogether();
  const { ada, group, bookId } = app;
  await using visitor = await windowOf(app, ada);
  const { page, context } = visitor;
  await page.goto(`/group/${group.id}?book=${bookId}&page=4`);
  await page.locator("[data-island=Books][data-hydrated]").waitFor();
  await page.getByRole("button", { name: "Share with the group" }).waitFor();
  await page.getByLabel("Notes for page 4").fill("On a train");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Share with the group" }).click();
  await page.getByText("choose it again once the note is saved").waitFor();
});

/** What others do in a group is on its open pages without a reload, and nothing that somebody types there is lost. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { bookPaths } from "../../server/contract/books/paths.ts";
import { clubPaths } from "../../server/contract/groups/club_paths.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";
import { conversationPaths } from "../../server/contract/people/paths.ts";
import { readingGroup, windowOf } from "../support/reading.ts";

/** Opens a page, and waits until the service has said that its connection is told of changes. */
async function watch(page: Page, path: string): Promise<Page> {
  const isWatching = page.waitForEvent("websocket").then((socket) =>
    socket.waitForEvent("framereceived", ({ payload }) => /^43\d+\[\{"success":true/.test(String(payload)))
  );
  await page.goto(path);
  await isWatching;
  // Whatever loads the page again forgets this.
  await page.evaluate(() => document.body.dataset.stays = "");
  return page;
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

Deno.test("Grace's vote, replies, meeting, suggestion and page come into Ada's open pages, where half-typed text, a choice, the focus and what is open stay", async () => {
  const { app, ada, grace, group: { id }, books, book } = await readingGroup();
  await using _ = app;
  const { call } = app;
  const here = `/groups/${id}`;
  await call("POST", `/friends/request/${ada.id}`, grace);
  await call("POST", `/friends/request/${grace.id}`, ada);
  const { poll } = (await call("POST", `${here}/polls`, ada, {
    question: "What next?",
    kind: "one",
    options: [{ text: "Emma" }, { text: "Ulysses" }],
  })).body;
  const [emma, ulysses] = poll.options.map((option: { id: string }) => option.id);
  await call("PUT", `/polls/${poll.id}/vote`, ada, { options: [emma] });
  const { meeting } = (await call("POST", `${here}/meetings`, ada, {
    title: "Tea",
    startsAt: hours(24),
    endsAt: hours(26),
    timeZone: "UTC",
  })).body;
  const { message: first } = (await call("POST", `${here}/messages`, ada, { content: "Who reads on?" })).body;
  const reply = (as: typeof ada, content: string) =>
    call("POST", `${here}/messages`, as, { content, replyTo: first.id });
  await reply(ada, "I do");

  await using window = await windowOf(app, ada, { viewport: { width: 360, height: 640 } });
  const { context } = window;
  const open = async (path: string) => await watch(await context.newPage(), path);
  const [thread, vote, meetingPage, shelf, polls, bookPage] = [
    await open(clubPaths.openThread(id, first.seq)),
    await open(clubPaths.poll(id, poll.id)),
    await open(clubPaths.meeting(id, meeting.id)),
    await open(bookPaths.shelf(id)),
    await open(clubPaths.polls(id)),
    await open(readingPaths.bookPage(id, book.id)),
  ];

  const field = thread.getByRole("textbox", { name: "Reply" });
  await field.fill("Half a th");
  const top = () => field.evaluate((field) => Math.round(field.getBoundingClientRect().top));
  const before = await top();
  await reply(grace, "So do I");
  await thread.getByText("So do I").waitFor();
  await thread.getByRole("heading", { name: "2 replies" }).waitFor();
  assert.equal(await field.inputValue(), "Half a th");
  assert.ok(await field.evaluate((field) => field === document.activeElement));
  await thread.waitForFunction(
    ([top, name]) => Math.abs(document.getElementsByName(name as string)[0].getBoundingClientRect().top - +top) < 2,
    [before, "content"],
  );

  await vote.getByText("1 of 1").waitFor();
  await vote.getByRole("radio", { name: "Ulysses" }).check();
  await call("PUT", `/polls/${poll.id}/vote`, grace, { options: [ulysses] });
  await vote.getByText("1 of 2").first().waitFor();
  assert.ok(await vote.getByRole("radio", { name: "Ulysses" }).isChecked());
  await call("POST", `/polls/${poll.id}/close`, ada);
  await vote.getByText("Closed", { exact: false }).first().waitFor();
  assert.ok(await vote.getByRole("radio", { name: "Ulysses" }).isChecked());
  await vote.getByRole("radio", { name: "Emma" }).check();
  await vote.getByRole("radio", { name: "Emma" }).blur();
  await vote.getByRole("radio", { name: "Emma" }).waitFor({ state: "detached" });
  await polls.getByText("2 votes").first().waitFor();

  await meetingPage.getByText("Change", { exact: true }).click();
  const title = meetingPage.getByLabel("Title");
  await title.fill("Tea and c");
  await call("PUT", `/meetings/${meeting.id}/reply`, grace, { reply: "yes" });
  await meetingPage.getByRole("link", { name: "Grace" }).waitFor();
  assert.equal(await title.inputValue(), "Tea and c");
  assert.ok(await title.isVisible());

  await call("POST", books, grace, { title: "Flatland", state: "suggested" });
  await shelf.getByRole("heading", { name: "Flatland" }).waitFor();

  await call("PUT", `/books/${book.id}/sharing`, grace, { shared: true });
  await bookPage.getByText("Everyone’s page as a table").click();
  await call("PUT", `/books/${book.id}/progress`, grace, { currentPage: 452 });
  await bookPage.getByRole("cell", { name: /452/ }).waitFor();

  const talks = await context.newPage();
  const answered = talks.waitForResponse((response) => response.url().endsWith("/overview"));
  await talks.goto(conversationPaths.conversations);
  await answered;
  const { group: talk } = (await call("POST", `/users/${ada.id}/conversation`, grace)).body;
  await call("POST", `/groups/${talk.id}/messages`, grace, { content: "Between us" });
  await talks.getByText("Between us").waitFor();

  for (const page of [thread, vote, meetingPage, shelf, polls, bookPage]) {
    assert.equal(await page.evaluate(() => document.body.dataset.stays), "");
  }
});

/** What others do in a group is on its open pages without a reload, and nothing that somebody types there is lost. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { bookPaths } from "../../server/contract/books/paths.ts";
import { clubPaths } from "../../server/contract/groups/club_paths.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";
import { conversationPaths } from "../../server/contract/people/paths.ts";
import { readingGroup, windowOf } from "../support/reading.ts";

/** Opens a page, and waits until its connection is told of changes: the service has let it in, or has acknowledged. */
async function watch(page: Page, path: string): Promise<Page> {
  const answer = path.startsWith("/group/") ? /^43\d+\[\{"success":true/ : /^40/;
  const isWatching = page.waitForEvent("websocket").then((socket) =>
    socket.waitForEvent("framereceived", ({ payload }) => answer.test(String(payload)))
  );
  await page.goto(path);
  await isWatching;
  // Whatever loads the page again forgets this.
  await page.evaluate(() => document.body.dataset.stays = "");
  return page;
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

Deno.test("what Grace changes in the club comes into Ada's open pages, where half-typed text, the focus and what is open stay", async () => {
  const { app, ada, grace, group: { id }, books, book } = await readingGroup();
  await using _ = app;
  const { call } = app;
  const here = `/groups/${id}`;
  const mallory = await app.person("Mallory");
  await call("PUT", `${here}/settings`, ada, { listed: true });
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
  const [thread, vote, meetingPage, shelf, polls, bookPage, talks, requests] = [
    await open(clubPaths.openThread(id, first.seq)),
    await open(clubPaths.poll(id, poll.id)),
    await open(clubPaths.meeting(id, meeting.id)),
    await open(bookPaths.shelf(id)),
    await open(clubPaths.polls(id)),
    await open(readingPaths.bookPage(id, book.id)),
    await open(conversationPaths.conversations),
    await open(clubPaths.requests(id)),
  ];

  const field = thread.getByRole("textbox", { name: "Reply" });
  await field.fill("Half a th");
  const top = await field.evaluate((field) => field.getBoundingClientRect().top);
  const choice = (name: string) => vote.getByRole("radio", { name });
  await choice("Ulysses").check();
  await meetingPage.getByText("Change", { exact: true }).click();
  const title = meetingPage.getByLabel("Title");
  await title.fill("Tea and c");

  await reply(grace, "So do I");
  await call("PUT", `/polls/${poll.id}/vote`, grace, { options: [ulysses] });
  await call("PUT", `/meetings/${meeting.id}/reply`, grace, { reply: "yes" });
  await call("POST", books, grace, { title: "Flatland", state: "suggested" });
  await call("PUT", `/books/${book.id}/sharing`, grace, { shared: true });
  await call("POST", `${here}/requests`, mallory, { text: "May I?" });
  const { group: talk } = (await call("POST", `/users/${ada.id}/conversation`, grace)).body;
  await call("POST", `/groups/${talk.id}/messages`, grace, { content: "Between us" });

  await thread.getByText("So do I").waitFor();
  await thread.getByRole("heading", { name: "2 replies" }).waitFor();
  assert.equal(await field.inputValue(), "Half a th");
  assert.ok(await field.evaluate((field) => field === document.activeElement));
  const isAtTop = (top: number) => Math.abs(document.activeElement!.getBoundingClientRect().top - top) < 2;
  await thread.waitForFunction(isAtTop, top);
  await polls.getByText("2 votes").waitFor();
  await vote.getByText("1 of 2").first().waitFor();
  assert.ok(await choice("Ulysses").isChecked());
  await meetingPage.getByRole("link", { name: "Grace", exact: true }).waitFor();
  assert.equal(await title.inputValue(), "Tea and c");
  assert.ok(await title.isVisible());
  await shelf.getByRole("heading", { name: "Flatland" }).waitFor();
  await talks.getByText("Between us").waitFor();
  await requests.getByText("May I?").waitFor();
  await bookPage.getByText("Everyone’s page as a table").click();

  await call("POST", `/polls/${poll.id}/close`, ada);
  await call("PUT", `/books/${book.id}/progress`, grace, { currentPage: 452 });
  await bookPage.getByRole("cell", { name: /452/ }).waitFor();
  await vote.getByText("Closed").first().waitFor();
  assert.ok(await choice("Ulysses").isChecked());
  await choice("Emma").check();
  await choice("Emma").blur();
  await choice("Emma").waitFor({ state: "detached" });
  for (const page of [thread, vote, meetingPage, shelf, polls, bookPage, talks, requests]) {
    assert.equal(await page.evaluate(() => document.body.dataset.stays), "");
  }
});

import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { pathOf, press } from "../support/screen.ts";

const app = await startApp({ env: { OPERATORS: "olga@example.org" } });
const browser = await openBrowser();
Deno.test.afterAll(async () => {
  await browser.close();
  await app[Symbol.asyncDispose]();
});

Deno.test("Grace reports a message, a person and a group; Olga decides, and Grace reads what became of it", async () => {
  const [ada, grace, olga] = await Promise.all(["Ada", "Grace", "Olga"].map(app.person));
  const { id } = await app.group(ada, grace);
  await app.call("POST", `/groups/${id}/messages`, ada, { content: "Before it" });
  await app.call("POST", `/groups/${id}/messages`, ada, { content: "Vile" });
  await using reader = await member(browser, app.url, grace);
  const { page } = reader;
  const send = async (reason: string) => {
    await page.getByLabel("What is wrong?").fill(reason);
    await press(page, "Send report");
    await reader.toast("Your report has been sent to the people who run this service");
  };
  await reader.visit(`/group/${id}`);
  await page.locator("a.message-time").last().focus();
  await press(page, "More actions");
  await press(page, "Report");
  await page.getByRole("heading", { level: 1, name: "Report a message" }).waitFor();
  await page.getByRole("blockquote").getByText("Vile").waitFor();
  await send("It is vile");
  assert.equal(pathOf(page), `/group/${id}?message=2`);
  await reader.visit(`/profile/${ada.id}`);
  await page.getByRole("link", { name: "Report this person" }).click();
  await send("They are rude");
  await reader.visit(`/group/${id}/about`);
  await page.getByRole("link", { name: "Report this group" }).click();
  await send("They are all rude");

  await using operator = await member(browser, app.url, olga);
  const desk = operator.page;
  await operator.visit("/notices");
  await desk.getByRole("link", { name: "Somebody has reported something" }).first().click();
  await desk.waitForURL("**/operator/reports");
  const decide = async (what: RegExp, decision: string, note: string) => {
    const report = desk.getByRole("article", { name: what });
    await report.getByLabel("Note to the person who reported it").fill(note);
    await report.getByRole("button", { name: decision }).click();
    await operator.toast("The report is decided.");
  };
  await desk.getByRole("article", { name: /^A message/ }).getByText("Before it").waitFor();
  await decide(/^A message/, "Remove it", "Thanks");
  await decide(/^A profile/, "Nothing wrong", "Sorry");
  await decide(/^A group/, "Nothing wrong", "Alas");
  await desk.getByText("Nothing here.").waitFor();
  await desk.getByRole("link", { name: "Decided" }).click();
  await desk.getByText("Remove it: Thanks").waitFor();

  await reader.visit("/notices");
  await page.getByText("Your report was looked at: it was removed. Thanks").waitFor();
  await page.getByText("Your report was looked at: nothing was changed. Sorry").waitFor();
  await using author = await member(browser, app.url, ada);
  await author.visit(`/group/${id}`);
  await author.page.getByText("Before it").first().waitFor();
  assert.equal(await author.page.getByText("Vile").count(), 0);
});

import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { until } from "../support/operate.ts";
import { press } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const folds = (page: Page) => page.locator(".message-folded");

Deno.test("Ada blocks Grace on her profile and unblocks her in her account", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  const blocked = async () => (await app.call("GET", "/users/blocked", ada)).body.users.length;
  await opened.visit(`/profile/${grace.id}`);
  await page.getByText("Block Grace").click();
  await press(page, "Block");
  await page.getByText("You have blocked this person.").first().waitFor();
  assert.equal(await page.getByRole("button", { name: "Send Friend Request" }).count(), 0);
  assert.equal(await blocked(), 1);
  await opened.visit("/account?tab=privacy");
  await press(page, "Unblock Grace");
  await page.getByText("You haven't blocked anyone.").waitFor();
  assert.equal(await blocked(), 0);
});

Deno.test("what Grace writes, whom Ada has blocked, is folded as it comes, and until Ada unblocks her elsewhere", async () => {
  await using app = await startApp();
  const [ada, grace, nora] = await Promise.all(["Ada", "Grace", "Nora"].map(app.person));
  const { id } = await app.group(ada, grace, nora);
  const write = async (by: typeof ada, content: string, replyTo?: string) =>
    (await app.call("POST", `/groups/${id}/messages`, by, { content, replyTo })).body.message;
  const { id: first } = await write(grace, "From before");
  await app.call("PUT", `/users/${grace.id}/block`, ada);
  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  await opened.visit(`/group/${id}`);
  await until(() => app.deps.broadcast.usersIn(id).includes(ada.id));
  assert.equal(await page.getByText("From before").isVisible(), false);
  await write(grace, "Just now");
  await write(nora, "I agree", first);
  await page.getByText("I agree").waitFor();
  assert.equal(await folds(page).count(), 2);
  assert.equal(await page.getByText("Just now").isVisible(), false);
  assert.equal(await page.locator(".message-quote").innerText(), "Grace\nMessage from someone you blocked");
  await folds(page).last().locator("summary").click();
  await page.getByText("Just now").waitFor();
  await app.call("DELETE", `/users/${grace.id}/block`, ada);
  await page.getByText("From before").first().waitFor();
  assert.equal(await folds(page).count(), 0);
  // Who has left has their name in quotes only.
  await app.call("DELETE", `/groups/${id}/members/${grace.id}`, ada);
  await app.call("PUT", `/users/${grace.id}/block`, ada);
  await folds(page).first().waitFor();
  assert.equal(await page.getByText("Just now").isVisible(), false);
  assert.equal(await page.locator(".message-quote").innerText(), "Grace\nMessage from someone you blocked");
});

Deno.test("it is folded where it is found, pinned, and on the card of the group", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  const { body: { message } } = await app.call("POST", `/groups/${id}/messages`, grace, { content: "Unwanted words" });
  await app.call("PUT", `/groups/${id}/messages/${message.id}/pin`, ada);
  await app.call("PUT", `/users/${grace.id}/block`, ada);
  {
    await using opened = await member(browser, app.url, ada);
    const { page } = opened;
    for (const path of [`/group/${id}`, `/group/${id}?search=unwanted`, `/group/${id}?pins`]) {
      await opened.visit(path);
      await folds(page).waitFor();
      assert.equal(await page.getByText("Unwanted words").isVisible(), false, path);
      await folds(page).locator("summary").click();
      await page.getByText("Unwanted words").waitFor();
    }
    await opened.visit("/dashboard");
    await page.getByRole("article").getByText("Message from someone you blocked").waitFor();
    assert.equal(await page.getByText("Unwanted words").count(), 0);
  }
});

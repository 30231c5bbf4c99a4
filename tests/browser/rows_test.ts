/** Rows of lists, each with its own calls. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { press, turnOf } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: `${name}@example.org` });

/** Holds back every such call until it is released. */
async function holdAll(page: Page, method: string, pattern: string) {
  const held: { url: string; go: () => void }[] = [];
  await page.route(pattern, async (route) => {
    if (route.request().method() !== method) return await route.fallback();
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push({ url: route.request().url(), go: resolve });
    await promise;
    await route.continue();
  });
  const arrived = async (count: number) => {
    for (let turn = 0; turn < 500 && held.length < count; turn++) await turnOf(page);
    assert.equal(held.length, count);
  };
  return { held, arrived };
}

Deno.test("two friend requests are accepted at the same time, each once", async () => {
  await using app = await startApp();
  const [ada, ...others] = await Promise.all(["Ada", "Grace", "Mallory"].map((name) => app.person(name)));
  for (const other of others) await app.call("POST", `/friends/request/${ada.id}`, other);
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  await at.visit("/dashboard?tab=friends");
  const { held, arrived } = await holdAll(page, "POST", "**/friends/accept-friend-request/*");
  const accept = (name: string) => card(page, name).getByRole("button", { name: "Accept" }).click({ force: true });
  await accept("grace");
  await arrived(1);
  await accept("mallory");
  await arrived(2);
  held[0].go();
  await card(page, "grace").waitFor({ state: "detached" });
  await card(page, "mallory").getByRole("button", { name: "Accepting..." }).click({ force: true });
  await card(page, "mallory").getByRole("button", { name: "Decline" }).click();
  held[1].go();
  await card(page, "mallory").waitFor({ state: "detached" });
  await page.getByText("No pending friend requests").waitFor();
  assert.equal(held.length, 2);
  assert.equal(await page.locator("#toasts [data-kind=error]").count(), 0);
});

Deno.test("a friend, a member and a group are removed only once", async () => {
  await using app = await startApp();
  const [ada, grace] = await Promise.all(["Ada", "Grace"].map((name) => app.person(name)));
  const { id } = await app.group(ada, grace);
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  const ways = [
    { path: "/profile?tab=friends", ask: "Unfriend", busy: "Removing...", does: "Unfriend" },
    { path: `/group/${id}?tab=members`, ask: "Remove", busy: "Removing...", does: "Remove" },
    { path: "/dashboard", ask: "Delete Group of ada", busy: "Delete Group of ada", does: "Delete" },
  ];
  for (const { path, ask, busy, does } of ways) {
    await at.visit(path);
    const { held, arrived } = await holdAll(page, "DELETE", "**/api/**");
    await press(page, ask);
    await page.getByRole("dialog").getByRole("button", { name: does }).click();
    await arrived(1);
    const button = page.getByRole("button", { name: busy });
    assert.equal(await button.getAttribute("aria-disabled"), "true");
    await button.click({ force: true });
    assert.equal(await page.getByRole("dialog").count(), 0);
    held[0].go();
    await button.waitFor({ state: "detached" });
    await page.unrouteAll({ behavior: "wait" });
    assert.equal(held.length, 1);
  }
});

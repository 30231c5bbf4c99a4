import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { focused, intercept, pathOf, press, stopClock, turnOf } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

Deno.test("a toast closes after five seconds, but not while it is hovered or focused, and is shown once", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"));
  const { page } = ada;
  await page.clock.install();
  const toast = page.locator("#toasts > li");
  const afresh = async () => {
    await ada.visit("/profile/nobody");
    assert.equal(pathOf(page), "/dashboard");
    await ada.toast("User not found");
    return await stopClock(page);
  };
  const goesAfter = async (pass: (milliseconds: number) => Promise<void>, milliseconds: number) => {
    await pass(milliseconds - 1);
    assert.equal(await toast.count(), 1);
    await pass(1);
    assert.equal(await toast.count(), 0);
  };

  let pass = await afresh();
  const place = (await toast.boundingBox())!;
  assert.ok(place.y < 120 && 1280 - place.x - place.width < 40, "it is in the top right corner");
  assert.equal(await page.locator("#toasts").getAttribute("aria-live"), "polite");
  await toast.hover();
  await toast.getByRole("button", { name: "Dismiss" }).focus();
  await pass(60_000);
  await page.mouse.move(0, 0);
  await pass(60_000);
  assert.equal(await toast.count(), 1);
  await page.getByRole("searchbox").focus();
  await goesAfter(pass, 5000);
  await page.reload();
  assert.equal(await toast.count(), 0);

  pass = await afresh();
  await toast.hover();
  await pass(60_000);
  await page.mouse.move(0, 0);
  await goesAfter(pass, 5000);
});

Deno.test("each toast has its own time, and dismissing it returns the focus", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"));
  const { page } = ada;
  await page.clock.install();
  await ada.visit("/dashboard?create");
  const pass = await stopClock(page);
  const toast = page.locator("#toasts > li");
  const make = async (name: string) => {
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name }).waitFor();
  };
  await page.getByLabel("Group name").focus();
  await make("First");
  await pass(3000);
  await page.keyboard.press("Enter");
  await make("Second");
  assert.equal(await toast.count(), 2);
  await pass(1999);
  assert.equal(await toast.count(), 2);
  await pass(1);
  assert.equal(await toast.count(), 1);
  assert.equal(await focused(page), "Create New Group");
  await toast.getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await toast.count(), 0);
  assert.equal(await focused(page), "Create New Group");
});

Deno.test("on a phone a toast covers neither the field nor the card that was used", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  await using at = await member(browser, app.url, ada, { viewport: { width: 360, height: 740 } });
  const { page } = at;
  const expectApart = async (part: string) => {
    const toast = page.locator("#toasts > li");
    await toast.waitFor();
    await turnOf(page);
    const [one, other] = await Promise.all([toast, page.locator(part)].map(async (box) => (await box.boundingBox())!));
    assert.ok(one.y + one.height <= other.y || other.y + other.height <= one.y, part);
  };
  await intercept(page, "/books/search*", 500, {});
  await at.visit(`/group/${group.id}?add`);
  await page.getByPlaceholder("Search for books...").fill("plato");
  await page.keyboard.press("Enter");
  await expectApart(".books-search .field");
  await intercept(page, "/friends/**", 500, {});
  await at.visit(`/profile/${grace.id}`);
  await press(page, "Send Friend Request");
  await expectApart("main article");
});

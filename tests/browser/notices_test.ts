import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { member, openWholeBrowser, settle } from "../support/browser.ts";
import { intercept, release } from "../support/screen.ts";
import { browserKeys } from "../support/servers/push_service.ts";
import { until } from "../support/operate.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";
import { noticesServerTexts, noticesTexts, pushServerTexts, pushTexts } from "../../server/contract/notices/texts.ts";

const notices = noticesTexts;
const push = { ...pushTexts, ...pushServerTexts };

const browser = await openWholeBrowser();
Deno.test.afterAll(() => browser.close());

/** Ada and Grace in a group; Grace was mentioned once. */
async function withNotice() {
  await using starting = new AsyncDisposableStack();
  const app = starting.use(await startApp());
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  await app.call("POST", "/notices/read", grace, { all: true });
  let count = 0;
  const mention = () => app.call("POST", `/groups/${group.id}/messages`, ada, { content: `${++count} for @grace` });
  await mention();
  const disposal = starting.move();
  return { app, ada, grace, group, mention, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

const bell = (page: Page) => page.locator("[data-bell]");
const list = (page: Page) => page.getByRole("dialog", { name: notices.title });
const count = (page: Page, unread: number) =>
  bell(page).and(page.getByLabel(unread ? notices.unread(String(unread)) : notices.title, { exact: true })).waitFor();

/** Finds nothing that the standards ask for and a program can tell. */
async function assertAccessible(page: Page): Promise<void> {
  await settle(page);
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
  assert.deepEqual(found, []);
}

Deno.test("the bell opens the latest notices in place, by pointer and by key, and Escape closes them", async () => {
  await using scene = await withNotice();
  for (const colorScheme of ["light", "dark"] as const) {
    await using visitor = await member(browser, scene.app.url, scene.grace, { colorScheme });
    const { page, visit } = visitor;
    await visit("/profile");
    await bell(page).click();
    await list(page).getByRole("link", { name: "Ada mentioned you in Group of ada" }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    await list(page).waitFor({ state: "hidden" });
    await bell(page).focus();
    await page.keyboard.press("Space");
    await list(page).waitFor();
    await page.keyboard.press("Escape");
    assert.ok(await bell(page).evaluate((one) => one === document.activeElement));
  }
});

Deno.test("what Grace marks as read in the bell of one window is read in the other", async () => {
  await using scene = await withNotice();
  const { app, ada, grace, mention } = scene;
  const other = await app.group(ada, grace);
  await using one = await member(browser, app.url, grace);
  await using two = await member(browser, app.url, grace);
  // Neither has the group of the mentions open, which would read them.
  for (const { page, visit } of [one, two]) {
    await visit(`/group/${other.id}`);
    await count(page, 2);
  }
  await mention();
  for (const { page } of [one, two]) await count(page, 3);
  await bell(one.page).click();
  await list(one.page).getByRole("button", { name: notices.markAllRead }).click();
  for (const { page } of [one, two]) await count(page, 0);
  await list(one.page).getByRole("button", { name: notices.markAllRead }).waitFor({ state: "detached" });
});

Deno.test("a notice that comes while Grace reads the list leaves what she reads, and her focus, where they are", async () => {
  await using scene = await withNotice();
  const { app, ada, grace, mention } = scene;
  const other = await app.group(ada, grace);
  for (let n = 0; n < 8; n++) await mention();
  await using visitor = await member(browser, app.url, grace, { viewport: { width: 390, height: 430 } });
  const { page, visit } = visitor;
  await visit(`/group/${other.id}?tab=members`);
  await bell(page).click();
  const read = list(page).locator("[data-notice]").nth(4);
  await read.focus();
  const named = list(page).locator(`[data-notice="${await read.getAttribute("data-notice")}"]`);
  const before = await named.boundingBox();
  assert.ok(await list(page).evaluate((popover) => popover.scrollTop > 0));
  await mention();
  await list(page).locator("[data-notice]").nth(5).and(named).waitFor();
  assert.ok(await named.evaluate((link) => link === document.activeElement));
  assert.equal(Math.round((await named.boundingBox())!.y), Math.round(before!.y));
});

Deno.test("on the page of notices one is marked as read by its button or by following it", async () => {
  await using scene = await withNotice();
  const { app, grace, group, mention } = scene;
  await mention();
  await using visitor = await member(browser, app.url, grace);
  const { page, visit } = visitor;
  await visit("/notices");
  await page.getByRole("button", { name: push.notifyMe }).waitFor();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await assertAccessible(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
  await mention();
  await page.locator("[data-unread]").nth(2).waitFor();
  for (const left of [2, 1]) {
    await page.getByRole("button", { name: new RegExp(`^${noticesServerTexts.markRead}`) }).first().click();
    await count(page, left);
  }
  await page.locator("[data-unread] a").click();
  await page.waitForURL(`**/group/${group.id}?message=1`);
  await visit("/notices");
  await count(page, 0);
});

/** What a browser with a push service would return: the tests' has none. */
function pretendToSubscribe(keys: typeof browserKeys) {
  const subscription = {
    endpoint: "https://push.example.org/browser",
    keys,
  };
  // For the next page too.
  const store = (is: string) => sessionStorage.setItem("subscribed", is);
  const made = {
    endpoint: subscription.endpoint,
    toJSON: () => subscription,
    unsubscribe: () => Promise.resolve(store("")),
  };
  PushManager.prototype.subscribe = () => {
    store("yes");
    return Promise.resolve(made) as unknown as Promise<PushSubscription>;
  };
  PushManager.prototype.getSubscription = () => {
    const current = sessionStorage.getItem("subscribed") ? made : null;
    return Promise.resolve(current) as unknown as Promise<PushSubscription | null>;
  };
}

Deno.test("only a click on Notify me asks, subscribes this browser, and another click ends it", async () => {
  await using scene = await withNotice();
  const { app, grace } = scene;
  await using visitor = await member(browser, app.url, grace, { serviceWorkers: "allow" });
  const { page, visit, context, toast } = visitor;
  await context.grantPermissions(["notifications"]);
  await page.addInitScript(pretendToSubscribe, browserKeys);
  const subscribed = async () =>
    (await app.deps.db.q.all<{ n: number }>("select 1 as n from push_subscriptions")).length;
  await visit("/notices");
  await page.getByRole("button", { name: push.notifyMe }).waitFor();
  assert.equal(await subscribed(), 0);
  await page.getByRole("button", { name: push.notifyMe }).click();
  await toast(push.subscribed);
  assert.equal(await subscribed(), 1);
  assert.equal(await page.evaluate((key) => localStorage.getItem(key), storageKeys.pushViewer), grace.id);
  // It is on, even if that cannot be sent to the server once more.
  await intercept(page, "/push", 429, { message: "Too many requests" });
  await page.reload();
  await page.getByRole("button", { name: push.stop }).waitFor();
  await release(page, "/push");
  await page.getByRole("button", { name: push.stop }).click();
  await toast(push.unsubscribed);
  assert.equal(await subscribed(), 0);
});

Deno.test("a push is shown by the service worker, closed once its notice is read, and read once it is followed", async () => {
  await using scene = await withNotice();
  const { app, grace, mention } = scene;
  await using visitor = await member(browser, app.url, grace, { serviceWorkers: "allow" });
  const { page, visit, context } = visitor;
  await context.grantPermissions(["notifications"]);
  await visit("/notices");
  // That of the page: another would be replaced by it at any time.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  const cdp = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [one] }) => one && resolve(one.registrationId));
  });
  await cdp.send("ServiceWorker.enable");
  const latest = async () => {
    const { notices: [{ id, text, url }], unread } = (await app.call("GET", "/notices", grace)).body;
    return { text, unread, data: JSON.stringify({ title: "Leeds", tag: id, id, text, url }) };
  };
  const { text, data } = await latest();
  const registrationId = await found;
  const [worker] = context.serviceWorkers();
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, body }) => [title, body]);
    });
  // A window of the site keeps a push from being shown, and the worker still lists it for a moment after it has left.
  const windows = () =>
    worker.evaluate(async () => {
      const { clients } = globalThis as unknown as { clients: { matchAll(options: object): Promise<unknown[]> } };
      return (await clients.matchAll({ type: "window", includeUncontrolled: true })).length;
    });
  const push = async (data: string) => {
    await page.goto("about:blank");
    await until(async () => (await windows()) === 0);
    await cdp.send("ServiceWorker.deliverPushMessage", { origin: app.url, registrationId, data });
  };
  await push(data);
  await until(async () => (await shown()).length > 0);
  assert.deepEqual(await shown(), [["Leeds", text]]);
  await visit("/notices");
  await page.getByRole("button", { name: notices.markAllRead }).click();
  await until(async () => (await shown()).length === 0);

  await mention();
  const next = await latest();
  assert.equal(next.unread, 1);
  await push(next.data);
  await until(async () => (await shown()).length > 0);
  await worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} }));
  });
  await until(async () => (await latest()).unread === 0);
  await visit("/notices");
  await page.getByText(text).first().waitFor();
  assert.equal(await page.getByText(noticesServerTexts.marked).count(), 0);
});

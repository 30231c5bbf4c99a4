import assert from "node:assert/strict";
import { mails } from "../../db/schema.ts";
import { startApp } from "../support/app.ts";
import { member, openBrowser, type Visitor, visitor } from "../support/browser.ts";
import { logIn, pathOf, press } from "../support/screen.ts";

const time = { now: Date.now() };
const app = await startApp({ env: { OPERATORS: "olga@example.org" }, clock: () => time.now });
const browser = await openBrowser();
Deno.test.afterAll(async () => {
  await browser.close();
  await app[Symbol.asyncDispose]();
});

/** Waits until a window on a group's chat is signed out. */
const signedOut = ({ page }: Visitor) => page.waitForURL("**/login?**");

Deno.test("Olga finds an account, disables and enables it, logs it out and deletes it, and all is in the log", async () => {
  const [olga, ada, them] = await Promise.all(["Olga", "Ada", "Mallory"].map(app.person));
  const { id } = await app.group(ada, them);
  await using theirs = await member(browser, app.url, them);
  const open = async () => {
    await theirs.page.waitForURL(`**/group/${id}`);
    await theirs.page.locator("[data-connection=joined]").waitFor({ state: "attached" });
  };
  await theirs.visit(`/group/${id}`);
  await open();

  await using operator = await member(browser, app.url, olga);
  const { page } = operator;
  const find = async () => {
    await operator.visit("/operator");
    const main = page.locator("main");
    await main.getByLabel("Name, username or address").fill(them.email.slice(0, -4));
    await main.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/operator/people?query=*");
  };
  const openActs = () => press(page, `Actions: ${them.email}`);
  const act = async (name: string, says: string) => {
    await find();
    await openActs();
    await press(page, `${name}: ${them.email}`);
    await operator.toast(says);
  };
  await act("Disable", "The account is disabled");
  await signedOut(theirs);
  await logIn(theirs, them.email);
  await theirs.page.getByText("This account is disabled.").first().waitFor();
  await act("Enable", "The account is enabled");
  await theirs.visit(`/login?next=/group/${id}`);
  await logIn(theirs, them.email);
  await open();
  await act("Log out everywhere", "All sessions of the account have ended");
  await signedOut(theirs);

  await find();
  await openActs();
  await page.getByRole("link", { name: `Delete account: ${them.email}` }).click();
  await page.getByText(`Delete the account of Mallory (${them.email})?`).waitFor();
  await press(page, "Delete account");
  await operator.toast("The account is deleted");
  await find();
  await page.getByText("Nobody is found by").waitFor();
  await logIn(theirs, them.email);
  await theirs.page.getByText("No account found with this email address.").first().waitFor();
  await page.getByRole("link", { name: "Audit log" }).click();
  const logged = page.getByRole("listitem").filter({ hasText: them.email });
  await logged.first().waitFor();
  assert.deepEqual(await logged.locator("strong").allInnerTexts(), [
    "Account deleted",
    "Logged out everywhere",
    "Account enabled",
    "Account disabled",
  ]);
});

Deno.test("what Olga announces is on top of everybody's pages until it ends or is taken down", async () => {
  const [olga, grace] = [await app.person("Olga"), await app.person("Grace")];
  await using operator = await member(browser, app.url, olga);
  await using reader = await member(browser, app.url, grace);
  await using guest = await visitor(browser, app.url);
  const announce = async (text: string) => {
    await operator.visit("/operator/announcement");
    await operator.page.getByLabel("Text").fill(text);
    await operator.page.getByLabel("How long it is shown").selectOption("An hour");
    await press(operator.page, "Announce");
    await operator.toast("The announcement is shown");
    const toast = (await operator.page.locator(".toast").boundingBox())!;
    for (const above of await operator.page.locator(".site-header, .announcement, .tabs").all()) {
      const { y, height } = (await above.boundingBox())!;
      assert.ok(toast.y >= y + height, "the toast is below the head, the announcement and the tabs");
    }
  };
  const isShown = async (text: string) => {
    const shown = [];
    for (const [window, path] of [[reader, "/dashboard"], [guest, "/login"]] as const) {
      await window.visit(path);
      shown.push(
        await window.page.getByRole("complementary", { name: "Announcement" }).filter({ hasText: text }).count(),
      );
    }
    return shown;
  };
  await announce("Closed on Sunday");
  assert.deepEqual(await isShown("Closed on Sunday"), [1, 1]);
  const tops = await Promise.all(
    ["header", ".announcement", "main"].map(async (part) => (await guest.page.locator(part).boundingBox())!.y),
  );
  assert.deepEqual(tops, tops.toSorted((one, other) => one - other));
  const closed = reader.page.waitForResponse("**/announcement/close*");
  await press(reader.page, "Close the announcement");
  await (await closed).finished();
  await reader.page.locator(".announcement").waitFor({ state: "detached" });
  assert.equal(pathOf(reader.page), "/dashboard");
  assert.deepEqual(await isShown("Closed on Sunday"), [0, 1], "for Grace, who has closed it");
  time.now += 3600_001;
  assert.deepEqual(await isShown("Closed"), [0, 0]);
  await announce("Closed on Monday");
  assert.deepEqual(await isShown("Closed on Monday"), [1, 1]);
  await press(operator.page, "Take it down");
  await operator.toast("The announcement is taken down");
  assert.deepEqual(await isShown("Closed"), [0, 0]);
});

Deno.test("Olga drops an email that was given up, and sees the numbers drawn; to Ada there is nothing of it", async () => {
  const [olga, ada] = [await app.person("Olga"), await app.person("Ada")];
  const { db } = app.deps;
  const to = "mallory@elsewhere.example";
  const mail = { id: to, recipient: to, subject: "Hello", text: "secret", html: "secret", createdAt: 1 };
  await db.write([db.q.insert(mails).values({ ...mail, attempts: 21, failedAt: time.now })]);
  await using operator = await member(browser, app.url, olga);
  const { page } = operator;
  await operator.visit("/dashboard");
  await page.getByRole("link", { name: "Admin" }).click();
  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await page.getByText("21 tries, given up").waitFor();
  await press(page, `Drop: ${to}`);
  await operator.toast("The email is dropped");
  assert.equal(await page.getByText(to).count(), 0);
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.getByRole("img", { name: "People active" }).first().waitFor();
  assert.equal(await page.locator("figure").count(), 6);
  await page.locator("details > summary", { hasText: "Day by day" }).click();
  await page.getByRole("table", { name: "The last 30 days" }).waitFor();

  await using outsider = await member(browser, app.url, ada);
  await outsider.visit("/operator/people");
  assert.equal(pathOf(outsider.page), "/dashboard");
  assert.equal(await outsider.page.getByRole("link", { name: "Admin" }).count(), 0);
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
    await operator.toast("The report is decided");
  };
  const reported = desk.getByRole("article", { name: /^A message/ });
  await reported.getByText("The messages around it").click();
  await reported.getByText("Before it").waitFor();
  await decide(/^A message/, "Remove it", "Thanks");
  await decide(/^A profile/, "Nothing wrong", "Sorry");
  await decide(/^A group/, "Nothing wrong", "Alas");
  await desk.getByText("No reports wait for you.").waitFor();
  await desk.getByRole("link", { name: "Decided" }).click();
  await reported.getByText(/^Decided (today|yesterday): it was removed\.$/).waitFor();
  await reported.getByText("Thanks").waitFor();

  await reader.visit("/notices");
  await page.getByText("Your report was looked at: it was removed. Thanks").waitFor();
  await page.getByText("Your report was looked at: nothing was changed. Sorry").waitFor();
  await using author = await member(browser, app.url, ada);
  await author.visit(`/group/${id}`);
  await author.page.getByText("Before it").first().waitFor();
  assert.equal(await author.page.getByText("Vile").count(), 0);
});

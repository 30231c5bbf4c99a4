import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { startSmtp } from "../support/servers/smtp.ts";
import { openBrowser, type Visitor, visitor } from "../support/browser.ts";

const password = "Correct-horse-1";

for (const javaScriptEnabled of [true, false]) {
  const manner = javaScriptEnabled ? "live in two browsers" : "in two browsers without JavaScript";
  Deno.test(`Ada and Grace register, verify by mail, log in and talk ${manner}`, async () => {
    await using post = await startSmtp();
    await using app = await startApp({ env: { MAIL_URL: post.url } });
    await using browser = await openBrowser();
    // With the motion that most people see, where a script may trip over it.
    const options = { javaScriptEnabled, reducedMotion: javaScriptEnabled ? "no-preference" : "reduce" } as const;
    const [ada, grace] = [await visitor(browser, app.url, options), await visitor(browser, app.url, options)];
    await register(ada, "Ada Lovelace", "ada@example.org");
    await register(grace, "Grace Hopper", "grace@example.org");
    for (const [who, email] of [[ada, "ada@example.org"], [grace, "grace@example.org"]] as const) {
      const { text } = await post.next(({ to }) => to.includes(email));
      await verify(who, /https?:\/\/[^/]+(\/verify-email\S+)/.exec(text)![1], { pressing: !javaScriptEnabled });
      await logIn(who, email);
    }

    await makeGroup(ada, "Analytical Engine");
    await ada.page.getByRole("link", { name: "Analytical Engine" }).click();
    await addMember(ada, "grace");

    await grace.visit("/dashboard");
    await grace.page.getByRole("link", { name: "Analytical Engine" }).click();
    await ada.page.getByRole("link", { name: "Chat" }).click();
    await Promise.all([ada.alive(), grace.alive()]);
    await say(ada, "Hello Grace, have you read note G?");
    if (!javaScriptEnabled) await grace.page.reload();
    await grace.page.getByText("have you read note G?").waitFor();
    await say(grace, "Twice. See https://example.org/g <b>now</b>");
    if (!javaScriptEnabled) await ada.page.reload();
    await ada.page.getByText("<b>now</b>").waitFor();
    await ada.page.getByRole("link", { name: "https://example.org/g" }).waitFor();

    await ada.page.getByRole("button", { name: "Logout" }).click();
    await ada.page.waitForURL("**/login");
    assert.deepEqual([...ada.complaints, ...grace.complaints], []);
  });
}

async function register({ page, visit }: Visitor, name: string, email: string) {
  await visit("/");
  await page.getByRole("link", { name: "Get Started" }).click();
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByText("Registration successful!").waitFor();
}

/** With script the page does it by itself. */
async function verify({ page }: Visitor, link: string, { pressing }: { pressing: boolean }) {
  await page.goto(link);
  if (pressing) await page.getByRole("button", { name: "Verify email" }).click();
  await page.getByText("Email verified successfully!").waitFor();
  await page.getByRole("link", { name: "Go to Login" }).click();
}

async function logIn({ page, alive }: Visitor, email: string) {
  await page.waitForURL("**/login");
  await alive();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/dashboard");
  await alive();
}

async function makeGroup({ page, toast }: Visitor, name: string) {
  await page.getByText("No groups found. Create a new group to get started!").waitFor();
  await page.getByText("Create New Group").click();
  await page.getByLabel("Group name").fill(name);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await toast("Group created successfully");
}

async function addMember({ page, toast, alive }: Visitor, username: string) {
  await page.getByRole("link", { name: "Members" }).click();
  await page.waitForURL("**tab=members");
  await alive();
  await page.getByText("Add New Member").first().click();
  await page.getByLabel("Username").fill(username);
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await page.getByRole("button", { name: "Add to Group" }).click();
  await toast("Member added successfully");
  for (const name of ["Add New Member", "Members"]) {
    const close = page.getByRole("dialog", { name }).getByRole("button", { name: "Close" });
    if (await close.isVisible()) await close.click();
  }
}

async function say({ page }: Visitor, text: string) {
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

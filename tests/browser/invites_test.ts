import assert from "node:assert/strict";
import { pngUrl } from "../media/pictures.ts";
import { type Person, startApp } from "../support/app.ts";
import { member, openBrowser, type Visitor, visitor } from "../support/browser.ts";
import { alert, logIn, pathOf, press, register, section } from "../support/screen.ts";
import { startSmtp } from "../support/smtp.ts";

const time = { now: Date.now() };
const smtp = await startSmtp();
const app = await startApp({ env: { MAIL_URL: smtp.url }, clock: () => time.now });
const browser = await openBrowser();
Deno.test.afterAll(async () => {
  await browser.close();
  await app[Symbol.asyncDispose]();
  await smtp.stop();
});

/** Ada's group. */
async function found() {
  const ada = await app.person("Ada");
  const { id, groupName } = await app.group(ada);
  await app.call("PUT", `/groups/${id}`, ada, { description: "How they weave", image: await pngUrl("#557766") });
  return { ada, id, groupName, here: `/group/${id}` };
}

/** Makes an invite link on *About this group*. @returns its path */
async function makeLink({ page, visit }: Visitor, groupId: string, people = ""): Promise<string> {
  await visit(`/group/${groupId}/about`);
  const links = section(page, "Invite links");
  await links.getByLabel("For how many people").fill(people);
  await press(page, "Make a link");
  await page.getByRole("img", { name: "QR code of the link" }).waitFor();
  return new URL((await page.locator("main").getByRole("link").first().innerText()).trim()).pathname;
}

/** The path of the link in the next mail to an address. */
async function mailedLink(to: string): Promise<string> {
  const { text } = await smtp.next((mail) => mail.to === to);
  return /https?:\/\/[^/]+(\/\S+)/.exec(text)![1];
}

Deno.test("by Ada's link for two, two visitors register, verify here and in another browser, and are in", async () => {
  const { ada, id, groupName, here } = await found();
  await using adas = await member(browser, app.url, ada);
  const link = await makeLink(adas, id, "2");
  const copy = adas.page.getByRole("button", { name: "Copy link" });
  await adas.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await copy.click();
  await adas.toast("Copied");
  assert.ok((await adas.page.evaluate(() => navigator.clipboard.readText())).endsWith(link));
  for (const [n, name] of ["Nora", "Lise"].entries()) {
    await using one = await visitor(browser, app.url);
    await using another = await visitor(browser, app.url);
    const { page } = one;
    await one.visit(link);
    await page.getByRole("heading", { level: 1, name: groupName }).waitFor();
    await page.getByText("How they weave").waitFor();
    await page.getByText(n === 0 ? "1 member" : "2 members", { exact: true }).waitFor();
    await page.getByText("Ada invites you to join.").waitFor();
    await page.locator("main img").waitFor();
    await press(page, "Join: I'm new here");
    await register(one, name);
    await page.getByText("Registration successful!").waitFor();
    const verifying = n === 0 ? one : another;
    await verifying.page.goto(await mailedLink(`${name.toLowerCase()}@example.org`));
    await verifying.page.getByText("Email verified successfully!").waitFor();
    await verifying.page.getByRole("link", { name: "Go to Login" }).click();
    await logIn(verifying, `${name.toLowerCase()}@example.org`);
    await verifying.page.waitForURL(`**${here}`);
    await adas.visit(`${here}/about`);
    // Who made it sees it as long as it lets somebody in.
    assert.equal(await section(adas.page, "Invite links").getByText("1 of 2 joined by it").count(), 1 - n);
  }
  await using late = await visitor(browser, app.url);
  await late.visit(link);
  await alert(late.page, "This invite link has been used as often as it may be. Please ask for a new one.");
  await section(adas.page, "Members").getByText("Lise").waitFor();
});

Deno.test("Grace, who has an account, logs in at Ada's link and comes back into the group, and goes there at once the next time", async () => {
  const { ada, id, groupName, here } = await found();
  const [grace, mallory] = [await app.person("Grace"), await app.person("Mallory")];
  await using adas = await member(browser, app.url, ada);
  const link = await makeLink(adas, id);
  await using opened = await visitor(browser, app.url);
  await opened.visit(link);
  await press(opened.page, "Join: I have an account");
  await logIn(opened, grace.email);
  await opened.page.waitForURL(`**${here}`);
  await opened.toast(`You are in ${groupName} now`);
  await opened.visit(link);
  assert.equal(pathOf(opened.page), here);
  // Who only opens it is asked first.
  await using other = await member(browser, app.url, mallory);
  await other.visit(link);
  assert.equal((await app.call("GET", `/groups/${id}`, mallory)).status, 404);
  await press(other.page, "Join");
  await other.page.waitForURL(`**${here}`);
});

Deno.test("Ada pastes addresses; one says yes, one no, one never, and one without an account registers", async () => {
  const { ada, groupName, here } = await found();
  const people = await Promise.all(["Grace", "Linus", "Mallory"].map(app.person));
  const address = "maria@example.org";
  await using adas = await member(browser, app.url, ada);
  const invite = async (pasted: string) => {
    await adas.visit(`${here}/about`);
    await section(adas.page, "Invite by email").getByLabel("Email addresses").fill(pasted);
    await press(adas.page, "Invite");
  };
  await invite("grace@example.org; linus@nowhere");
  await adas.page.getByText("This is not an email address: linus@nowhere").first().waitFor();
  assert.match(await adas.page.getByLabel("Email addresses").inputValue(), /linus@nowhere/);
  await invite(
    `"Grace Hopper" <grace@example.org>; mailto:LINUS@example.org,mallory@example.org\n${address} ada@example.org`,
  );
  await adas.toast("4 invited, 1 already in the group");
  await section(adas.page, "Invite by email").getByText(address).waitFor();

  const answer = async (person: Person, word: string, after: string, says: string) => {
    await using opened = await member(browser, app.url, person);
    await opened.visit("/dashboard");
    await section(opened.page, "Invitations").getByText("Ada invites you to join. 1 member.").waitFor();
    await press(opened.page, `${word}: ${groupName}`);
    await opened.page.waitForURL(`**${after}`);
    await opened.toast(says);
  };
  const [grace, linus, mallory] = people;
  await answer(linus, "Decline", "/dashboard", "You have declined the invitation");
  await answer(mallory, "Never from this group", "/dashboard", "You have declined, and will not be invited");
  await answer(grace, "Join", here, `You are in ${groupName} now`);
  await invite("linus@example.org mallory@example.org");
  await adas.toast("2 invited");
  await press(adas.page, `Withdraw: ${linus.email}`);
  await adas.toast("The invitation is withdrawn");

  await using opened = await visitor(browser, app.url);
  const link = await mailedLink(address);
  await opened.visit(link);
  await press(opened.page, "Join: I'm new here");
  await register(opened, "Maria");
  // The mail has proven the address.
  await opened.page.waitForURL(`**${here}`);
  await using again = await visitor(browser, app.url);
  await again.visit(link);
  await alert(again.page, "This invitation does not exist any more.");
});

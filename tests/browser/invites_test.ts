import assert from "node:assert/strict";
import { pngUrl } from "../media/pictures.ts";
import { type Person, startApp } from "../support/app.ts";
import { member, openBrowser, type Visitor, visitor } from "../support/browser.ts";
import { alert, logIn, pathOf, press, register, section } from "../support/screen.ts";
import { startSmtp } from "../support/servers/smtp.ts";

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

/** Makes an invitation from the group's head. @returns the path of its link */
async function makeLink({ page, visit }: Visitor, groupId: string, people = ""): Promise<string> {
  await visit(`/group/${groupId}`);
  await page.getByRole("link", { name: "Invite", exact: true }).click();
  await page.getByText("Expiry and number of people").click();
  await page.getByLabel("For how many people").fill(people);
  await press(page, "Make an invitation");
  await page.getByRole("img", { name: "QR code of the link" }).waitFor();
  return new URL(await page.getByLabel("Or send the link").inputValue()).pathname;
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
    await page.getByText(`You are joining ${groupName}.`).waitFor();
    const verifying = n === 0 ? one : another;
    await verifying.page.goto(await mailedLink(`${name.toLowerCase()}@example.org`));
    if (n === 0) await one.toast(`Welcome to ${groupName}`);
    else {
      await verifying.page.getByText("Email verified successfully!").waitFor();
      await verifying.page.getByRole("link", { name: "Go to Login" }).click();
      await logIn(verifying, `${name.toLowerCase()}@example.org`);
    }
    await verifying.page.waitForURL(`**${here}`);
    await adas.visit(`${here}/invite`);
    // It is there as long as it lets somebody in.
    assert.equal(await section(adas.page, "Codes and links").getByText("1 of 2 joined").count(), 1 - n);
  }
  await using late = await visitor(browser, app.url);
  await late.visit(link);
  await alert(late.page, "This invite link has been used as often as it may be. Please ask for a new one.");
  await adas.visit(`${here}/about`);
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
    await adas.visit(`${here}/invite`);
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

Deno.test("Grace types a code read aloud, on a phone, and is in; Ada's phone offers to share the link, and to print it", async () => {
  const { ada, id, groupName, here } = await found();
  const grace = await app.person("Grace");
  await using adas = await member(browser, app.url, ada, { viewport: { width: 360, height: 740 } });
  await adas.context.addInitScript(() => {
    const shared = (data: ShareData) => Promise.resolve(void (document.title = JSON.stringify(data)));
    Object.assign(navigator, { canShare: () => true, share: shared });
    globalThis.print = () => void (document.title = "printed");
  });
  const code = (await makeLink(adas, id)).slice("/join/".length);
  await press(adas.page, "Share");
  assert.deepEqual(JSON.parse(await adas.page.title()), {
    title: `Join ${groupName}`,
    url: `${app.deps.config.publicUrl}/join/${code}`,
  });
  await press(adas.page, "Print");
  assert.equal(await adas.page.title(), "printed");
  await using graces = await member(browser, app.url, grace, { viewport: { width: 360, height: 740 } });
  await graces.visit("/join");
  await graces.page.keyboard.type(`${code.slice(0, 3).toLowerCase()} ${code.slice(3).toLowerCase()}`);
  await graces.page.keyboard.press("Enter");
  await press(graces.page, "Join");
  await graces.page.waitForURL(`**${here}`);
});

import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { member, openBrowser, visitor } from "../support/browser.ts";
import { hold, press, stopClock } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

Deno.test("the stored token goes with every call, and none goes where none is stored", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  await using ada = await member(browser, app.url, person);
  const sent = ada.page.waitForRequest("**/api/groups");
  await ada.visit("/dashboard?create");
  await ada.page.getByLabel("Group name").fill("Engine");
  await press(ada.page, "Create");
  const { authorization, "content-type": type } = await (await sent).allHeaders();
  assert.equal(authorization, `Bearer ${person.token}`);
  assert.match(type, /^application\/json/);

  await using mallory = await visitor(browser, app.url);
  await mallory.visit("/register");
  const asked = mallory.page.waitForRequest("**/api/users/check-email");
  await mallory.page.getByLabel("Email").fill("mallory@example.org");
  assert.equal((await (await asked).allHeaders()).authorization, undefined);
});

Deno.test("a call waits for its answer however long that takes", async () => {
  await using app = await startApp();
  const { password } = await app.person("Ada");
  await using ada = await visitor(browser, app.url);
  const { page } = ada;
  await page.clock.install();
  await ada.visit("/login");
  const pass = await stopClock(page);
  const answer = await hold(page, "/auth/login");
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Login");
  await pass(3600_000);
  await page.getByRole("button", { name: "Signing in..." }).waitFor();
  answer();
  await page.getByText("Login successful!").waitFor();
});

Deno.test("a message that is refused without a text shows that it failed, and goes back to the input", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  const group = await app.group(person);
  await using ada = await member(browser, app.url, person);
  const { page } = ada;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    // An acknowledgement is 43, its number, and what it says; an event is 42. Nobody hears of the message.
    server.onMessage((data) => {
      const refused = String(data).replace(/^(43\d+)\[\{"success":true,"message".*$/s, '$1[{"success":false}]');
      if (!refused.startsWith('42["message",')) socket.send(refused);
    });
  });
  await ada.visit(`/group/${group.id}`);
  const input = page.getByLabel("Message", { exact: true });
  await page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>(".composer textarea")!.disabled);
  await input.fill("Is anybody there?");
  await press(page, "Send");
  await ada.toast("Failed to send message");
  assert.equal(await input.inputValue(), "Is anybody there?");
});

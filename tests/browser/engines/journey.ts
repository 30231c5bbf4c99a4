/** What every supported engine is held to: the main journey, without a server, and after a script has failed. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { folder } from "../../support/operate.ts";
import { reservePort } from "../../support/ports.ts";
import { copyTemplate } from "../../support/template.ts";
import { type Driver, eventually, password, Window } from "./window.ts";
import { storageKeys } from "../../../server/contract/site/limits.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { transportTexts } from "../../../server/contract/site/texts.ts";

interface Engine {
  name: string;
  isInstalled: boolean;
  /** As `navigator` has it. */
  language: string;
  open(): Promise<Driver>;
}

/** Adds the tests of an engine, which are ignored where it is not installed. */
export function testEngine({ name, isInstalled, language, open }: Engine): void {
  if (!isInstalled) console.error(`${name} is not installed: its tests are ignored.`);
  let driver: Promise<Driver> | undefined;
  Deno.test.afterAll(async () => await (await driver)?.[Symbol.asyncDispose]());
  const test = (what: string, fn: (window: Window) => Promise<void>) =>
    Deno.test(
      `${name}: ${what}`,
      { ignore: !isInstalled },
      async () => await fn(new Window(await (driver ??= open()))),
    );
  test("Ada registers, makes a group, talks with Grace, turns a page and writes a note", async (window) => {
    assert.equal(await window.evaluate(() => navigator.language), language);
    await goThrough(window);
  });
  test("without a server what was stored is shown with its styles, and leaves once it answers", loseServer);
  test("a script that fails can be loaded again, and what was typed stays", failScript);
}

async function goThrough(window: Window): Promise<void> {
  await using app = await startApp();
  await register(window, app);
  await logIn(window, app);
  await window.press("Create New Group");
  await window.fill("Group name", "Engine");
  await window.press("Create");
  await window.shows("Group created successfully");
  assert.ok(await window.evaluate(gapAboveCard) < 1);
  await window.follow("Engine");
  await window.arrives("/group/");

  const token = await window.evaluate((key) => localStorage.getItem(key)!, storageKeys.token);
  const [ada, grace] = [{ token }, await app.person("Grace")];
  const groupId = await window.evaluate(() => location.pathname.split("/")[2]);
  await app.call("POST", `/groups/${groupId}/members`, ada, { userId: grace.id });
  await talk(window, app, { grace, groupId });
  const { body } = await app.call("POST", `/books/groups/${groupId}/books`, grace, { title: "Sketch", pageCount: 66 });
  await window.visit(`${app.url}/group/${groupId}?book=${body.book.id}&page=4`);
  await read(window, app, { ada, groupId, bookId: body.book.id });
}

async function register(window: Window, { url, links }: TestApp): Promise<void> {
  await window.visit(`${url}/register`);
  await window.fill("Full name", "Ada Lovelace");
  await window.fill("Email", "ada@example.org");
  for (const label of ["Password", "Confirm password"]) await window.fill(label, password);
  // It moves the button down, away from where it would be pressed.
  await window.shows("This email address is available.");
  await window.press("Register");
  await window.shows("Registration successful!");
  const [link] = await links("ada@example.org");
  await window.visit(url + link);
  await window.shows("Email verified successfully!");
  // A driver takes the end of a page that is still loading for that of the next.
  await window.alive();
}

async function logIn(window: Window, { url }: TestApp): Promise<void> {
  await window.visit(`${url}/login`);
  const email = await window.evaluate(() => document.querySelector<HTMLInputElement>("form .input")!.value);
  assert.equal(email, "ada@example.org", "the address that was just verified");
  await window.fill("Password", password);
  await window.press("Login");
  await window.arrives("/dashboard");
}

/** Ada says more than fits in a line, and Grace's answer comes by itself. */
async function talk(
  window: Window,
  { call }: TestApp,
  { grace, groupId }: { grace: Person; groupId: string },
): Promise<void> {
  const messages = `/groups/${groupId}/messages`;
  const said = `Hello Grace, ${"have you read note G? ".repeat(12)}`.trim();
  const height = await window.evaluate(composerHeight);
  await window.fill("Message", said);
  await eventually(async () => await window.evaluate(composerHeight) > height, "a higher composer");
  await window.press("Send");
  await eventually(async () => {
    const { body } = await call("GET", messages, grace);
    return body.messages.some(({ content }: { content: string }) => content === said);
  }, "Ada's message");
  await window.shows("have you read note G?");
  await call("POST", messages, grace, { content: "Twice, and the notes to it" });
  await window.shows("Twice, and the notes to it");
}

/** Ada turns the page and writes a note at it. */
async function read(
  window: Window,
  { call }: TestApp,
  { ada, groupId, bookId }: { ada: Pick<Person, "token">; groupId: string; bookId: string },
): Promise<void> {
  await window.press("Next");
  // What the answer to it draws may move what is pressed next.
  await eventually(async () => {
    const { body: { books: [{ progress: [mine] }] } } = await call("GET", `/books/groups/${groupId}/books`, ada);
    return mine?.currentPage === 5;
  }, "the turned page");
  await window.fill("Notes for page 5", "Where the cards are explained");
  // It moves the button, away from where it would be pressed.
  await window.shows("stored in this browser");
  await window.press("Save Notes");
  // What says so is gone again before a slow driver looks.
  await eventually(async () => {
    const { body } = await call("GET", `/books/${bookId}/notes/5`, ada);
    return body?.content === "Where the cards are explained";
  }, "the saved note");
}

async function loseServer(window: Window): Promise<void> {
  await using data = await folder();
  const settings = { folder: data.path, env: { PORT: String(reservePort()) } };
  await copyTemplate("started", `${data.path}/test.db`);
  const app = await startApp(settings);
  await using _ = app;
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "Read this on the train" });
  // Where no page has been: its files are loaded before there is a service worker.
  await window.goto(app.url + sitePaths.robots);
  await window.evaluate(startSession, password);
  const here = groupPaths.group(group.id);
  await window.visit(app.url + here);
  await window.until(() => navigator.serviceWorker.controller?.state === "activated");
  await window.visit(app.url + here);
  await window.until(async (here) => await caches.match(here) !== undefined, here);
  await window.until(storesFiles);

  await app.stop();
  await window.goto(app.url + here);
  await window.shows("You are offline. This is how it was at ");
  await window.shows("Read this on the train");
  assert.deepEqual(await window.evaluate(emptySheets), []);
  await window.goto(`${app.url}/profile`);
  await window.shows("No connection");
  assert.deepEqual(await window.evaluate(emptySheets), []);

  await using again = await startApp(settings);
  await window.shows("ada@example.org");
  assert.equal(again.url, app.url);
}

async function failScript(window: Window): Promise<void> {
  await using app = await startApp();
  await using line = await openLine(app);
  line.refuses = /^\/assets\/small-/;
  await window.goto(`${line.url}/login`);
  await window.until(hasNewNotice, transportTexts.chunkTimeout);
  await window.fill("Email", "ada@example.org");
  await window.press("Try again");
  await window.until(hasNewNotice, transportTexts.chunkTimeout);
  line.refuses = undefined;
  await window.evaluate(() => document.documentElement.dataset.first = "");
  await window.press("Try again");
  await window.alive();
  assert.ok(await window.evaluate(() => "first" in document.documentElement.dataset), "reloaded");
  assert.equal(
    await window.evaluate(() => document.querySelector<HTMLInputElement>("[name=email]")!.value),
    "ada@example.org",
  );
}

/** A line to the service on which requests can fail. */
async function openLine({ url }: TestApp) {
  const { port } = new URL(url);
  const line = { url: "", refuses: undefined as RegExp | undefined };
  const server = createServer(({ url: path, method, headers, socket }, response) => {
    if (line.refuses?.test(path!)) return socket.destroy();
    sendRequest({ host: "127.0.0.1", port, method, path, headers, agent: false })
      .on("response", (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)))
      .on("error", () => response.destroy())
      .end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  line.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return Object.assign(line, {
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
}

const startSession = async (password: string) => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ email: "ada@example.org", password });
  return (await fetch("/api/auth/login", { method: "POST", headers, body })).ok;
};

/** In the page, pixels. WebKit gave the first line of a list item a height of its own. */
const gapAboveCard = () => {
  const item = document.querySelector(".cards > li")!;
  return item.firstElementChild!.getBoundingClientRect().top - item.getBoundingClientRect().top;
};

const composerHeight = () => document.querySelector<HTMLElement>("textarea[name=content]")!.offsetHeight;

/** Whether the browser has stored every hashed file that the page names. */
const storesFiles = async () => {
  const named = document.querySelectorAll<HTMLElement>(":is([href], [src]):is([href^='/assets/'], [src^='/assets/'])");
  const paths = [...named].map((element) => element.getAttribute("href") ?? element.getAttribute("src")!);
  const stored = await Promise.all(paths.map((path) => caches.match(path)));
  return stored.every((response) => response !== undefined);
};

/** Whether there is a notice that there was not when this was called before. */
const hasNewNotice = (text: string) => {
  const notices = [...document.querySelectorAll<HTMLElement>("[role=alert]:not([data-seen])")];
  const notice = notices.find(({ innerText }) => innerText.includes(text));
  if (notice) notice.dataset.seen = "";
  return notice !== undefined;
};

/** Sheets that have not come. */
const emptySheets = () =>
  [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")]
    .filter(({ sheet }) => !sheet?.cssRules.length).map(({ href }) => href);

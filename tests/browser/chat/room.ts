/** Windows on Ada's group, for tests of its chat. */
import type { Page } from "playwright";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { markRead } from "../../../db/chat/read_marks.ts";
import { openDb } from "../../../db/engine/client.ts";
import { type Chatroom, engine, type Name, openChatroom } from "../../realtime/chatroom.ts";
import { startApp } from "../../support/app.ts";
import { member, openBrowser, type Visitor } from "../../support/browser.ts";

export const here = `/group/${engine}`;

export interface Window extends Visitor {
  /** Waits until the chat is joined. */
  joined(): Promise<void>;
  /** Writes into the input and presses Enter. */
  send(text: string): Promise<void>;
  /** Waits until the line about the connection has this text. */
  line(text: string | RegExp): Promise<void>;
  input: ReturnType<Visitor["page"]["locator"]>;
  /** The texts of the messages, as they stand. */
  texts(): Promise<string[]>;
}

let browser: ReturnType<typeof openBrowser> | undefined;
export const sharedBrowser = () => browser ??= openBrowser();
globalThis.addEventListener("unload", () => void browser?.then((opened) => opened.close()));

type Place = { url: string; tokens: Record<Name, string> };

/** A window in which someone is signed in; it shows nothing yet. */
export async function windowOf(place: Place, name: Name, options = {}): Promise<Window> {
  const visitor = await member(await sharedBrowser(), place.url, { token: place.tokens[name] }, options);
  const { page } = visitor;
  const input = page.getByLabel("Message", { exact: true });
  return {
    ...visitor,
    input,
    joined: () => page.locator("[data-connection=joined]").waitFor({ state: "attached" }),
    async send(text) {
      await input.fill(text);
      await input.press("Enter");
    },
    line: (text) => page.locator(".connection-line").filter({ hasText: text }).waitFor(),
    texts: () => page.locator(".message:not(.message--pending) .message-text").allInnerTexts(),
  };
}

/** A window on the group's chat, which has been joined. */
export async function enter(place: Place, name: Name, options = {}): Promise<Window> {
  const window = await windowOf(place, name, options);
  await window.visit(here);
  await window.joined();
  return window;
}

/** Puts messages of Ada's into a database file, a minute apart, the last one now. Everybody has read them. */
export async function store(file: string, count: number, from = 1): Promise<void> {
  const db = await openDb({ url: `file:${file}` });
  for (let n = from; n < from + count; n++) {
    const message = {
      id: crypto.randomUUID(),
      groupId: engine,
      userId: "ada",
      content: `message ${n}`,
      clientId: null,
    };
    await insertMessage(db, message, Date.now() - (from + count - 1 - n) * 60_000);
  }
  for (const name of ["ada", "grace"]) await markRead(db, name, { groupId: engine, seq: from + count }, 1);
  await db.close();
}

/** A chatroom whose server can be stopped, and started again at the same address. */
export async function openLasting(env: Record<string, string> = {}) {
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  const room: Chatroom = await openChatroom({ folder, env });
  let { app } = room;
  return {
    url: room.url,
    tokens: room.tokens,
    file: `${folder}/test.db`,
    call: (name: Name, method: string, path: string, body?: unknown) =>
      app.call(method, path, { token: room.tokens[name] }, body),
    get deps() {
      return app.deps;
    },
    stop: () => app.stop(),
    async start() {
      app = await startApp({ folder, env: { ...env, PORT: new URL(room.url).port } });
    },
    async [Symbol.asyncDispose]() {
      await app.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** What writes for later comes some time after the page, with scripts of its own, and no more without a server. */
export async function canWriteOffline(page: Page): Promise<void> {
  const loaded = await page.waitForFunction(() =>
    performance.getEntriesByType("resource").find(({ name }) => name.includes("/OfflineComposer-"))?.name
  );
  await loaded.evaluate((script) => import(script!).then(() => undefined));
}

export const messageWith = ({ page }: Window, text: string) =>
  page.locator(".message").filter({ has: page.locator(".message-text").filter({ hasText: text }) });

/** Opens the menu of a message with the mouse, and presses a button in it. */
export async function act(window: Window, text: string, button: string): Promise<void> {
  await messageWith(window, text).hover();
  await window.page.getByRole("button", { name: "More actions" }).click();
  await window.page.locator(".message-menu").getByRole("button", { name: button, exact: true }).click();
}

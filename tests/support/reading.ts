/** A group that reads a book, and windows on it. */
import type { BrowserContextOptions, Page } from "playwright";
import { type Person, startApp, type TestApp } from "./app.ts";
import { member, openBrowser, type Visitor } from "./browser.ts";

export const middlemarch = {
  title: "Middlemarch",
  author: "George Eliot",
  pageCount: 904,
  googleBooksId: "zyTCAlFPjgYC",
};

/** Ada's group with Grace in it and a book of 904 pages that has a preview. `await using` of its app ends it. */
export async function readingGroup() {
  const app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const books = `/books/groups/${group.id}/books`;
  const { body } = await app.call("POST", books, ada, middlemarch);
  const here = `/group/${group.id}`;
  return { app, ada, grace, group, books, book: body.book, here, open: `${here}?book=${body.book.id}` };
}

const browser = openBrowser();
globalThis.addEventListener("unload", () => void browser.then((browser) => browser.close()));

/** Signs someone in, in a new window. */
export const windowOf = async (
  app: Pick<TestApp, "url">,
  person: Person,
  options?: BrowserContextOptions,
): Promise<Visitor> => await member(await browser, app.url, person, options);

/** A group that reads, and a window of Ada's. `await using` closes both. */
export async function adaReading(options?: BrowserContextOptions) {
  await using starting = new AsyncDisposableStack();
  const group = await readingGroup();
  starting.use(group.app);
  const window = starting.use(await windowOf(group.app, group.ada, options));
  const disposal = starting.move();
  return { ...group, ...window, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

/** Turns pages of the open book by key, from anywhere but a field. */
export async function leaf(page: Page, key: "ArrowLeft" | "ArrowRight", times = 1): Promise<void> {
  await page.locator("#book-title").click();
  for (let n = 0; n < times; n++) await page.keyboard.press(key);
}

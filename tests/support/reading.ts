/** A group that reads a book, and windows on it. */
import { type Person, startApp, type TestApp } from "./app.ts";
import { openBrowser, type Visitor, visitor } from "./browser.ts";

export const browser = await openBrowser();
globalThis.addEventListener("unload", () => void browser.close());

const middlemarch = { title: "Middlemarch", author: "George Eliot", pageCount: 904, googleBooksId: "zyTCAlFPjgYC" };

/** Ada's group with Grace in it and a book of 904 pages that has a preview. `await using` of its app ends it. */
export async function readingGroup() {
  const app = await startApp({ env: { BOOK_SOURCES: "shelf" } });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const { body } = await app.call("POST", `/books/groups/${group.id}/books`, ada, middlemarch);
  const here = `/group/${group.id}`;
  return { app, ada, grace, book: body.book, here, open: `${here}?book=${body.book.id}` };
}

/** Signs someone in, in a window of her own. */
export async function windowOf(app: TestApp, person: Person, options = {}): Promise<Visitor> {
  const opened = await visitor(browser, app.url, options);
  await opened.context.addCookies([{ name: "chapterhouse_session", value: person.token, url: app.url }]);
  return opened;
}

import { readTogether } from "./tests/support/readers.ts";
import { paragraphs, storeText } from "./tests/support/texts.ts";
import { windowOf } from "./tests/support/reading.ts";
const app = await readTogether();
await storeText(
  app.deps.db,
  app.bookId,
  ["One", "Two", "Three"].map((title) => ({ title, paragraphs: paragraphs(title) })),
);
const { ada, grace, barbara, bookId, group, call } = app;
for (const as of [ada, grace, barbara]) {
  await call("PUT", `/books/${bookId}/progress`, as, as === barbara ? { page: 200 } : { currentPage: 100 });
}
const mark = (as: typeof ada, from: number, to: number, more = {}) =>
  call("POST", `/books/${bookId}/highlights`, as, { from, to, ...more });
await mark(ada, 1_000_000, 12_000_000, { note: "Mine about this", color: "green" });
await mark(grace, 6_000_000, 22_000_000, { note: "Why does it go on? I would like to know.", shared: true });
await mark(barbara, 10_000_000, 30_000_000, { shared: true, note: "See chapter two" });
await mark(ada, 40_000_000, 60_000_000, { color: "pink", shared: true });
await app.ask(grace, 3, "What goes on?");
await app.share(grace, 4, "A note on page four");
for (const [name, width, height] of [["phone", 390, 844], ["wide", 1280, 900]] as const) {
  for (
    const [what, path, js] of [["read", "read?at=0", false], ["mark", "read?at=0&mark", false], [
      "form",
      "read/mark?at=20000000",
      false,
    ], ["marks", "read/marks", false]] as const
  ) {
    const w = await windowOf(app, ada, { viewport: { width, height }, javaScriptEnabled: js });
    await w.page.goto(`${app.url}/group/${group.id}/books/${bookId}/${path}`);
    if (what === "read" && name === "phone") {
      await w.page.locator("summary", { hasText: "margin" }).click().catch(() => {});
    }
    await w.page.screenshot({ path: `/tmp/h/marks_scratch/${name}-${what}.png`, fullPage: name === "phone" });
    await w[Symbol.asyncDispose]();
  }
}
await app[Symbol.asyncDispose]();
Deno.exit(0);

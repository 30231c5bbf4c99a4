import assert from "node:assert/strict";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { type Person, startApp } from "../support/app.ts";

/** A book of nine pages in Ada's group, which Grace is in. */
async function withBook(env: Record<string, string> = {}) {
  let now = Date.parse("2026-03-01T12:00:00Z");
  const app = await startApp({ env, clock: () => now++ });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const path = `/books/groups/${group.id}/books`;
  const { body: { book } } = await app.call("POST", path, ada, { title: "Sketch", pageCount: 9 });
  return {
    ...app,
    ada,
    grace,
    group,
    book,
    turn: (as: Person, currentPage: number) => app.call("PUT", `/books/${book.id}/progress`, as, { currentPage }),
    share: (as: Person, shared: boolean) => app.call("PUT", `/books/${book.id}/sharing`, as, { shared }),
    /** Of those that are not deleted. */
    async chat(): Promise<[string, string][]> {
      const { body } = await app.call<{ messages: Message[] }>("GET", `/groups/${group.id}/messages`, ada);
      const left = body.messages.filter(({ deletedAt }) => deletedAt === null);
      return left.map(({ username, content }) => [username, content]);
    },
    later: () => void (now += 11 * 60_000),
    async notices() {
      const { body } = await app.call("GET", "/notices", ada);
      return body.notices.filter(({ kind }: { kind: string }) => kind === "bookFinished").length;
    },
  };
}

const celebrated: [string, string][] = [["grace", "🎉 I finished “Sketch”."]];

Deno.test("who shares their page and finishes a book celebrates it in the chat, once, also after going back", async () => {
  await using app = await withBook();
  await app.share(app.grace, true);
  for (const page of [8, 9]) await app.turn(app.grace, page);
  app.later();
  for (const page of [3, 9, 9]) await app.turn(app.grace, page);
  assert.deepEqual(await app.chat(), celebrated);
  assert.equal(await app.notices(), 1);
});

Deno.test("a last page that was mistyped is not celebrated any longer, and the true one is", async () => {
  await using app = await withBook();
  await app.share(app.grace, true);
  await app.turn(app.grace, 9);
  assert.deepEqual([await app.chat(), await app.notices()], [celebrated, 1]);
  await app.turn(app.grace, 3);
  assert.deepEqual([await app.chat(), await app.notices()], [[], 0]);
  app.later();
  await app.turn(app.grace, 9);
  assert.deepEqual([await app.chat(), await app.notices()], [celebrated, 1]);
});

Deno.test("a book that is finished in several windows at once is celebrated once", async () => {
  await using app = await withBook();
  await app.share(app.grace, true);
  await Promise.all(Array.from({ length: 5 }, () => app.turn(app.grace, 9)));
  assert.deepEqual(await app.chat(), celebrated);
  assert.equal(await app.notices(), 1);
});

Deno.test("nobody learns that somebody finished a book who does not share their page, not even later", async () => {
  await using app = await withBook();
  await app.share(app.grace, false);
  await app.turn(app.grace, 9);
  app.later();
  await app.share(app.grace, true);
  await app.turn(app.grace, 8);
  await app.turn(app.grace, 9);
  assert.deepEqual(await app.chat(), []);
  assert.equal(await app.notices(), 0);
});

Deno.test("each reader celebrates for themselves, and a page is turned also where the chat takes no more", async () => {
  await using app = await withBook({ RATE_LIMITS: "chat=1/3600" });
  for (const reader of [app.ada, app.grace]) await app.share(reader, true);
  await app.call("POST", `/groups/${app.group.id}/messages`, app.ada, { content: "Nearly there" });
  assert.equal((await app.turn(app.ada, 9)).status, 200);
  await app.turn(app.grace, 9);
  assert.deepEqual(await app.chat(), [["ada", "Nearly there"], ...celebrated]);
});

import assert from "node:assert/strict";
import { editions, readerSettings } from "../../db/schema.ts";
import { type Person, startApp } from "../support/app.ts";

/** Monday of the second week of the plan below, which Ada's group reads a book of 280 pages by. Mallory is not in it. */
async function withBook() {
  const app = await startApp({ clock: () => Date.parse("2026-03-09T12:00:00Z") });
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const circle = await app.group(ada, grace);
  const { body: { book } } = await app.call("POST", `/books/groups/${circle.id}/books`, ada, {
    title: "Sketch",
    pageCount: 280,
  });
  const of = (rest: string) => `/books/${book.id}/${rest}`;
  return {
    ...app,
    ada,
    grace,
    mallory,
    circle,
    book,
    of,
    turn: (as: Person, currentPage: number) => app.call("PUT", of("progress"), as, { currentPage }),
    share: (as: Person, shared: unknown) => app.call("PUT", of("sharing"), as, { shared }),
    readers: async (as: Person) => (await app.call("GET", of("readers"), as)).body.readers,
    /** Gives a reader a copy with more pages. */
    async copy(of: Person, pageCount: number) {
      await app.deps.db.write([
        app.deps.db.q.insert(editions).values({ id: "copy", bookId: book.id, unit: "pages", pageCount }),
        app.deps.db.q.insert(readerSettings).values({ bookId: book.id, userId: of.id, editionId: "copy" }),
      ]);
    },
  };
}

const march = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [0, 1, 2, 3, 4, 5, 6] };

Deno.test("any member makes, changes and removes the plan of a book; who made it stays", async () => {
  await using app = await withBook();
  const { ada, grace, of } = app;
  const none = { plan: null, expected: null, perDay: null };
  assert.deepEqual((await app.call("GET", of("plan"), ada)).body, none);
  await app.call("PUT", of("plan"), grace, { ...march, targetAt: "2026-03-20" });
  const { status, body } = await app.call("PUT", of("plan"), ada, march);
  assert.equal(status, 200);
  const plan = {
    startsAt: "2026-03-02T00:00:00.000Z",
    targetAt: "2026-03-29T00:00:00.000Z",
    days: march.days,
    createdBy: grace.id,
  };
  const { message: _, ...saved } = body;
  assert.deepEqual(saved, { plan, expected: { percent: 29, page: 80 }, perDay: 14 });
  assert.deepEqual((await app.call("GET", of("plan"), grace)).body, saved);
  assert.equal((await app.call("DELETE", of("plan"), grace)).status, 200);
  assert.deepEqual((await app.call("GET", of("plan"), ada)).body, none);
  assert.equal((await app.call("DELETE", of("plan"), grace)).status, 200);
});

Deno.test("each sees the plan in the pages of their own copy, and what is left from where they are", async () => {
  await using app = await withBook();
  const { ada, grace, of } = app;
  await app.copy(grace, 560);
  await app.call("PUT", of("plan"), ada, march);
  await app.turn(ada, 80);
  const seen = async (as: Person) => {
    const { expected, perDay } = (await app.call("GET", of("plan"), as)).body;
    return [expected.page, perDay];
  };
  assert.deepEqual(await seen(ada), [80, 10]);
  assert.deepEqual(await seen(grace), [160, 27]);
});

Deno.test("today is that of the reader's time zone, where their browser has stored it", async () => {
  await using app = await withBook();
  await app.call("PUT", app.of("plan"), app.ada, march);
  const pageIn = async (timeZone: string) => {
    const headers = { Authorization: `Bearer ${app.ada.token}`, Cookie: `zone=${timeZone}` };
    const response = await fetch(`${app.url}/api${app.of("plan")}`, { headers });
    return (await response.json()).expected.page;
  };
  assert.deepEqual([await pageIn("UTC"), await pageIn("Pacific/Kiritimati")], [80, 90]);
});

Deno.test("a plan that cannot be is refused and changes nothing", async () => {
  await using app = await withBook();
  const { status, body } = await app.call("PUT", app.of("plan"), app.ada, { ...march, targetAt: "2026-03-01" });
  assert.deepEqual([status, body.issues], [400, [{
    path: "targetAt",
    message: "The plan must end after its first day.",
  }]]);
  assert.equal((await app.call("GET", app.of("plan"), app.ada)).body.plan, null);
});

Deno.test("the group sees only the pages of those who share them, the furthest first, in the viewer's own copy", async () => {
  await using app = await withBook();
  const { ada, grace } = app;
  await app.copy(ada, 560);
  await app.turn(ada, 28);
  await app.turn(grace, 280);
  assert.deepEqual(await app.readers(ada), []);
  await app.share(ada, true);
  assert.deepEqual((await app.readers(grace)).map(({ user }: { user: Person }) => user.username), ["ada"]);
  await app.share(grace, true);
  const readers = await app.readers(ada);
  assert.deepEqual(
    readers.map(({ user, percent, page }: { user: Person; percent: number; page: number }) => [
      user.username,
      percent,
      page,
    ]),
    [["grace", 100, 560], ["ada", 10, 56]],
  );
  const { user, finishedAt, lastReadAt, ...rest } = readers[0];
  assert.deepEqual(Object.keys(user).sort(), ["bio", "fullName", "id", "profileImage", "username"]);
  assert.deepEqual([finishedAt, lastReadAt], ["2026-03-09T12:00:00.000Z", "2026-03-09T12:00:00.000Z"]);
  assert.deepEqual(Object.keys(rest).sort(), ["page", "percent"]);
  await app.share(grace, false);
  assert.deepEqual((await app.readers(ada)).length, 1);
});

Deno.test("who shares before their first page is at the beginning; who has left the group is not listed", async () => {
  await using app = await withBook();
  await app.share(app.grace, true);
  assert.deepEqual(
    (await app.readers(app.ada)).map(({ page, lastReadAt }: { page: number; lastReadAt: null }) => [page, lastReadAt]),
    [[0, null]],
  );
  await app.call("DELETE", `/groups/${app.circle.id}/members/${app.grace.id}`, app.grace);
  assert.deepEqual(await app.readers(app.ada), []);
});

Deno.test("outsiders neither see nor change a plan, readers or what is shared", async () => {
  await using app = await withBook();
  const { ada, mallory, of } = app;
  await app.call("PUT", of("plan"), ada, march);
  await app.share(ada, true);
  const answers = [
    await app.call("GET", of("plan"), mallory),
    await app.call("PUT", of("plan"), mallory, { ...march, days: [1] }),
    await app.call("DELETE", of("plan"), mallory),
    await app.call("GET", of("readers"), mallory),
    await app.share(mallory, true),
  ];
  assert.deepEqual(answers.map(({ status, body }) => [status, body.code]), Array(5).fill([404, "book_not_found"]));
  assert.deepEqual((await app.call("GET", of("plan"), ada)).body.plan.days, march.days);
  assert.equal((await app.readers(ada)).length, 1);
  for (const shared of [undefined, null, 1, "yes", []]) assert.equal((await app.share(ada, shared)).status, 400);
});

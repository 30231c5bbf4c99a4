import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { pngUrl } from "../media/pictures.ts";
import { type Answer, startApp, type TestApp } from "../support/app.ts";
import { assertFailure } from "../support/requests.ts";

/** Runs a statement so many times, with the numbers from 1 on as `n`. */
const fill = ({ deps: { db } }: TestApp, statement: string, times: number, ...values: string[]) =>
  db.write([
    db.q.run(sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${times})
      ${
      sql.join(
        [...statement.split("?").entries()].map(([index, part]) =>
          sql`${sql.raw(part)}${index < values.length ? sql`${values[index]}` : sql.raw("")}`
        ),
      )
    }`),
  ]);

/** Makes calls at once, of which one succeeds and the others fail alike. */
async function assertOneOf(
  calls: Promise<Answer<unknown>>[],
  failure: { code: string; message: string },
): Promise<void> {
  const answers = await Promise.all(calls);
  const [made, refused] = [201, 400].map((status) => answers.filter((one) => one.status === status));
  assert.deepEqual([made.length, refused.length], [1, calls.length - 1]);
  for (const one of refused) assertFailure(one, { status: 400, ...failure });
}

// spec: trust.7
Deno.test("one person can create 200 groups, and another after deleting one; a refused group's picture is not stored", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await fill(
    app,
    "insert into groups (id, group_name, created_by, created_at, active_at) select 'g' || n, 'Group', ?, n, n from numbers",
    199,
    ada.id,
  );
  await app.deps.db.write([
    app.deps.db.q.run(sql`insert into members (group_id, user_id, joined_at) select id, created_by, 1 from groups`),
  ]);
  const make = (as = ada, image?: string) => app.call("POST", "/groups", as, { groupName: "One more", image });
  const message = "You have made 200 groups, which is the most. Delete one to make room for another.";
  await assertOneOf([make(), make(), make()], { code: "too_many_groups", message });
  const refused = await make(ada, await pngUrl("red"));
  assertFailure(refused, { status: 400, code: "too_many_groups", message });
  const [{ pictures }] = await app.deps.db.q.all<{ pictures: number }>(sql`select count(*) as pictures from media`);
  assert.equal(pictures, 0);
  assert.equal((await make(grace)).status, 201);
  assert.equal((await app.call("DELETE", "/groups/g7", ada)).status, 200);
  assert.equal((await make()).status, 201);
});

// spec: trust.7
Deno.test("a group can have 1000 members, and another after one has left", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const group = await app.group(ada);
  await fill(
    app,
    "insert into users (id, username, email, password_hash, created_at) select 'u' || n, 'u' || n, 'u' || n, '', n from numbers",
    998,
  );
  await fill(
    app,
    "insert into members (group_id, user_id, joined_at) select ?, 'u' || n, n from numbers",
    998,
    group.id,
  );
  const add = ({ id }: { id: string }) => app.call("POST", `/groups/${group.id}/members`, ada, { userId: id });
  const message = "A group has at most 1,000 members, and this one is full.";
  await assertOneOf([add(grace), add(mallory)], { code: "group_full", message });
  assert.equal((await app.call("DELETE", `/groups/${group.id}/members/u5`, ada)).status, 200);
  const answers = [await add(grace), await add(mallory)].map(({ status }) => status).sort();
  assert.deepEqual(answers, [201, 409]);
});

// spec: trust.7
Deno.test("a group can have 500 books, and another is refused", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const group = await app.group(ada, grace);
  await fill(
    app,
    "insert into books (id, group_id, title, page_count, categories, created_at) select 'b' || n, ?, 'Book', 100, '[]', n from numbers",
    499,
    group.id,
  );
  const add = (as: typeof ada) => app.call("POST", `/books/groups/${group.id}/books`, as, { title: "One more" });
  const message = "A group has at most 500 books, and this one is full.";
  await assertOneOf([add(ada), add(grace)], { code: "group_full", message });
  assert.equal((await add(mallory)).status, 404);
});

import assert from "node:assert/strict";
import { FileClient } from "../../../db/engine/file_client.ts";
import { folder } from "../../support/operate.ts";
import { inScene } from "../../support/in_scene.ts";

async function freshClient() {
  const home = await folder();
  const client = new FileClient({ path: `${home.path}/test.db`, timeout: 10, begin: "BEGIN IMMEDIATE" });
  await client.executeMultiple("create table t (id integer primary key, name text unique, bytes blob, share real)");
  return {
    client,
    async [Symbol.asyncDispose]() {
      client.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

const test = inScene(freshClient);

const codeOf = (error: unknown) => (error as { code: string }).code;

test("a row has its values by number and by column, also where two columns have one name", async ({ client }) => {
  const bytes = new Uint8Array([1, 0, 255]);
  await client.execute({ sql: "insert into t values (?, ?, ?, ?)", args: [7, "Ada", bytes, 0.25] });
  const { rows, columns } = await client.execute("select *, 'other' as name from t");
  assert.deepEqual(columns, ["id", "name", "bytes", "share", "name"]);
  const [row] = rows;
  assert.equal(row.length, 5);
  assert.deepEqual([row[0], row[1], row[3], row[4]], [7, "Ada", 0.25, "other"]);
  assert.deepEqual(new Uint8Array(row[2] as unknown as Uint8Array), bytes);
  assert.deepEqual(Object.keys(row), ["id", "name", "bytes", "share"]);
});

test("a statement that failed works again with other values, and with the table changed", async ({ client }) => {
  const insert = (name: string) =>
    client.execute({ sql: "insert into t (name) values (?) returning id", args: [name] });
  await insert("Ada");
  await assert.rejects(insert("Ada"), (error) => codeOf(error) === "SQLITE_CONSTRAINT");
  assert.deepEqual((await insert("Grace")).rows.map(({ id }) => id), [2]);
  const names = async () => (await client.execute("select name from t order by id")).rows.map(({ name }) => name);
  assert.deepEqual(await names(), ["Ada", "Grace"]);
  await client.executeMultiple("alter table t drop column share; create index t_name on t (name)");
  assert.deepEqual(await names(), ["Ada", "Grace"]);
});

test("more different statements than are stored all work, as do repeated ones", async ({ client }) => {
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 300; n++) {
      assert.equal((await client.execute(`select ${n} as n`)).rows[0].n, n);
    }
  }
});

test("a batch of which a statement or a value is refused stores nothing, and its error has the number of the statement", async ({ client }) => {
  const insert = (name: unknown) => ({ sql: "insert into t (name) values (?)", args: [name as string] });
  for (const wrong of ["Ada", undefined, NaN, Infinity]) {
    await assert.rejects(client.batch([insert("Ada"), insert("Grace"), insert(wrong)]), { statementIndex: 2 });
    if (wrong !== "Ada") await assert.rejects(client.execute(insert(wrong)), /cannot be stored/);
    assert.equal((await client.execute("select * from t")).rows.length, 0);
  }
  await client.batch([insert("Ada"), insert("Grace")]);
  assert.equal((await client.execute("select * from t")).rows.length, 2);
});

test("an integer that is returned is exact, or is refused", async ({ client }) => {
  const returned = async (text: string) => (await client.execute(`select ${text} as n`)).rows[0].n;
  for (const exact of [2 ** 53 - 1, 1 - 2 ** 53]) assert.equal(await returned(`${exact}`), exact);
  for (const rounded of ["9007199254740993", "-9007199254740993", "9223372036854775807"]) {
    await assert.rejects(returned(rounded), RangeError);
  }
});

test("a closed client fails, and works again after reconnecting", async ({ client }) => {
  client.close();
  const calls = [
    () => client.execute("select 1"),
    () => client.executeMultiple("select 1"),
    () => client.batch(["select 1"]),
    () => client.migrate(["select 1"]),
  ];
  for (const call of calls) await assert.rejects(call, (error) => codeOf(error) === "CLIENT_CLOSED");
  await client.reconnect();
  assert.equal((await client.execute("select count(*) as n from t")).rows[0].n, 0);
});

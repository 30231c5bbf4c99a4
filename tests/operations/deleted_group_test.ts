import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { type Person, startApp } from "../support/app.ts";
import { startProcess, type TestProcess } from "../support/process.ts";
import { folder, until } from "../support/operate.ts";

const size = 50_000;

// spec: trust.12
Deno.test("A group with 50,000 messages is deleted at once and its contents in parts, during other requests and after a crash", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  const { ada, grace, path } = await prepare(home.path);
  await using service = await startProcess(file);
  assert.equal(await statusOf(service, path, ada, "DELETE"), 200);
  assert.deepEqual([await statusOf(service, path, ada), await statusOf(service, path, grace)], [404, 404]);
  // Other requests are answered between the parts: each time there is less left, but something.
  const left = new Set<number>();
  await until(async () => {
    assert.equal(await statusOf(service, "/healthz"), 200);
    return left.add(await countMessages(file)).size === 5;
  });
  assert.ok(Math.min(...left) > 0);
  await service.end("SIGKILL");
  assert.ok(await countMessages(file) > 0);
  await service.start();
  assert.equal(await statusOf(service, path, ada), 404);
  await until(async () => {
    assert.equal(await statusOf(service, "/healthz"), 200);
    return await count(file, "groups") === 0;
  });
  assert.equal(await countMessages(file), 0);
  assert.equal((await service.end("SIGTERM")).code, 0);
});

async function prepare(folder: string) {
  await using app = await startApp({ folder });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  await app.deps.db.write([
    app.deps.db.q.run(sql`insert into messages (id, group_id, seq, user_id, content, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${size})
      select printf('%08d', n), ${id}, n, ${ada.id}, 'What of chapter nine?', n from numbers`),
  ]);
  return { ada, grace, path: `/api/groups/${id}` };
}

async function statusOf({ url }: TestProcess, path: string, as?: Person, method = "GET"): Promise<number> {
  const headers = new Headers(as && { Authorization: `Bearer ${as.token}` });
  const response = await fetch(url + path, { method, headers });
  await response.body?.cancel();
  return response.status;
}

const countMessages = (file: string) => count(file, "messages");

async function count(file: string, table: string): Promise<number> {
  const client = createClient({ url: `file:${file}`, timeout: 5000 });
  const { rows: [{ rows }] } = await client.execute(`SELECT count(*) AS rows FROM ${table}`);
  client.close();
  return Number(rows);
}

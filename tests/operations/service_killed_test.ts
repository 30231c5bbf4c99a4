import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import { pngUrl } from "../media/pictures.ts";
import { folder } from "../support/operate.ts";
import { startProcess, type TestProcess } from "../support/process.ts";

const password = "Correct-horse-1";

/** Several: a single kill rarely interrupts a write. */
const kills = 5;

// spec: trust.1
Deno.test("Killed repeatedly during registrations, the service has every acknowledged account, and each completely", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using service = await startProcess(file);
  const registered: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    registered.push(...await workUntilKilled(service, { from: kill * 1000, enough: 9 }, (n) => register(service, n)));
    await assertSound(file);
    await assertWhole(file);
    await service.start();
  }
  assert.equal(registered.length, new Set(registered).size);
  for (const n of registered) {
    const { status, body } = await call(service, "POST", "/auth/login", { email: emailOf(n), password });
    assert.deepEqual([status, body.code], [403, "email_unverified"]);
  }
  assert.equal((await register(service, 10_000)).status, 201);
});

async function assertWhole(file: string): Promise<void> {
  const one = await ask(file, "select count(*) as users from users");
  const whole = await ask(
    file,
    `select count(*) as users from users join links on links.user_id = users.id join mails on mails.recipient = users.email
     join user_numbers on user_numbers.user_id = users.id join user_words on user_words.rowid = user_numbers.number`,
  );
  assert.deepEqual(whole, one, "an account without its link, its mail or its place in the search");
}

// spec: trust.1
Deno.test("Killed while pictures are changed, the service has every acknowledged picture, and no other", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using service = await startProcess(file, { REQUIRE_EMAIL_VERIFICATION: "false" });
  const tokens = await Promise.all([1, 2, 3, 4].map(async (n) => (await register(service, n)).body.token as string));
  const pictures = await Promise.all(Array.from({ length: 60 }, (_, n) => pngUrl(`rgb(${n}, ${255 - n}, 99)`)));
  const shown = new Map<string, string[]>(tokens.map((token) => [token, []]));
  await workUntilKilled(service, { from: 1000, enough: 40 }, async (n) => {
    const token = tokens[n % tokens.length];
    const answer = await call(service, "PUT", "/users/profile", { profileImage: pictures[n % pictures.length] }, token);
    if (answer.status === 200) shown.get(token)!.push(answer.body.user.profileImage);
    return answer;
  });
  await assertSound(file);
  const orphans = `select count(*) as orphans from media
    where not exists (select 1 from users where profile_image like '/media/' || hash || '%')`;
  assert.deepEqual(await ask(file, orphans), [{ orphans: 0 }]);
  await service.start();
  for (const token of tokens) {
    const { body } = await call(service, "GET", "/auth/me", undefined, token);
    assert.ok(shown.get(token)!.length === 0 || body.profileImage);
    if (!body.profileImage) continue;
    const picture = await fetch(service.url + body.profileImage);
    assert.equal(picture.status, 200);
    assert.ok((await picture.arrayBuffer()).byteLength > 50);
  }
});

interface Answer {
  status: number;
  // deno-lint-ignore no-explicit-any -- what a test reads of an answer is what it asserts
  body: any;
}

const emailOf = (n: number) => `reader${n}@example.org`;
const register = (service: TestProcess, n: number) =>
  call(service, "POST", "/auth/register", { fullname: `Reader ${n}`, email: emailOf(n), password });

/**
 * Sends four requests at a time until so many were answered, then kills the service. Returns the numbers of the
 * answered ones.
 */
async function workUntilKilled(
  service: TestProcess,
  { from, enough }: { from: number; enough: number },
  work: (n: number) => Promise<Answer>,
): Promise<number[]> {
  const done: number[] = [];
  const refused: number[] = [];
  let next = from;
  let killed: Promise<unknown> | undefined;
  const worker = async () => {
    while (!killed) {
      const n = next++;
      const answer = await work(n).catch(() => undefined);
      if (answer) (answer.status < 300 ? done : refused).push(n);
      if (done.length >= enough || refused.length > 0) killed ??= service.end("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  await killed;
  assert.deepEqual(refused, []);
  return done;
}

async function call(
  { url }: TestProcess,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Answer> {
  const headers = { "Content-Type": "application/json", ...token && { Authorization: `Bearer ${token}` } };
  const response = await fetch(`${url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : undefined });
  return { status: response.status, body: await response.json() };
}

async function ask(file: string, question: string): Promise<unknown[]> {
  const client = createClient({ url: `file:${file}` });
  const { rows } = await client.execute(question);
  client.close();
  return rows.map((row) => ({ ...row }));
}

async function assertSound(file: string): Promise<void> {
  assert.deepEqual(await ask(file, "PRAGMA integrity_check"), [{ integrity_check: "ok" }]);
  assert.deepEqual(await ask(file, "PRAGMA foreign_key_check"), []);
}

import assert from "node:assert/strict";
import { parsePlainBook } from "../../server/library/epub/plain_book.ts";
import { writeEpub } from "../../server/library/epub/write_epub.ts";
import { pngUrl } from "../media/pictures.ts";
import { plainText } from "../support/epubs.ts";
import { query, until, valueOf } from "../support/operate.ts";
import { castOnFile, startProcess, type TestProcess } from "../support/process.ts";

/** Several: a single kill rarely interrupts a write. */
const kills = 3;

Deno.test("Killed repeatedly while people register and change their pictures, the service has every acknowledged account and picture, each completely, and no others", async () => {
  await using cast = await castOnFile();
  const { file, tokens } = cast;
  await using service = await startProcess(file);
  const pictures = await Promise.all(Array.from({ length: 40 }, (_, n) => pngUrl(`rgb(${n}, ${255 - n}, 99)`)));
  const painters = [tokens.ada, tokens.grace];
  const registered: number[] = [];
  const painted = new Set<string>();
  for (let kill = 1; kill <= kills; kill++) {
    registered.push(
      ...await workUntilKilled(service, kill * 1000, {
        register: (n) => register(service, n),
        async paint(n) {
          const token = painters[n % painters.length];
          const profileImage = pictures[n % pictures.length];
          const { status } = await service.call("PUT", "/users/profile", token, { profileImage });
          if (status === 200) painted.add(token);
          return { status };
        },
      }),
    );
    await assertWhole(file);
    await service.start();
  }
  for (const n of registered) {
    const login = { email: emailOf(n), password: "Correct-horse-1" };
    const { status, body } = await service.call("POST", "/auth/login", null, login);
    assert.deepEqual([status, body.code], [403, "email_unverified"]);
  }
  assert.equal((await register(service, 10_000)).status, 201);
  for (const token of painted) {
    const { body } = await service.call("GET", "/auth/me", token);
    assert.equal(await service.statusOf(body.profileImage), 200);
  }
});

const emailOf = (n: number) => `reader${n}@example.org`;
const register = (service: TestProcess, n: number) =>
  service.call("POST", "/auth/register", null, {
    fullname: `Reader ${n}`,
    email: emailOf(n),
    password: "Correct-horse-1",
  });

type Work = (n: number) => Promise<{ status: number }>;

/**
 * Does both works two at a time until so many were acknowledged, then kills the service.
 * @returns the numbers of those who have registered
 */
async function workUntilKilled(service: TestProcess, from: number, works: Record<"register" | "paint", Work>) {
  const done = { register: [] as number[], paint: [] as number[] };
  let next = from;
  let killed: Promise<unknown> | undefined;
  const work = async (what: keyof typeof works) => {
    while (!killed) {
      const n = next++;
      const answer = await works[what](n).catch(() => undefined);
      if (!answer) continue;
      assert.ok(answer.status < 300, `${what}: ${answer.status}`);
      done[what].push(n);
      if (done.register.length >= 6 && done.paint.length >= 10) killed ??= service.end("SIGKILL");
    }
  };
  await Promise.all((["register", "paint", "register", "paint"] as const).map(work));
  await killed;
  return done.register;
}

/** Asserts that each account has a link, a mail and a place in the search, and each picture somebody who shows it. */
async function assertWhole(file: string): Promise<void> {
  assert.equal(await valueOf(file, "PRAGMA integrity_check"), "ok");
  assert.deepEqual(await query(file, "PRAGMA foreign_key_check"), []);
  const accounts = "select count(*) from users where username like 'reader%'";
  const whole = `select count(*) from users join links on links.user_id = users.id
    join mails on mails.recipient = users.email join user_numbers on user_numbers.user_id = users.id
    join user_words on user_words.rowid = user_numbers.number`;
  assert.equal(await valueOf(file, whole), await valueOf(file, accounts));
  const shown = "exists (select 1 from users where profile_image like '/media/' || hash || '%')";
  assert.equal(await valueOf(file, `select count(*) from media where not ${shown}`), 0);
}

Deno.test("A text whose reading was killed says so, leaves nothing once it is removed, and is read in when it is brought again", async () => {
  await using cast = await castOnFile();
  const { file, tokens: { ada } } = cast;
  await using service = await startProcess(file);
  const { body: { group } } = await service.call("POST", "/groups", ada, { groupName: "Looms" });
  const { body: { book } } = await service.call("POST", `/books/groups/${group.id}/books`, ada, {
    title: "Looms",
    pageCount: 300,
  });
  const epub = await longBook();
  const bring = async () => {
    const body = new FormData();
    body.append("file", new File([epub], "book.epub"));
    body.append("mayShare", "true");
    const headers = { Authorization: `Bearer ${ada}` };
    const answer = await fetch(`${service.url}/api/books/${book.id}/text`, { method: "POST", headers, body });
    await answer.body?.cancel();
    assert.equal(answer.status, 202);
  };
  const text = async () => (await service.call("GET", `/books/${book.id}/text`, ada)).body.text;
  const partsOf = (state: string) =>
    valueOf(file, `select count(*) from text_parts join texts using (hash) where state = '${state}'`);
  const remove = async () => {
    assert.equal((await service.call("DELETE", `/books/${book.id}/text`, ada)).status, 200);
    await until(async () => await valueOf(file, "select count(*) from texts") === 0);
  };
  const isBegun = "select count(*) from texts where state <> 'reading' or hash in (select hash from text_parts)";
  const killAmidst = async () => {
    await bring();
    await until(async () => await valueOf(file, isBegun) > 0);
    await service.end("SIGKILL");
    assert.equal(await valueOf(file, "pragma integrity_check"), "ok");
    return await partsOf("reading") > 0;
  };
  // One that was read in to its end before the kill says nothing.
  while (!await killAmidst()) {
    await service.start();
    await remove();
  }
  await service.start();
  const { state, problem } = await text();
  assert.deepEqual([state, /interrupted/.test(problem)], ["failed", true]);
  await remove();
  assert.equal(await valueOf(file, "select count(*) from text_parts"), 0);
  await bring();
  await until(async () => (await text()).state === "ready");
});

/** Almost as long as a text may be. */
function longBook() {
  const paragraphs = Array.from({ length: 400 }, () => "The loom goes on, and on. ".repeat(20)).join("\n\n");
  const chapters = Array.from({ length: 43 }, (_, n) => `# Chapter ${n + 1}\n\n${paragraphs}`);
  return writeEpub(parsePlainBook(plainText(chapters.join("\n\n"))));
}

import assert from "node:assert/strict";
import { statfs } from "node:fs/promises";
import { transportServerTexts } from "../../server/contract/site/texts.ts";
import { pngUrl } from "../media/pictures.ts";
import { folder, namesIn, operate, query } from "../support/operate.ts";
import { runProcess, startProcess, type TestProcess } from "../support/process.ts";
import { cookieOf } from "../support/requests.ts";
import { connect } from "../support/socket.ts";
import { copyTemplate } from "../support/template.ts";

/** A small disk, as a folder. */
async function disk(): Promise<{ path: string } & AsyncDisposable> {
  const home = await folder();
  const { success, stderr } = await run("mount", "-t", "tmpfs", "-o", "size=12000000", "tmpfs", home.path);
  if (!success) {
    await home[Symbol.asyncDispose]();
    throw new Error(new TextDecoder().decode(stderr).trim());
  }
  return {
    path: home.path,
    async [Symbol.asyncDispose]() {
      await run("umount", "--lazy", home.path);
      await home[Symbol.asyncDispose]();
    },
  };
}

const run = (name: string, ...args: string[]) =>
  new Deno.Command(name, { args, stdout: "null" }).output()
    .catch((error) => ({ success: false, stderr: new TextEncoder().encode(error.message) }));

/** Why no disk can be mounted on this machine; undefined where one can. */
const refusal = await disk().then((small) => small[Symbol.asyncDispose](), (error: Error) => error.message);
const ignore = refusal !== undefined;
const reason = ignore ? ` (skipped: no disk can be mounted: ${refusal})` : "";

/** Fills the disk with a file. */
async function fill(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true });
  for (const block of [100_000, 4096, 1]) {
    try {
      while (true) await file.write(new Uint8Array(block));
    } catch { /* No such block has room. */ }
  }
  await file.sync();
}

async function contentsOf(service: TestProcess, path: string, token: string): Promise<string[]> {
  const { body: { messages, hasMore } } = await service.call("GET", `${path}?limit=100`, token);
  assert.equal(hasMore, false);
  assert.deepEqual(messages.map(({ seq }: { seq: number }) => seq), messages.map((_: unknown, n: number) => n + 1));
  return messages.map(({ content }: { content: string }) => content);
}

Deno.test({
  name: `On a full disk writes are refused with a clear text, reading works, and nothing is half stored${reason}`,
  ignore,
  async fn() {
    await using small = await disk();
    const home = small.path;
    await using service = await startProcess(`${home}/test.db`, { REQUIRE_EMAIL_VERIFICATION: "false" });
    const person = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
    const mallory = { ...person, email: "mallory@example.org", fullname: "Mallory" };
    const register = (person: unknown) => service.call("POST", "/auth/register", null, person);
    const { body: { token } } = await register(person);
    const { body: { group: { id } } } = await service.call("POST", "/groups", token, { groupName: "Engine" });
    const path = `/groups/${id}/messages`;
    const stored: string[] = [];
    const send = async () => {
      const content = `${stored.length} ${"x".repeat(3900)}`;
      const answer = await service.call("POST", path, token, { content });
      if (answer.status === 201) stored.push(content);
      return answer;
    };
    const profileImage = await pngUrl("#557766");
    const changePicture = () => service.call("PUT", "/users/profile", token, { profileImage });
    for (let n = 0; n < 20; n++) assert.equal((await send()).status, 201);

    await fill(`${home}/filler`);
    let refused = await send();
    while (refused.status === 201) refused = await send();
    const { unavailable } = transportServerTexts;
    const { code, message } = refused.body;
    assert.deepEqual([refused.status, code, message], [503, "unavailable", unavailable]);
    assert.equal(refused.headers.get("retry-after"), "5");
    assert.equal((await register(mallory)).status, 503);
    assert.equal((await changePicture()).status, 503);
    {
      using socket = await connect(service.url, token);
      assert.equal((await socket.join(id)).at(-1)!.content, stored.at(-1));
      const answer = await socket.say(id, "x".repeat(3900));
      assert.deepEqual(answer, { success: false, error: unavailable, code: "unavailable" });
    }
    // Without scripts the page is shown again with the text.
    const form = await fetch(`${service.url}/group/${id}/messages`, {
      method: "POST",
      headers: { Origin: service.url, Cookie: cookieOf({ token }) },
      body: new URLSearchParams({ content: "x".repeat(3900) }),
    });
    assert.deepEqual([form.status, (await form.text()).includes(unavailable)], [503, true]);
    assert.deepEqual(await contentsOf(service, path, token), stored);
    assert.deepEqual([await service.statusOf("/healthz"), await service.statusOf("/readyz")], [200, 503]);
    const names = namesIn(home);
    const backup = await operate(`${home}/test.db`, ["backup", `${home}/copy.db`]);
    assert.match(backup.err, /^[\d.]+ MB are needed for \S+copy\.db, and 0\.0 MB free\.\n$/);
    assert.deepEqual(namesIn(home), names);
    assert.equal((await service.end("SIGTERM")).code, 0);
    assert.ok(service.logged.slice(-4).some(({ msg }) => msg.includes("SIGTERM: closing")));
    await service.start();
    await service.end("SIGKILL");
    await service.start();
    assert.deepEqual(await contentsOf(service, path, token), stored);
    assert.equal((await send()).status, 503);

    await Deno.remove(`${home}/filler`);
    assert.equal((await send()).status, 201);
    assert.equal(await service.statusOf("/readyz"), 200);
    assert.equal((await service.call("GET", "/auth/me", token)).body.profileImage, null);
    assert.equal((await changePicture()).status, 200);
    assert.equal((await register(mallory)).status, 201);
    assert.deepEqual(await contentsOf(service, path, token), stored);
  },
});

Deno.test({
  name: "Without free disk for a migration the service says how much it needs, and changes nothing",
  ignore,
  async fn() {
    await using small = await disk();
    const file = `${small.path}/test.db`;
    await copyTemplate("started", file);
    const latest = "(select max(created_at) from __drizzle_migrations)";
    await query(
      file,
      `delete from __drizzle_migrations where created_at = ${latest}`,
      "pragma wal_checkpoint(truncate)",
    );
    const before = await Deno.readFile(file);
    const { bavail, bsize } = await statfs(small.path);
    // Enough for what the engine needs to open it.
    await Deno.writeFile(`${small.path}/filler`, new Uint8Array(bavail * bsize - 200_000));
    const { code, err } = await runProcess({ DATABASE_URL: `file:${file}` });
    assert.equal(code, 1);
    assert.match(
      err,
      /^Chapterhouse cannot start\. DATABASE_URL: .* \(\d{4}_\w+\) needs \d+\.\d MB of free disk in \S+,/,
    );
    assert.match(err, / where 0\.\d MB are free: nothing was changed\.\n$/);
    assert.deepEqual(await Deno.readFile(file), before);
  },
});

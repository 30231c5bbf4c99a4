import assert from "node:assert/strict";
import { statfs } from "node:fs/promises";
import { createClient } from "@libsql/client";
import { pngUrl } from "../media/pictures.ts";
import { folder, namesIn, operate } from "../support/operate.ts";
import { runProcess, startProcess, type TestProcess } from "../support/process.ts";
import { cookieOf } from "../support/requests.ts";
import { connect } from "../support/socket.ts";
import { copyTemplate } from "../support/template.ts";
import { transportServerTexts } from "../../server/contract/site/texts.ts";

const size = 12_000_000;

/** A small disk, as a folder. */
async function disk(): Promise<{ path: string } & AsyncDisposable> {
  const home = await folder();
  const { success, stderr } = await run("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", home.path);
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
  new Deno.Command(name, { args, stdout: "null", stderr: "piped" }).output()
    .catch((error) => ({ success: false, stderr: new TextEncoder().encode(error.message) }));

/** Why no disk can be mounted on this machine; undefined where one can. */
const refusal = await disk().then((small) => small[Symbol.asyncDispose](), (error: Error) => error.message);

/** Fills the disk; the result frees the space again. */
async function fill(path: string) {
  using file = await Deno.open(path, { write: true, create: true });
  try {
    for (const block of [100_000, 4096, 1]) {
      await (async () => {
        while (true) await file.write(new Uint8Array(block));
      })().catch(() => {});
    }
  } finally {
    await file.sync();
  }
  return () => Deno.remove(path);
}

const post = async ({ url }: TestProcess, path: string, body: unknown, token?: string) => {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(`${url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

async function statusOf({ url }: TestProcess, path: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url + path, init);
  await response.body?.cancel();
  return response.status;
}

/** Without scripts the page is shown again with a message. */
async function assertFormIsTold({ url }: TestProcess, groupId: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/group/${groupId}/messages`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, Cookie: cookieOf({ token }) },
    body: new URLSearchParams({ content: "x".repeat(3900) }),
  });
  assert.equal(answer.status, 503);
  assert.ok((await answer.text()).includes(transportServerTexts.unavailable));
}

const contents = async ({ url }: TestProcess, groupId: string, token: string): Promise<string[]> => {
  const found: { content: string; seq: number }[] = [];
  for (let hasMore = true; hasMore;) {
    const path = `/api/groups/${groupId}/messages?limit=100&after=${found.at(-1)?.seq ?? 0}`;
    const page = await (await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })).json();
    found.push(...page.messages);
    hasMore = page.hasMore;
  }
  assert.deepEqual(found.map(({ seq }) => seq), found.map((_, index) => index + 1));
  return found.map(({ content }) => content);
};

Deno.test({
  name: `On a full disk messages are refused with a clear text, reading works, and nothing is half stored${
    refusal ? ` (skipped: no disk can be mounted: ${refusal})` : ""
  }`,
  ignore: refusal !== undefined,
  async fn() {
    await using small = await disk();
    const home = small.path;
    await using service = await startProcess(`${home}/test.db`, { REQUIRE_EMAIL_VERIFICATION: "false" });
    const person = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
    const { body: { token } } = await post(service, "/auth/register", person);
    const { body: { group } } = await post(service, "/groups", { groupName: "Analytical Engine" }, token);
    const path = `/groups/${group.id}/messages`;
    const stored: string[] = [];
    const send = async () => {
      const content = `${stored.length} ${"x".repeat(3900)}`;
      const answer = await post(service, path, { content }, token);
      if (answer.status === 201) stored.push(content);
      return answer;
    };
    for (let i = 0; i < 20; i++) assert.equal((await send()).status, 201);

    const free = await fill(`${home}/filler`);
    let refused = await send();
    while (refused.status === 201) refused = await send();
    assert.deepEqual([refused.status, refused.body.code], [503, "unavailable"]);
    assert.equal(refused.body.message, transportServerTexts.unavailable);
    assert.equal(refused.headers.get("retry-after"), "5");
    const mallory = { ...person, email: "mallory@example.org", fullname: "Mallory" };
    assert.equal((await post(service, "/auth/register", mallory)).status, 503);
    {
      using socket = await connect(service.url, token);
      assert.equal((await socket.join(group.id)).at(-1)!.content, stored.at(-1));
      assert.deepEqual(await socket.say(group.id, "x".repeat(3900)), {
        success: false,
        error: transportServerTexts.unavailable,
        code: "unavailable",
      });
    }
    assert.deepEqual(await contents(service, group.id, token), stored);
    assert.deepEqual(await Promise.all(["/healthz", "/readyz"].map((path) => statusOf(service, path))), [200, 503]);
    await assertFormIsTold(service, group.id, token);
    const mine = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const profileImage = await pngUrl("#557766");
    const picture = { method: "PUT", headers: mine, body: JSON.stringify({ profileImage }) };
    assert.equal(await statusOf(service, "/api/users/profile", picture), 503);
    const names = namesIn(home);
    const backup = await operate(`${home}/test.db`, ["backup", `${home}/copy.db`]);
    assert.match(backup.err, /^[\d.]+ MB are needed for \S+copy\.db, and 0\.0 MB free\.\n$/);
    assert.deepEqual(namesIn(home), names);

    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const { code, out } = await service.end(signal);
      if (signal === "SIGTERM") assert.equal(code, 0);
      // Stopping worked as usual.
      if (signal === "SIGTERM") assert.match(out.slice(-4).join("\n"), /SIGTERM: closing/);
      await service.start();
      assert.deepEqual(await contents(service, group.id, token), stored);
      assert.equal((await send()).status, 503);
    }

    await free();
    assert.equal((await send()).status, 201);
    assert.equal(await statusOf(service, "/readyz"), 200);
    assert.equal((await (await fetch(`${service.url}/api/auth/me`, { headers: mine })).json()).profileImage, null);
    assert.equal(await statusOf(service, "/api/users/profile", picture), 200);
    assert.equal((await post(service, "/auth/register", mallory)).status, 201);
    await service.end("SIGKILL");
    await service.start();
    assert.deepEqual(await contents(service, group.id, token), stored);
  },
});

Deno.test({
  name: "Without free disk for a migration the service says how much it needs, and changes nothing",
  ignore: refusal !== undefined,
  async fn() {
    await using small = await disk();
    const file = `${small.path}/test.db`;
    await copyTemplate("started", file);
    const client = createClient({ url: `file:${file}` });
    await client.execute(
      "delete from __drizzle_migrations where created_at = (select max(created_at) from __drizzle_migrations)",
    );
    await client.execute("pragma wal_checkpoint(truncate)");
    client.close();
    const before = await Deno.readFile(file);
    const { bavail, bsize } = await statfs(small.path);
    // Enough for what the engine needs to open it.
    await Deno.writeFile(`${small.path}/filler`, new Uint8Array(bavail * bsize - 200_000));
    const { code, err } = await runProcess({ DATABASE_URL: `file:${file}` });
    assert.equal(code, 1);
    const needs =
      /^Chapterhouse cannot start\. DATABASE_URL: [^\n]* \(\d{4}_\w+\) needs \d+\.\d MB of free disk in \S+, where 0\.\d MB are free: nothing was changed\.\n$/;
    assert.match(err, needs);
    assert.deepEqual(await Deno.readFile(file), before);
  },
});

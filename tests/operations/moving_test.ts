import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { folder, operate } from "../support/operate.ts";
import { startProcess } from "../support/process.ts";
import { cookieOf } from "../support/requests.ts";

// spec: trust.19
Deno.test("Moved to another machine, the service has the sessions and messages of before, and logs JSON only", async () => {
  await using home = await folder();
  await using elsewhere = await folder();
  const copy = `${elsewhere.path}/moving.db`;
  const { ada, group } = await live(home.path, copy);
  const file = `${elsewhere.path}/data/chapterhouse.db`;
  assert.equal((await operate(file, ["restore", copy])).code, 0);
  await using service = await startProcess(file);
  const means: Record<string, string>[] = [{ Authorization: `Bearer ${ada.token}` }, { Cookie: cookieOf(ada) }];
  for (const headers of means) {
    const ask = async (path: string) => await (await fetch(`${service.url}/api${path}`, { headers })).json();
    assert.equal((await ask("/auth/me")).id, ada.id);
    assert.equal((await ask(`/groups/${group.id}/messages`)).messages[0].content, "See you there");
  }
  const { code, out } = await service.end("SIGTERM");
  assert.equal(code, 0);
  const lines = out.filter(Boolean).map((line) => JSON.parse(line));
  assert.equal(lines.filter(({ msg, status }) => msg === "request" && status === 200).length, 4);
});

/** A service before the move, and a backup made after it has stopped. */
async function live(path: string, copy: string) {
  await using app = await startApp({ folder: path });
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "See you there" });
  await app.stop();
  assert.equal((await operate(`${path}/test.db`, ["backup", copy])).code, 0);
  return { ada, group };
}

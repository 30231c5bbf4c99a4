import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { folder, operate, until } from "../support/operate.ts";
import { startProcess } from "../support/process.ts";
import { cookieOf } from "../support/requests.ts";
import { startSmtp } from "../support/smtp.ts";

// spec: trust.19
Deno.test("Moved to another machine, the service knows Ada by the session she had, and what she said; its log is JSON alone", async () => {
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

/** What was there before the move, and a copy of it that is taken when the service has ended. */
async function live(path: string, copy: string) {
  await using app = await startApp({ folder: path });
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "See you there" });
  await app.stop();
  assert.equal((await operate(`${path}/test.db`, ["backup", copy])).code, 0);
  return { ada, group };
}

Deno.test("While the service runs a list of books is imported: people talk meanwhile, and then find what is in it", async () => {
  await using home = await folder();
  await using app = await startApp({ folder: home.path });
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const rows = Array.from({ length: 20_000 }, (_, n) => `Qwertzology volume ${n},E. Ditor,100`);
  await Deno.writeTextFile(`${home.path}/books.csv`, ["title,author,pages", ...rows].join("\n"));
  let isOver = false;
  const importing = operate(`${home.path}/test.db`, ["catalogue", "import", `${home.path}/books.csv`])
    .finally(() => isOver = true);
  let said = 0;
  while (!isOver) {
    const { status } = await app.call("POST", `/groups/${group.id}/messages`, ada, { content: `message ${said}` });
    assert.equal(status, 201);
    said++;
  }
  assert.deepEqual([(await importing).code, said > 1], [0, true]);
  const { body } = await app.call("GET", "/books/search?query=qwertzology", ada);
  assert.ok(body.books.length > 0);
});

Deno.test("Where the mail server must speak TLS and does not, nothing is sent in the clear, and the mail waits", async () => {
  await using server = await startSmtp();
  await using app = await startApp({ env: { MAIL_URL: `${server.url}?requireTLS=true` } });
  const ada = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
  assert.equal((await app.call("POST", "/auth/register", null, ada)).status, 201);
  await until(() => app.log.some((line) => line.includes("a mail could not be sent")));
  assert.deepEqual(server.received, []);
  assert.match(await (await fetch(`${app.url}/metrics`)).text(), /mail[a-z_]*\{[^}]*waiting[^}]*\} 1\n/);
});

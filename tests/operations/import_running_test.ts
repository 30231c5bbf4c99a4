import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { folder, operate } from "../support/operate.ts";

Deno.test("A list of books can be imported while the service runs: messages are sent meanwhile, and its books are found then", async () => {
  await using home = await folder();
  await using app = await startApp({ folder: home.path });
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const rows = Array.from({ length: 20_000 }, (_, n) => `Qwertzology volume ${n},E. Ditor,100`);
  await Deno.writeTextFile(`${home.path}/books.csv`, ["title,author,pages", ...rows].join("\n"));
  let isOver = false;
  const importing = operate(`${home.path}/test.db`, ["catalogue", "import", `${home.path}/books.csv`])
    .finally(() => isOver = true);
  let sent = 0;
  while (!isOver) {
    const { status } = await app.call("POST", `/groups/${group.id}/messages`, ada, { content: `message ${sent}` });
    assert.equal(status, 201);
    sent++;
  }
  assert.deepEqual([(await importing).code, sent > 1], [0, true]);
  const { body } = await app.call("GET", "/books/search?query=qwertzology", ada);
  assert.ok(body.books.length > 0);
});

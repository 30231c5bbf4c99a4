import assert from "node:assert/strict";
import { startReading } from "../../support/cast.ts";
import { read, send } from "../../support/forms.ts";

/** Grace, who has read 30 of the 200 pages of a book, and what she sees and sends without script. */
async function withReader() {
  const app = await startReading({ clock: () => Date.parse("2026-03-01T12:00:00Z") });
  await app.turn(app.grace, 30);
  return {
    ...app,
    see: (path: string, as = app.grace) => read(app, path, as),
    send: async (path: string, fields: Record<string, string> = {}) => {
      const { status, to } = await send(app, path, app.grace, fields);
      return [status, to];
    },
  };
}

Deno.test("the reading log shows its reader the days of a year, also as a table", async () => {
  await using app = await withReader();
  assert.match(await app.see("/profile"), /href="\/reading"/);
  const page = await app.see("/reading");
  assert.match(page, /<title>March 1, 2026: 30 pages<\/title>|<title>1 March 2026: 30 pages<\/title>/);
  assert.match(page, /<th scope="row">March<\/th><td>30<\/td><td>1<\/td>/);
  assert.match(await app.see("/reading?year=2025"), /Nothing read yet/);
  assert.doesNotMatch(await app.see("/reading", app.ada), /30 pages/);
});

Deno.test("without script a goal leads back to its year, and a wrong one is refused beside its field, with what was typed", async () => {
  await using app = await withReader();
  const goal = (books: string) => send(app, "/reading/goal", app.grace, { year: "2025", books });
  assert.equal((await goal("12")).to, "/reading?year=2025#goal");
  assert.match(await app.see("/reading?year=2025"), /0 of 12 books/);
  const { status, html } = await goal("1001");
  assert.equal(status, 400);
  assert.match(html, /Books in 2025[^]*value="1001"[^]*Please enter 0 to 1000 books/);
});

Deno.test("without script a group reads in silence with its chat collapsed, and opens it", async () => {
  await using app = await withReader();
  const page = `/group/${app.circle.id}`;
  assert.match(await app.see(page), /href="\?timer"/);
  assert.deepEqual(await app.send(`${page}/timer`, { minutes: "25" }), [303, `${page}?timer`]);
  const silent = await app.see(page);
  assert.match(silent, /role="timer">25 minutes left/);
  assert.match(silent, /id="timer-chat" hidden=""/);
  for (const html of [await app.see(`${page}?timer=chat`), await app.see(page, app.ada)]) {
    assert.doesNotMatch(html, /id="timer-chat" hidden/);
  }
  await app.turn(app.grace, 44);
  await app.send(`${page}/timer/end`);
  const over = await app.see(page);
  for (const text of [/You read 14 pages together\./, /14 of them yours\./]) assert.match(over, text);
});

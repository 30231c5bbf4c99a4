import assert from "node:assert/strict";
import { openBreaker } from "../../server/library/http_client.ts";
import { startApp } from "../support/app.ts";

const day = 24 * 3600_000;

Deno.test("With the clock set back by a day, and by two years, sessions and mailed links stay valid, and messages, pages and notes stay in order", async () => {
  let now = Date.now();
  await using app = await startApp({ clock: () => now });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const edsger = { fullname: "Edsger", email: "edsger@example.org", password: "Correct-horse-1" };
  await app.call("POST", "/auth/register", null, edsger);
  const [link] = await app.links(edsger.email);
  const messages = `/groups/${(await app.group(ada, grace)).id}/messages`;
  const shelf = messages.replace(/^(.*)\/messages$/, "/books$1/books");
  const { body: { book } } = await app.call("POST", shelf, ada, { title: "Sketch" });
  /** Writes a note and a message, and turns a page. @returns what is ordered by its time, or number */
  const act = async (content: string, currentPage: number) => {
    const note = { content, pageNumber: 1, bookId: book.id };
    const { body: { note: { updatedAt } } } = await app.call("POST", `/books/${book.id}/notes/1`, ada, note);
    const { body: { message } } = await app.call("POST", messages, ada, { content });
    const { body: { progress } } = await app.call("PUT", `/books/${book.id}/progress`, ada, { currentPage });
    return [updatedAt, message.seq, progress.lastReadAt];
  };
  let last = await act("before", 3);
  for (const [days, page] of [[1, 4], [729, 5]]) {
    now -= days * day;
    assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
    const next = await act(`${days} days earlier`, page);
    assert.ok(next.every((value, n) => value > last[n]), `${next} after ${last}`);
    last = next;
    const { body } = await app.call("POST", "/auth/login", null, { email: grace.email, password: grace.password });
    assert.equal((await app.call("GET", "/auth/me", body)).status, 200);
    if (days > 1) continue;
    const verify = () => app.call("GET", link.replace("/verify-email", "/auth/verify-email"));
    assert.deepEqual([(await verify()).status, (await verify()).body.code], [200, "already_verified"]);
  }
  const { body } = await app.call("GET", messages, grace);
  const contents = body.messages.map(({ content }: { content: string }) => content);
  assert.deepEqual(contents, ["before", "1 days earlier", "729 days earlier"]);
  assert.deepEqual(app.log.filter((line) => /"level":(50|60)/.test(line)), []);
});

Deno.test("A book source that was paused when the clock was set back is queried again", async () => {
  let now = Date.now();
  const breaker = openBreaker(() => now);
  const fail = () => breaker.attempt(() => Promise.reject(new Error("down"))).catch(() => {});
  for (let n = 0; n < 3; n++) await fail();
  assert.equal(await breaker.attempt(() => Promise.resolve("up")), undefined);
  now -= day;
  assert.equal(await breaker.attempt(() => Promise.resolve("up")), "up");
});

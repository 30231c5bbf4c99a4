import assert from "node:assert/strict";
import { openBreaker } from "../../server/library/http_client.ts";
import { startApp, type TestApp } from "../support/app.ts";

const day = 24 * 3600_000;

/** A service whose clock can be set. */
async function withClock(): Promise<{ app: TestApp; set: (by: number) => void }> {
  let now = Date.now();
  const app = await startApp({ clock: () => now });
  return { app, set: (by) => now += by };
}

for (const [what, by] of [["a day", -day], ["two years", -730 * day]] as const) {
  Deno.test(`with the clock set back by ${what} sessions stay valid, and messages, pages and notes stay in order`, async () => {
    const { app, set } = await withClock();
    await using _app = app;
    const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
    const group = await app.group(ada, grace);
    const { body: { book } } = await app.call("POST", `/books/groups/${group.id}/books`, ada, { title: "Sketch" });
    const write = (content: string) =>
      app.call("POST", `/books/${book.id}/notes/1`, ada, { content, pageNumber: 1, bookId: book.id });
    const send = (content: string) => app.call("POST", `/groups/${group.id}/messages`, ada, { content });
    const turn = (currentPage: number) => app.call("PUT", `/books/${book.id}/progress`, ada, { currentPage });
    const [sent, noted, turned] = [await send("before"), await write("before"), await turn(3)];

    set(by);
    assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
    const later = await send("after");
    assert.equal(later.body.message.seq, sent.body.message.seq + 1);
    const { body: { messages } } = await app.call("GET", `/groups/${group.id}/messages`, grace);
    assert.deepEqual(messages.map(({ content }: { content: string }) => content), ["before", "after"]);
    assert.ok((await write("after")).body.note.updatedAt > noted.body.note.updatedAt);
    assert.ok((await turn(4)).body.progress.lastReadAt > turned.body.progress.lastReadAt);
    const again = await app.call("POST", "/auth/login", null, { email: grace.email, password: grace.password });
    assert.equal((await app.call("GET", "/auth/me", again.body)).status, 200);
    assert.deepEqual(app.log.filter((line) => /"level":(50|60)/.test(line)), []);
  });
}

Deno.test("a link mailed before the clock was set back can still be used once", async () => {
  const { app, set } = await withClock();
  await using _app = app;
  const ada = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
  await app.call("POST", "/auth/register", null, ada);
  const [link] = await app.links(ada.email);
  set(-day);
  const verify = () => app.call("GET", link.replace("/verify-email", "/auth/verify-email"));
  assert.deepEqual([(await verify()).status, (await verify()).body.code], [200, "already_verified"]);
});

Deno.test("a book source that was paused when the clock was set back is queried again", async () => {
  let now = Date.now();
  const breaker = openBreaker(() => now);
  const fail = () => breaker.attempt(() => Promise.reject(new Error("down"))).catch(() => {});
  for (let n = 0; n < 3; n++) await fail();
  assert.equal(await breaker.attempt(() => Promise.resolve("up")), undefined);
  now -= day;
  assert.equal(await breaker.attempt(() => Promise.resolve("up")), "up");
});

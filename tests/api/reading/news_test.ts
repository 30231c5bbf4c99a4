/** Notices of what is new in a book that is read together. */
import assert from "node:assert/strict";
import type { Notice } from "../../../server/contract/notices/shapes.ts";
import type { Person } from "../../support/app.ts";
import { inScene } from "../../support/in_scene.ts";
import { readTogether } from "../../support/readers.ts";

import { codeOf, submit, visit } from "../../support/requests.ts";

const test = inScene(async () => {
  const app = await readTogether();
  const { call, group, bookId } = app;
  const texts = async (as: Person, kind: string): Promise<string[]> =>
    (await call("GET", "/notices", as)).body.notices.filter((notice: Notice) => notice.kind === kind)
      .map(({ text }: Notice) => text);
  return {
    ...app,
    texts,
    remove: (as: Person, { id }: { id: string }) => call("DELETE", `/questions/${id}`, as),
    setShared: (as: Person, page: number, shared: boolean) =>
      call("PUT", `/books/${bookId}/notes/${page}/sharing`, as, { shared }),
    plan: (startsAt: string, targetAt: string) =>
      call("PUT", `/books/${bookId}/plan`, app.ada, { startsAt, targetAt, days: [1] }),
    readAll: (as: Person) => call("POST", "/notices/read", as, { all: true }),
    say: async (as: Person, content: string, page?: number) =>
      (await call("POST", `/groups/${group.id}/messages`, as, { content, ...page && { anchor: { bookId, page } } }))
        .body.message,
    askBy: (as: Person, { id }: { id: string }) => call("POST", `/groups/${group.id}/messages/${id}/question`, as),
  };
});

test("a question is news to members who have read so far, several of a book are one notice, and one taken back is none", async (app) => {
  const { ada, grace, barbara, group } = app;
  await app.turnTo(grace, 40);
  const first = await app.ask(ada, 40);
  const one = `Ada asked a question about “Sketch” in ${group.groupName}`;
  assert.deepEqual([await app.texts(grace, "question"), await app.texts(barbara, "question")], [[one], []]);
  await app.remove(ada, first);
  assert.deepEqual(await app.texts(grace, "question"), []);
  const asked = [await app.ask(ada, 1), await app.ask(ada, 2), await app.ask(ada, 40)];
  const three = ["3 new questions in “Sketch”"];
  assert.deepEqual(await app.texts(grace, "question"), three);
  await app.remove(ada, asked[0]);
  assert.deepEqual(await app.texts(grace, "question"), three);
  await app.readAll(grace);
  await app.ask(ada, 3);
  assert.deepEqual(await app.texts(grace, "question"), [one]);
});

test("members who want mentions alone are not told of a question", async (app) => {
  await app.turnTo(app.grace, 40);
  await app.call("PUT", `/groups/${app.group.id}/notify`, app.grace, { level: "mentions" });
  await app.ask(app.ada, 40);
  assert.deepEqual(await app.texts(app.grace, "question"), []);
});

test("a shared note is news to members near its page: who have read it, and not a tenth of the book ago", async (app) => {
  const { ada, grace, barbara, group } = app;
  await app.turnTo(grace, 50);
  await app.turnTo(barbara, 122);
  await app.share(ada, 50);
  const one = `Ada shared a note near your page of “Sketch” in ${group.groupName}`;
  assert.deepEqual([await app.texts(grace, "sharedNote"), await app.texts(barbara, "sharedNote")], [[one], []]);
  await app.share(ada, 51);
  await app.share(ada, 45);
  assert.deepEqual(await app.texts(grace, "sharedNote"), ["2 new notes near your page of “Sketch”"]);
  assert.deepEqual(await app.texts(barbara, "sharedNote"), []);
});

test("a note that is shared again is no news, one that is not any more takes its notice back, and so does one that is removed", async (app) => {
  const { ada, grace, bookId, call } = app;
  await app.turnTo(grace, 50);
  await app.share(ada, 50);
  await app.setShared(ada, 50, true);
  assert.equal((await app.texts(grace, "sharedNote"))[0].startsWith("Ada shared"), true);
  await app.setShared(ada, 50, false);
  assert.deepEqual(await app.texts(grace, "sharedNote"), []);
  await app.setShared(ada, 50, true);
  await call("POST", `/books/${bookId}/notes/50`, ada, { content: "", pageNumber: 50, bookId });
  assert.deepEqual(await app.texts(grace, "sharedNote"), []);
});

test("a plan that is set or changed is news to the members, and none once it is removed", async (app) => {
  const { ada, grace, group, bookId } = app;
  await app.plan("2126-03-02", "2126-03-29");
  const one = `Ada set the plan of “Sketch” in ${group.groupName}`;
  assert.deepEqual([await app.texts(grace, "plan"), await app.texts(ada, "plan")], [[one], []]);
  await app.plan("2126-03-02", "2126-03-29");
  assert.deepEqual(await app.texts(grace, "plan"), [one]);
  await app.plan("2126-03-02", "2126-04-29");
  assert.deepEqual(await app.texts(grace, "plan"), ["The plan of “Sketch” has changed 2 times"]);
  await app.call("DELETE", `/books/${bookId}/plan`, ada);
  assert.deepEqual(await app.texts(grace, "plan"), []);
});

test("a message about a page is asked as a question there, once by each member, and not while it is hidden", async (app) => {
  const { ada, grace, mallory, group, bookId } = app;
  const about = await app.say(ada, "Why the cards?", 40);
  assert.equal(codeOf(await app.askBy(grace, about)), "404 message_not_found");
  assert.equal(codeOf(await app.askBy(mallory, about)), "404 message_not_found");
  assert.equal(codeOf(await app.askBy(ada, await app.say(ada, "Hello"))), "400 no_page");
  assert.equal(codeOf(await app.askBy(ada, await app.say(ada, "y".repeat(1001), 40))), "400 no_question");
  await app.turnTo(grace, 40);
  const { status, body } = await app.askBy(grace, about);
  assert.deepEqual([status, body.question.page, body.question.question], [201, 40, "Why the cards?"]);
  assert.equal((await app.askBy(grace, about)).body.question.id, body.question.id);
  const page = await (await visit(app, `/group/${group.id}?message=${about.seq}`, ada)).text();
  assert.match(page, /Ask about this page/);
  const path = `/group/${group.id}/messages/${about.id}/question`;
  const asked = await submit(app, `${path}?message=${about.seq}`, ada, { bookId });
  assert.equal(asked.status, 303);
  assert.match(
    asked.headers.get("Location")!,
    new RegExp(`^/group/${group.id}/books/${bookId}\\?tab=questions&question=`),
  );
});

import assert from "node:assert/strict";
import { startCast } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";
import { codeOf } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";

const startsAt = "2030-05-01T18:00:00.000Z";
const endsAt = "2030-05-01T19:00:00.000Z";
const file = { title: "Emma", author: "Jane Austen", pageCount: 100 };

/** A conversation of Ada and Grace in which all is used that a group has. */
async function withAll() {
  const app = await startCast();
  const { call, ada, grace } = app;
  const answer = async (method: string, path: string, as = ada, body?: unknown) => {
    const answered = await call(method, path, as, body);
    assert.ok(answered.status < 300, `${method} ${path}: ${codeOf(answered)}`);
    return answered.body;
  };
  await answer("POST", `/friends/request/${grace.id}`, ada);
  await answer("POST", `/friends/request/${ada.id}`, grace);
  const { group } = await answer("POST", `/users/${grace.id}/conversation`);
  const direct = `/groups/${group.id}`;
  const { book } = await answer("POST", `/books/groups/${group.id}/books`, ada, file);
  const { book: suggested } = await answer("POST", `/books/groups/${group.id}/books`, ada, {
    ...file,
    title: "Persuasion",
    state: "suggested",
  });
  const { message } = await answer("POST", `${direct}/messages`, ada, { content: "Hello" });
  for (const [as, page] of [[ada, 40], [grace, 100]] as const) {
    await answer("PUT", `/books/${book.id}/progress`, as, { currentPage: page });
    await answer("PUT", `/books/${book.id}/sharing`, as, { shared: true });
    await answer("POST", `/books/${book.id}/notes/3`, as, {
      bookId: book.id,
      pageNumber: 3,
      content: `A note of ${as.fullName}`,
    });
    await answer("PUT", `/books/${book.id}/notes/3/sharing`, as, { shared: true });
  }
  const { question } = await answer("POST", `/books/${book.id}/questions`, ada, { page: 2, question: "Why?" });
  await answer("PUT", `/questions/${question.id}/answer`, grace, { content: "Because" });
  const { meeting } = await answer("POST", `${direct}/meetings`, ada, {
    title: "Tea",
    startsAt,
    endsAt,
    timeZone: "Europe/London",
  });
  const { notes } = await answer("GET", `/books/${book.id}/notes`, grace);
  const { id: noteId } = notes.find(({ user }: { user: { id: string } }) => user.id === grace.id);
  return { ...app, answer, group, direct, book, suggested, message, question, meeting, noteId };
}

type App = Awaited<ReturnType<typeof withAll>>;

const test = inScene(withAll);

/** All calls by which a member writes in a group. */
const writes = (app: App): [method: string, path: string, body?: unknown][] => {
  const { direct, book, suggested, message, question, meeting, noteId, group } = app;
  const at = `/books/${book.id}`;
  return [
    ["POST", `${direct}/messages`, { content: "Again" }],
    ["POST", `${direct}/messages`, { content: "Again", replyTo: message.id }],
    ["PUT", `${direct}/messages/${message.id}`, { content: "Other" }],
    ["PUT", `${direct}/messages/${message.id}/reactions/🎉`],
    ["PUT", `${direct}/messages/${message.id}/pin`],
    ["POST", `${direct}/messages/${message.id}/question`, { bookId: book.id, page: 2 }],
    ["POST", `${direct}/timer`, { minutes: 25 }],
    ["POST", `${direct}/timer/join`],
    ["PUT", `${direct}/threads/${message.seq}/read`, { seq: 1 }],
    ["PUT", `${direct}/sharing`, { shared: true }],
    ["PUT", `${direct}/overview/agreement`, { shared: true }],
    ["POST", `${direct}/meetings`, { title: "More", startsAt, endsAt, timeZone: "Europe/London" }],
    ["PUT", `/meetings/${meeting.id}`, { ...meeting, title: "Other" }],
    ["PUT", `/meetings/${meeting.id}/reply`, { reply: "yes" }],
    ["DELETE", `/meetings/${meeting.id}`],
    ["POST", `/books/groups/${group.id}/books`, { ...file, title: "Other" }],
    ["PUT", at, { title: "Other" }],
    ["PUT", `/books/${suggested.id}`, { title: "Other" }],
    ["PUT", `/books/${suggested.id}/interest`],
    ["DELETE", `/books/${suggested.id}`],
    ["DELETE", at],
    ["PUT", `${at}/plan`, { startsAt: "2030-01-01", targetAt: "2030-02-01", days: [1] }],
    ["DELETE", `${at}/plan`],
    ["PUT", `${at}/chapters`, [{ title: "One", page: 1 }]],
    ["PUT", `${at}/progress`, { currentPage: 41 }],
    ["PUT", `${at}/progress`, { currentPage: 100 }],
    ["PUT", `${at}/sharing`, { shared: true }],
    ["POST", `${at}/notes/3`, { bookId: book.id, pageNumber: 3, content: "Other" }],
    ["PUT", `${at}/notes/3/sharing`, { shared: true }],
    ["POST", `${at}/notes/4`, { bookId: book.id, pageNumber: 4, content: "More" }],
    ["PUT", `${at}/notes/4/sharing`, { shared: true }],
    ["POST", `/notes/${noteId}/answers`, { content: "More" }],
    ["POST", `${at}/questions`, { page: 2, question: "More?" }],
    ["PUT", `/questions/${question.id}/answer`, { content: "More" }],
    ["PUT", `${at}/review`, { stars: 5, text: "Good" }],
  ];
};

/** What Grace is shown of the conversation, and is told of it. */
async function shownTo(app: App) {
  const { group, direct, book, question, grace } = app;
  const paths = [
    direct,
    ...["messages", "pins", "threads", "meetings", "changes?after=0", "timer"].map((of) => `${direct}/${of}`),
    `/books/groups/${group.id}/books`,
    ...["readers", "plan", "chapters", "notes", "questions", "talk", "reviews", "anchors"].map((of) =>
      `/books/${book.id}/${of}`
    ),
    `/questions/${question.id}/answers`,
    "/notices",
    "/overview",
    "/conversations",
  ];
  const answers = await Promise.all(paths.map((path) => app.call("GET", path, grace)));
  return Object.fromEntries(answers.map(({ status, body }, index) => [paths[index], { status, body }]));
}

const ends: Record<string, (app: App) => Promise<unknown>> = {
  "ends their friendship": ({ answer, grace }) => answer("DELETE", `/friends/unfriend/${grace.id}`),
  "is blocked by Grace": ({ answer, ada, grace }) => answer("PUT", `/users/${ada.id}/block`, grace),
};

for (const [what, end] of Object.entries(ends)) {
  test(`Once Ada ${what}, nothing that Ada does in their conversation reaches Grace`, async (app) => {
    const { ada, grace, group, book, call } = app;
    using socket = await connect(app.url, grace.token);
    await socket.join(group.id);
    await end(app);
    const { readers } = (await call("GET", `/books/${book.id}/readers`, grace)).body;
    assert.deepEqual(readers, []);
    const before = await shownTo(app);
    const statuses = Object.entries(before).filter(([, { status }]) => status !== 200);
    assert.deepEqual(statuses, []);
    await socket.unread();
    using theirs = await connect(app.url, ada.token);
    await theirs.join(group.id);
    assert.equal((await theirs.ask("typing", group.id)).success, false);
    for (const [method, path, body] of writes(app)) {
      await call(method, path, ada, body);
      assert.deepEqual(await shownTo(app), before, `${method} ${path}`);
    }
    assert.deepEqual(await socket.unread(), []);
  });
}

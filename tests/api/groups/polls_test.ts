import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { closeDuePolls } from "../../../server/actions/groups/poll_closing.ts";
import { polls as limits } from "../../../server/contract/groups/limits.ts";
import { pollTexts } from "../../../server/contract/groups/poll_texts.ts";
import { type Person } from "../../support/app.ts";
import { beforeWrite } from "../../support/before_write.ts";
import { startReading } from "../../support/cast.ts";
import { assertFailure, codeOf } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";

const never = new AbortController().signal;

async function withClock() {
  let now = Date.now();
  const cast = await startReading({ clock: () => now });
  const { call, here, bookId, ada } = cast;
  const question = "What next?";
  const options = [{ bookId }, { text: " Emma " }, { text: "Ivanhoe" }];
  const open = async (more = {}, as = ada) =>
    await call("POST", `${here}/polls`, as, { question, kind: "one", options, ...more });
  const vote = (as: Person, id: string, ...options: string[]) => call("PUT", `/polls/${id}/vote`, as, { options });
  const notices = async (as: Person) =>
    (await call("GET", "/notices", as)).body.notices.filter(({ kind }: { kind: string }) => kind === "poll")
      .map(({ text }: { text: string }) => text);
  return { ...cast, open, vote, notices, pass: (ms: number) => now += ms };
}

Deno.test("Ada opens a poll, which a message presents with the way to it and of which Grace is notified", async () => {
  await using app = await withClock();
  const { ada, grace, call, circle, bookId } = app;
  const clientId = crypto.randomUUID();
  const { status, body: { poll } } = await app.open({ clientId });
  const { id, options, ...made } = poll;
  assert.equal(status, 201);
  assert.deepEqual(made, {
    groupId: circle.id,
    question: "What next?",
    kind: "one",
    secret: false,
    mine: [],
    voted: 0,
    closesAt: null,
    closedAt: null,
    winner: null,
    mayChange: true,
  });
  const shown = options.map(({ id: _, ...option }: { id: string }) => option);
  const empty = { votes: null, voters: null };
  assert.deepEqual(shown, [
    { text: "Sketch", bookId, ...empty },
    { text: "Emma", bookId: null, ...empty },
    { text: "Ivanhoe", bookId: null, ...empty },
  ]);
  assert.equal((await app.open({ clientId })).body.poll.id, id, "sent again it is made once");
  const messages = await app.messages(grace);
  assert.deepEqual(
    messages.map(({ content, userId, poll }) => [content, userId, poll]),
    [["What next?", ada.id, { url: `/group/${circle.id}/polls/${id}`, text: "Poll. Choose one:", action: "Vote" }]],
  );
  assert.equal((await app.notices(grace)).length, 1);
  assert.match((await app.notices(grace))[0], /opened a poll in .*: “What next\?”/);
  assert.deepEqual(await app.notices(ada), []);
  assert.equal((await call("GET", `/polls/${id}`, grace)).body.poll.mayChange, false);
  assertFailure(await app.open({}, grace), {
    status: 403,
    code: "organizers_only",
    message: pollTexts.onlyOrganizers,
  });
});

Deno.test("a poll closes at its time, once and with its winner, whether it is swept or looked at, and takes no vote then", async () => {
  await using app = await withClock();
  const { ada, grace, call, here } = app;
  const closesAt = (ms: number) => new Date(app.deps.clock() + ms).toISOString();
  const ids = [];
  for (const kind of ["one", "ranked"]) {
    const { body: { poll: { id, options } } } = await app.open({ kind, closesAt: closesAt(60_000) });
    for (const who of [ada, grace]) assert.equal((await app.vote(who, id, options[1].id)).status, 200);
    ids.push(id);
  }
  app.pass(60_000);
  const { body: { poll: first } } = await call("GET", `/polls/${ids[0]}`, grace);
  assert.deepEqual([first.closedAt, first.winner], [first.closesAt, first.options[1].id]);
  await Promise.all([1, 2].map(() => closeDuePolls(app.deps, never)));
  const { polls } = (await call("GET", `${here}/polls`, grace)).body;
  assert.ok(polls.every(({ winner, closedAt }: { winner: string; closedAt: string }) => winner && closedAt));
  const closed = { status: 409, code: "poll_closed", message: pollTexts.takesNoVotes };
  assertFailure(await app.vote(grace, ids[0], first.options[0].id), closed);
  assertFailure(await call("POST", `/polls/${ids[0]}/close`, ada), closed);
  const winner = `is closed: ${first.options[1].text} has won`;
  const said = (await app.notices(ada)).filter((text: string) => text.endsWith(winner));
  assert.equal(said.length, 2, "once for each, their maker too");
});

Deno.test("a vote that Grace sent in time counts although it arrives while the votes are counted", async () => {
  await using app = await withClock();
  const { ada, grace, call } = app;
  const closesAt = new Date(app.deps.clock() + 60_000).toISOString();
  const { body: { poll: { id, options: [one, two] } } } = await app.open({ kind: "ranked", closesAt });
  await app.vote(ada, id, one.id, two.id);
  app.pass(60_000);
  beforeWrite(app.deps.db, /update polls set closed_at/, async () => {
    app.pass(-1);
    for (const person of [ada, grace]) assert.equal((await app.vote(person, id, two.id)).status, 200);
    app.pass(1);
  });
  await closeDuePolls(app.deps, never);
  assert.equal((await call("GET", `/polls/${id}`, grace)).body.poll.winner, two.id);
  assert.equal((await app.messages(grace))[0].poll?.text, `${two.text} has won:`);
  assert.match((await app.notices(grace))[0], new RegExp(`is closed: ${two.text} has won$`));
});

Deno.test("Ada closes her poll: a tie has no winner, ranked votes are counted by instant run-off, and Grace hears of it", async () => {
  await using app = await withClock();
  const { ada, grace, call } = app;
  const [nora, emmy] = [await app.person("Nora"), await app.person("Emmy")];
  for (const { id } of [nora, emmy]) await call("POST", `/groups/${app.circle.id}/members`, ada, { userId: id });
  const close = async (id: string) => (await call("POST", `/polls/${id}/close`, ada)).body.poll;
  const { body: { poll: tied } } = await app.open({ secret: true });
  await app.vote(ada, tied.id, tied.options[0].id);
  await app.vote(grace, tied.id, tied.options[1].id);
  const { winner, options } = await close(tied.id);
  assert.deepEqual([winner, options[0].votes, options[0].voters], [null, 1, null]);
  const { body: { poll: ranked } } = await app.open({ kind: "ranked" });
  const [one, two, three] = ranked.options.map(({ id }: { id: string }) => id);
  await app.vote(ada, ranked.id, one);
  for (const who of [grace, emmy]) await app.vote(who, ranked.id, two);
  assert.deepEqual((await app.vote(nora, ranked.id, three, two)).body.poll.mine, [three, two]);
  assert.equal((await close(ranked.id)).winner, two);
  const said: string[] = await app.notices(grace);
  for (const end of ["is closed", `is closed: ${ranked.options[1].text} has won`]) {
    assert.equal(said.filter((text) => text.endsWith(end)).length, 1, end);
  }
  assert.equal((await call("POST", `/polls/${ranked.id}/close`, grace)).body.code, "poll_closed");
  assert.equal((await call("DELETE", `/polls/${ranked.id}`, grace)).body.code, "organizers_only");
  assert.equal((await call("DELETE", `/polls/${ranked.id}`, ada)).body.message, pollTexts.deleted);
  assert.equal((await call("GET", `/polls/${ranked.id}`, ada)).body.code, "poll_not_found");
});

Deno.test("what Ada has asked by a poll cannot be changed in its message", async () => {
  await using app = await withClock();
  const { ada, call, circle } = app;
  await app.open();
  const { messages: [message] } = (await call("GET", `/groups/${circle.id}/messages`, ada)).body;
  const path = `/groups/${circle.id}/messages/${message.id}`;
  assert.equal(codeOf(await call("PUT", path, ada, { content: "Something else?" })), "409 poll_asked");
  assert.equal((await call("GET", `/groups/${circle.id}/messages`, ada)).body.messages[0].content, message.content);
});

Deno.test("the message of a poll says what has won once it is closed, by itself in a window that is open", async () => {
  await using app = await withClock();
  const { ada, grace, call } = app;
  const presented = async () => (await app.messages(grace)).map(({ poll }) => poll && [poll.text, poll.action]);
  const { body: { poll } } = await app.open({ question: `What next, @${grace.username}?`, kind: "ranked" });
  await app.vote(grace, poll.id, poll.options[1].id);
  const { body: { poll: unanswered } } = await app.open({ kind: "many" });
  assert.deepEqual(await presented(), [
    ["Poll. Rank the options:", "Vote"],
    ["Poll. Choose any number:", "Vote"],
  ]);
  assert.equal((await app.messages(grace))[0].mentions[0], grace.id);
  using socket = await connect(app.url, grace.token);
  await socket.join(app.circle.id);
  for (const { id } of [poll, unanswered]) await call("POST", `/polls/${id}/close`, ada);
  const { revs } = await socket.next("changesDelayed");
  const { messages } = (await call("GET", `${app.here}/changes?after=${revs[0] - 1}`, grace)).body;
  assert.equal(messages[0].poll.text, "Emma has won:");
  assert.deepEqual(await presented(), [
    ["Emma has won:", "See the results"],
    ["Poll closed, without a winner:", "See the results"],
  ]);
});

Deno.test("where there is no room for the message of a poll there is no poll either", async () => {
  await using app = await withClock();
  const { ada, call, here, deps: { db, config } } = app;
  await db.write([db.q.run(sql`update account_storage set bytes = ${config.accountQuota}`)]);
  assert.equal(codeOf(await app.open()), "413 account_full");
  assert.deepEqual((await call("GET", `${here}/polls`, ada)).body.polls, []);
  assert.deepEqual(await app.messages(ada), []);
});

Deno.test("a poll that is deleted takes its message and its notices with it", async () => {
  await using app = await withClock();
  const { ada, grace, call } = app;
  const { body: { poll } } = await app.open();
  await call("POST", `/polls/${poll.id}/close`, ada);
  assert.equal((await app.notices(grace)).length, 2);
  await call("DELETE", `/polls/${poll.id}`, ada);
  assert.deepEqual(await app.notices(grace), []);
  const [{ content, deletedAt }] = await app.messages(grace);
  assert.deepEqual([content, deletedAt !== null], ["", true]);
});

Deno.test("what makes no poll, and no vote, is refused with the reason at its field", async () => {
  await using app = await withClock();
  const { ada, call, here } = app;
  const texts = (...options: string[]) => ({ options: options.map((text) => ({ text })) });
  const { min, max } = limits.options;
  const wrong: [object, string, string?][] = [
    [texts("One"), "options", pollTexts.optionCount(min, max)],
    [texts(...Array.from({ length: max + 1 }, (_, n) => `${n}`)), "options", pollTexts.optionCount(min, max)],
    [texts("One", "One "), "options", pollTexts.twice],
    [texts("One", "x".repeat(limits.option + 1)), "options.1.text"],
    [{ options: [{ text: "One" }, {}] }, "options.1", pollTexts.textOrBook],
    [{ options: [{ text: "One" }, { bookId: "unknown" }] }, "options", pollTexts.unknownBook],
    [{ question: "x".repeat(limits.question + 1) }, "question"],
    [{ closesAt: "soon" }, "closesAt", pollTexts.noTime],
    [{ closesAt: new Date(app.deps.clock()).toISOString() }, "closesAt", pollTexts.closesBefore],
    [{ kind: "both" }, "kind"],
  ];
  for (const [more, path, message] of wrong) {
    const { status, body } = await app.open(more);
    assert.deepEqual([status, body.code, body.issues[0].path], [400, "invalid_input", path], JSON.stringify(more));
    if (message) assert.equal(body.issues[0].message, message);
  }
  assert.deepEqual((await call("GET", `${here}/polls`, ada)).body.polls, []);
  const { body: { poll } } = await app.open();
  const [one, two] = poll.options.map(({ id }: { id: string }) => id);
  for (
    const [options, message] of [
      [[], pollTexts.chooseOne],
      [[one, one], pollTexts.chosenTwice],
      [[one, two], pollTexts.onlyOne],
      [["unknown"], pollTexts.unknownOption],
    ] as [string[], string][]
  ) {
    assert.equal((await app.vote(ada, poll.id, ...options)).body.issues[0].message, message);
  }
});

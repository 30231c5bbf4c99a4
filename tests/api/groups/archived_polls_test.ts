/** What an archive has of polls, and what of that is read back. */
import assert from "node:assert/strict";
import { strFromU8, unzipSync } from "fflate";
import type { Poll } from "../../../server/contract/groups/poll_shapes.ts";
import { pollTexts } from "../../../server/contract/groups/poll_texts.ts";
import type { Person, TestApp } from "../../support/app.ts";
import { type Archive, archiveOf, readBack, zipped } from "../../support/archives.ts";
import { startReading } from "../../support/cast.ts";
import { visit } from "../../support/requests.ts";

const start = () => startReading({ env: { ORGANIZERS_ADD_PEOPLE: "true" } });

const filesOf = (archive: Archive): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(unzipSync(archive)).map((
      [name, bytes],
    ) => [name, name.endsWith(".json") ? JSON.parse(strFromU8(bytes)) : bytes]),
  );

/** The archive with its polls as an older or another server would have written them. */
function withPolls(archive: Archive, change: (poll: Record<string, unknown>) => Record<string, unknown>): Archive {
  const files = filesOf(archive);
  return zipped({ ...files, "polls.json": (files["polls.json"] as Record<string, unknown>[]).map(change) });
}

async function pollsIn(app: TestApp, by: Person, archive: Archive) {
  const { status, body } = await readBack(app, by, archive);
  assert.equal(status, 201, JSON.stringify(body));
  const { polls }: { polls: Poll[] } = (await app.call("GET", `/groups/${body.group.id}/polls`, by)).body;
  return { polls, people: body.people, leftOut: body.leftOut };
}

/** How many voted for each of its options, and the number of the one that has won, from 1. */
const resultOf = ({ options, winner }: Poll) => [
  options.map(({ votes }) => votes),
  options.findIndex(({ id }) => id === winner) + 1,
];

Deno.test("of options with the same text the one wins that had won, by its number or else by the votes", async () => {
  await using app = await start();
  const { call, here, ada, grace, shelf, circle } = app;
  const options = [];
  for (const author of ["Austen", "McCall"]) {
    const draft = { title: "Emma", author, pageCount: 100, state: "suggested" };
    options.push({ bookId: (await call("POST", shelf, ada, draft)).body.book.id });
  }
  for (const secret of [false, true]) {
    const { poll } =
      (await call("POST", `${here}/polls`, ada, { question: "Next?", kind: "one", options, secret })).body;
    for (const by of [ada, grace]) await call("PUT", `/polls/${poll.id}/vote`, by, { options: [poll.options[1].id] });
    await call("POST", `/polls/${poll.id}/close`, ada);
  }
  const archive = await archiveOf(app, ada, circle.id);
  const winners = async (archive: Archive) =>
    (await pollsIn(app, ada, archive)).polls.toSorted((a, b) => +a.secret - +b.secret).map((poll) => resultOf(poll)[1]);
  assert.deepEqual(await winners(archive), [2, 2]);
  const older = withPolls(archive, ({ winnerOption: _, ...poll }) => poll);
  assert.deepEqual(await winners(older), [2, 0]);
  const wrong = withPolls(archive, (poll) => ({ ...poll, winner: "Emma", winnerOption: 20 }));
  assert.deepEqual(await winners(wrong), [0, 0]);
});

Deno.test("votes of people who have left are read back, and where some are not there a poll has none", async () => {
  await using app = await start();
  const { call, here, ada, grace, circle } = app;
  const barbara = await app.person("Barbara");
  await call("POST", `${here}/members`, ada, { userId: barbara.id });
  for (const [question, kind] of [["Tea or milk?", "one"], ["In which order?", "ranked"]]) {
    const options = [{ text: "Tea" }, { text: "Milk" }];
    const { poll } = (await call("POST", `${here}/polls`, ada, { question, kind, options })).body;
    const numbers = kind === "one" ? [1] : [1, 0];
    await call("PUT", `/polls/${poll.id}/vote`, ada, { options: [poll.options[0].id] });
    for (const by of [grace, barbara]) {
      await call("PUT", `/polls/${poll.id}/vote`, by, { options: numbers.map((n) => poll.options[n].id) });
    }
    await call("POST", `/polls/${poll.id}/close`, ada);
  }
  await call("DELETE", `${here}/members/${barbara.id}`, barbara);
  const archive = await archiveOf(app, ada, circle.id);
  const whole = await pollsIn(app, ada, archive);
  assert.deepEqual([whole.polls.map(resultOf), whole.people, whole.leftOut], [[[[1, 2], 2], [[1, 2], 2]], 2, 0]);

  type Ballot = { by: string; options: number[] };
  for (
    const change of [
      (ballots: Ballot[]) => ballots.filter(({ by }) => by !== "barbara"),
      (ballots: Ballot[]) => [...ballots, { by: "mallory", options: [1] }],
      (ballots: Ballot[]) => ballots.map(({ by }) => ({ by, options: [1] })),
    ]
  ) {
    const changed = withPolls(archive, (poll) => ({ ...poll, ballots: change(poll.ballots as Ballot[]) }));
    const { polls, people } = await pollsIn(app, ada, changed);
    assert.deepEqual([polls.map(resultOf), people], [[[[null, null], 2], [[null, null], 2]], 1]);
    const page = await (await visit(app, `/group/${polls[0].groupId}/polls/${polls[0].id}`, ada)).text();
    assert.ok(page.includes(pollTexts.notCounted) && !page.includes("<progress"));
  }
});

Deno.test("of a secret poll that was read back the winner is shown, and no number of votes", async () => {
  await using app = await start();
  const { call, here, ada, grace, circle } = app;
  for (const [question, of] of [["Which day?", [ada, grace]], ["Nobody?", []]] as const) {
    const options = [{ text: "Monday" }, { text: "Tuesday" }];
    const { poll } = (await call("POST", `${here}/polls`, ada, { question, kind: "one", secret: true, options })).body;
    for (const by of of) await call("PUT", `/polls/${poll.id}/vote`, by, { options: [poll.options[1].id] });
    await call("POST", `/polls/${poll.id}/close`, ada);
  }
  const { polls } = await pollsIn(app, ada, await archiveOf(app, ada, circle.id));
  const shown = polls.map((
    { question, voted, ...poll },
  ) => [question, voted, ...resultOf({ question, voted, ...poll })]);
  assert.deepEqual(shown.sort(), [["Nobody?", 0, [0, 0], 0], ["Which day?", null, [null, null], 2]]);

  const { id, groupId } = polls.find(({ voted }) => voted === null)!;
  const { body } = await call("GET", `/polls/${id}`, ada);
  assert.equal(body.poll.voted, null);
  const list = await (await visit(app, `/group/${groupId}/polls`, ada)).text();
  const [item] = list.split("<li").filter((item) => item.includes(`/polls/${id}`));
  assert.ok(/Winner: <bdi>Tuesday/.test(item) && !/\d votes?/.test(item), item);
  const page = await (await visit(app, `/group/${groupId}/polls/${id}`, ada)).text();
  assert.ok(page.includes(pollTexts.notCounted) && !/\d votes?|\d of \d/.test(page));
  const { messages } = (await call("GET", `/groups/${groupId}/messages`, ada)).body;
  assert.ok(messages.every(({ poll }: { poll: { text: string } }) => !/\d/.test(poll.text)));
});

import assert from "node:assert/strict";
import { insertPoll } from "../../db/groups/new_polls.ts";
import { startCast } from "../support/cast.ts";
import { inScene } from "../support/in_scene.ts";
import { connect } from "../support/socket.ts";

const test = inScene(startCast);

const hour = 3_600_000;

test("sockets that watch a group are told at once which part of it has changed, then seldom; others are not, nor outsiders", async (app) => {
  const { ada, grace, mallory, circle: { id: groupId }, here, call, post } = app;
  const first = await post(grace, "Shall we?");
  const options = ["Emma", "Ulysses"].map((text) => ({ id: text, text }));
  const poll = { question: "What next?", kind: "one" as const, options, closesAt: null, isSecret: false };
  assert.ok(await insertPoll(app.deps.db, ada.id, { ...poll, id: "poll", messageId: "message", groupId }, Date.now()));
  using graces = await connect(app.url, grace.token);
  using elsewhere = await connect(app.url, grace.token);
  using mallorys = await connect(app.url, mallory.token);
  assert.ok((await graces.ask("watchGroup", groupId)).success);
  assert.equal((await mallorys.ask("watchGroup", groupId)).error, "Group not found");

  const told = () => graces.unread("partChanged");
  const vote = (option: string) => call("PUT", "/polls/poll/vote", ada, { options: [option] });
  await vote("Emma");
  assert.deepEqual(await told(), [["partChanged", { groupId, part: "polls" }]]);
  for (let n = 0; n < 10; n++) await vote("Ulysses");
  assert.ok((await told()).length <= 3, "all those of a few seconds are told together");
  await post(ada, "No reply");
  assert.ok((await told()).every(([, { part }]) => part === "polls"));
  await post(ada, "We shall", { replyTo: first.id });
  assert.deepEqual((await told()).at(-1)![1], { groupId, part: "threads" });
  const [startsAt, endsAt] = [1, 2].map((hours) => new Date(Date.now() + hours * hour).toISOString());
  await call("POST", `${here}/meetings`, ada, { title: "Tea", startsAt, endsAt, timeZone: "UTC" });
  assert.deepEqual((await told()).at(-1)![1], { groupId, part: "meetings" });
  await call("POST", `/books/groups/${groupId}/books`, ada, { title: "Emma", state: "suggested" });
  assert.deepEqual((await told()).at(-1)![1], { groupId, part: "shelf" });
  for (const socket of [elsewhere, mallorys]) assert.deepEqual(await socket.unread("partChanged"), []);
});

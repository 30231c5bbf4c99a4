import assert from "node:assert/strict";
import { pollIn, voteIn } from "../../server/contract/groups/poll_form.ts";

Deno.test("the form of a poll has books that are ticked and an option on each line, and a time of its reader's zone", () => {
  const typed = { question: "Next?", kind: "one", options: " Emma \n\nIvanhoe", timeZone: "Europe/Berlin" };
  const { options, closesAt, secret } = pollIn({
    ...typed,
    "book b1": "on",
    closesAt: "2026-12-01T19:00",
    secret: "on",
  });
  assert.deepEqual(options, [{ bookId: "b1" }, { text: "Emma" }, { text: "Ivanhoe" }]);
  assert.deepEqual([closesAt, secret], ["2026-12-01T18:00:00.000Z", true]);
  const empty = pollIn({ ...typed, closesAt: "" });
  assert.deepEqual([empty.closesAt, empty.secret, pollIn({ ...typed, closesAt: "soon" }).closesAt], [null, false, ""]);
});

Deno.test("a vote is a button, boxes that are ticked, or lists in their order of which some are left out", () => {
  assert.deepEqual(voteIn({ option: "a" }).options, ["a"]);
  assert.deepEqual(voteIn({ "option a": "on", "option c": "on", other: "on" }).options, ["a", "c"]);
  assert.deepEqual(voteIn({ "choice 10": "c", "choice 2": "a", "choice 1": "b", "choice 3": "" }).options, [
    "b",
    "a",
    "c",
  ]);
  assert.deepEqual(voteIn({}).options, []);
});

import assert from "node:assert/strict";
import { instantRunOff, mostVoted } from "../../server/contract/groups/instant_run_off.ts";

/** So many ballots of each: `{ "a b": 3 }` is three of voters whose first choice is a, and whose second is b. */
const ballotsOf = (counted: Record<string, number>): string[][] =>
  Object.entries(counted).flatMap(([ballot, count]) => Array(count).fill(ballot.split(" ").filter(Boolean)));

const examples: [what: string, options: string, ballots: Record<string, number>, winner: string | null, out: string][] =
  [
    ["a majority wins in the first round", "a b c", { "a b": 3, "b": 1, "c": 1 }, "a", ""],
    ["half of the ballots is no majority", "a b c", { "a": 2, "b": 1, "c b": 1 }, "a", "c b"],
    // Capitals of Tennessee, a common example: with the fewest first choices Chattanooga goes, and then Nashville.
    [
      "the capital of Tennessee is Knoxville",
      "Memphis Nashville Chattanooga Knoxville",
      {
        "Memphis Nashville Chattanooga Knoxville": 42,
        "Nashville Chattanooga Knoxville Memphis": 26,
        "Chattanooga Knoxville Nashville Memphis": 15,
        "Knoxville Chattanooga Nashville Memphis": 17,
      },
      "Knoxville",
      "Chattanooga Nashville",
    ],
    // Burlington, Vermont, 2009: the last three of the count, with the ballots that named them.
    [
      "the mayor of Burlington did not have the most first choices",
      "Wright Kiss Montroll",
      {
        "Montroll Kiss Wright": 1332,
        "Montroll Wright Kiss": 767,
        "Montroll": 455,
        "Kiss Montroll Wright": 2043,
        "Kiss Wright Montroll": 371,
        "Kiss": 568,
        "Wright Montroll Kiss": 1513,
        "Wright Kiss Montroll": 495,
        "Wright": 1289,
      },
      "Kiss",
      "Montroll",
    ],
    ["an exhausted ballot counts no more", "a b c", { "a": 4, "b": 3, "c": 2 }, "a", "c"],
    ["a majority of those that still count is enough", "a b c d", { "a": 3, "b": 2, "c d": 2, "d c": 2 }, "c", "d b"],
    [
      "of two with the fewest the one with fewer before goes",
      "a b c d",
      { "a": 5, "b": 2, "c": 3, "d b": 1 },
      "a",
      "d b",
    ],
    ["where they never differed the later one goes", "a b c", { "a": 3, "b": 2, "c b": 2 }, "b", "c"],
    ["a tie of all from the start has no winner", "a b", { "a": 1, "b": 1 }, null, ""],
    ["nor has one of three", "a b c", { "a b": 1, "b c": 1, "c a": 1 }, null, ""],
    ["a tie at the end is decided by an earlier round", "a b c", { "a": 3, "b": 2, "c b": 1 }, "a", "c b"],
    ["without ballots nothing wins", "a b", {}, null, ""],
    ["nor by empty ones", "a b", { "": 3 }, null, ""],
    ["one vote decides", "a b c", { "c": 1 }, "c", ""],
  ];

for (const [what, options, ballots, winner, out] of examples) {
  Deno.test(`in an instant run-off ${what}`, () => {
    const counted = instantRunOff(options.split(" "), ballotsOf(ballots));
    assert.equal(counted.winner, winner);
    assert.deepEqual(counted.rounds.flatMap((round) => round.out ?? []).join(" "), out);
  });
}

Deno.test("each round of a run-off counts all ballots that still name an option", () => {
  const { rounds } = instantRunOff(["a", "b", "c"], ballotsOf({ "a": 4, "b c": 3, "c b": 2, "c": 1 }));
  const counts = rounds.map(({ votes }) => votes.map(({ option, count }) => `${option}${count}`).join(" "));
  assert.deepEqual(counts, ["a4 b3 c3", "a4 b5"]);
});

Deno.test("the option with most votes wins, but on a tie, and without votes", () => {
  const most = (...counts: number[]) => mostVoted(counts.map((count, index) => ({ option: "abc"[index], count })));
  assert.deepEqual([most(1, 3, 2), most(2, 2, 1), most(0, 0)], ["b", null, null]);
});

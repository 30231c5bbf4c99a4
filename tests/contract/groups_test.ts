import assert from "node:assert/strict";
import { NewGroup } from "../../server/contract/groups.ts";
import { made } from "./made.ts";

Deno.test("a group's name has at most 80 characters, and its description is optional", () => {
  assert.deepEqual(made(NewGroup, { groupName: " Engine " }), { groupName: "Engine" });
  assert.deepEqual(made(NewGroup, { groupName: "E", description: " " }), { groupName: "E", description: null });
  assert.equal(made(NewGroup, { groupName: " " }), "Group name is required");
  assert.equal(made(NewGroup, { groupName: "x".repeat(81) }), "Please use at most 80 characters.");
});

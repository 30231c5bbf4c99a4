import assert from "node:assert/strict";
import { nameOf, namesOf } from "../../islands/chat/state/state.ts";

const members = { a1: { username: "ada", name: "Ada" }, g2: { username: "grace", name: "Grace" } };

Deno.test("members are shown by their names, also where only the username is known, and those who have left by the username", () => {
  assert.equal(nameOf({ userId: "g2", username: "grace" }, members), "Grace");
  assert.equal(nameOf({ username: "grace" }, members), "Grace");
  assert.equal(nameOf({ userId: "m3", username: "mallory" }, members), "mallory");
  assert.deepEqual(namesOf(["g2", "m3", "a1"], members, "a1"), ["You", "Grace"]);
});

import assert from "node:assert/strict";
import { NewGroup } from "../../server/contract/groups/shapes.ts";
import { unreadBadge } from "../../server/contract/site/unread.ts";
import { made } from "./made.ts";

Deno.test("a group's name has at most 80 characters, and its description is optional", () => {
  assert.deepEqual(made(NewGroup, { groupName: " Engine " }), { groupName: "Engine" });
  assert.deepEqual(made(NewGroup, { groupName: "E", description: " " }), { groupName: "E", description: null });
  assert.equal(made(NewGroup, { groupName: " " }), "Group name is required");
  assert.equal(made(NewGroup, { groupName: "x".repeat(81) }), "Please use at most 80 characters.");
});

Deno.test("a badge counts what is unread and what of it mentions the reader, up to 99 of each, and says both in words", () => {
  assert.deepEqual(unreadBadge({ unread: 3, mentions: 0 }), { count: "3", label: "3 unread" });
  const expected = { count: "3", mentions: "@1", label: "3 unread, 1 mention" };
  assert.deepEqual(unreadBadge({ unread: 3, mentions: 1 }), expected);
  assert.deepEqual(unreadBadge({ unread: 100, mentions: 100 }), {
    count: "99+",
    mentions: "@99+",
    label: "99+ unread, 99+ mentions",
  });
});

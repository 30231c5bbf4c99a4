import assert from "node:assert/strict";
import { type EmojiGroups, findEmoji } from "../../islands/chat/emoji/emoji.ts";
import { Emoji } from "../../server/contract/chat/shapes.ts";
import { emojiData } from "../../islands/runtime/emoji_data.ts";

const groups: EmojiGroups = JSON.parse(emojiData.content);
const found = (query: string, most = 5) => findEmoji(groups, query, most).map(([unicode]) => unicode);

Deno.test("emoji are found by the beginnings of the words of their names, then by others that say the same", () => {
  assert.equal(found("grinning face")[0], "😀");
  assert.equal(found("  BOOK ")[0] !== undefined, true);
  assert.ok(found("tada", 5).includes("🎉"));
  assert.ok(found("red heart").includes("❤️"));
  assert.deepEqual(found("zzzz"), []);
  assert.equal(found("face", 3).length, 3);
});

Deno.test("the file has nine groups, no part of an emoji, and each once", () => {
  const all = groups.flat().map(([unicode]) => unicode);
  assert.equal(groups.length, 9);
  assert.equal(new Set(all).size, all.length);
  assert.deepEqual(all.filter((unicode) => !Emoji.safeParse(unicode).success), [], "all can be reactions");
  assert.ok(!all.includes("🏻") && !all.includes("🇦"));
});

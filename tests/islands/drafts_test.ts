import assert from "node:assert/strict";
import {
  deleteDraft,
  draftKey,
  type DraftPlace,
  draftsOf,
  forgetDrafts,
  readDraft,
  storeDraft,
} from "../../islands/offline/drafts.ts";

// Deno keeps it between runs, an earlier version's too.
localStorage.clear();

const at = (viewerId: string, of: string, ofWindow?: true): DraftPlace => ({ kind: "draft", viewerId, of, ofWindow });

Deno.test("What somebody has begun to write is known by its text, whatever is stored with it", () => {
  storeDraft(at("emmy", "question"), { content: '{"as":"typed"}' });
  storeDraft(at("emmy", "note"), { content: "A note", base: null });
  storeDraft(at("emmy", "about"), { content: "", anchor: { bookId: "sketch", page: 5 } });
  storeDraft(at("emmy", "message", true), { content: "Half a message", returned: [] });
  localStorage.setItem(draftKey(at("emmy", "by an earlier version")), "null");
  localStorage.setItem(draftKey(at("emmy", "broken")), '{"content"');
  assert.deepEqual(draftsOf("emmy").sort(), ["A note", "Half a message", "null", '{"as":"typed"}', '{"content"']);
  assert.deepEqual(draftsOf("emmy", { isOwn: true }), ["Half a message"]);
  assert.deepEqual(draftsOf("lise"), []);
  assert.deepEqual(readDraft(at("emmy", "note")), { content: "A note", base: null });
});

Deno.test("A draft that another window has stored in the place of this one's stays when this one's is deleted", () => {
  const place = at("emmy", "answer");
  storeDraft(place, { content: "Here" });
  localStorage.setItem(draftKey(place), JSON.stringify({ content: "There" }));
  assert.equal(readDraft(place)?.content, "Here");
  deleteDraft(place);
  assert.equal(readDraft(place)?.content, "There");
  deleteDraft(place);
  assert.equal(readDraft(place), undefined);
});

Deno.test("All that Ada has begun to write is forgotten at once, and not stored again; what Grace has stays", () => {
  const places = (viewerId: string) => [at(viewerId, "somewhere"), at(viewerId, "here", true)];
  for (const place of [...places("ada"), ...places("grace")]) storeDraft(place, { content: "Half a sent" });
  forgetDrafts("ada");
  assert.deepEqual(draftsOf("ada"), []);
  assert.deepEqual(draftsOf("grace"), Array(2).fill("Half a sent"));
  // As a chat does when its page is left.
  storeDraft(places("ada")[1], { content: "Half a sentence" });
  assert.equal(readDraft(places("ada")[1]), undefined);
  forgetDrafts("grace");
});

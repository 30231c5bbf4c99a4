import assert from "node:assert/strict";
import { type DraftPlace, draftsOf, forgetDrafts, readDraft, storeDraft } from "../../islands/offline/drafts.ts";

Deno.test("What somebody has begun to write is known by its text, whatever is stored with it, and nothing that they sent", () => {
  const at = (kind: DraftPlace["kind"], of = "here"): DraftPlace => ({ kind, viewerId: "emmy", of });
  storeDraft(at("draft"), '{"as":"typed"}');
  storeDraft(at("later"), "null");
  storeDraft(at("note"), JSON.stringify({ content: "A note", base: null }));
  storeDraft(
    at("unsent"),
    JSON.stringify({ draft: "and", pending: [{ content: "on its way" }], returned: [{ content: "Back" }] }),
  );
  storeDraft(at("unsent", "there"), JSON.stringify({ draft: "", pending: [{ content: "on its way" }], returned: [] }));
  storeDraft(at("note", "there"), "no note");
  assert.deepEqual(draftsOf("emmy"), ['{"as":"typed"}', "A note", "null", "Back\nand"]);
  assert.deepEqual(draftsOf("lise"), []);
});

Deno.test("All that Ada has begun to write is forgotten at once, and not stored again; what Grace has stays", () => {
  const places = (viewerId: string): DraftPlace[] =>
    (["draft", "note", "later", "unsent"] as const).map((kind) => ({ kind, viewerId, of: "somewhere" }));
  for (const place of [...places("ada"), ...places("grace")]) storeDraft(place, "Half a sent");
  forgetDrafts("ada");
  assert.deepEqual(places("ada").map(readDraft), Array(4).fill(null));
  assert.deepEqual(places("grace").map(readDraft), Array(4).fill("Half a sent"));
  // As a chat does when its page is left.
  storeDraft(places("ada")[3], "Half a sentence");
  assert.equal(readDraft(places("ada")[3]), null);
  forgetDrafts("grace");
});

import assert from "node:assert/strict";
import { changesIn, unusualIn, usualSettings } from "../../server/contract/groups/settings_shapes.ts";

Deno.test("a form of settings changes what was changed in it, and not what another organizer has changed since", () => {
  const was = JSON.stringify(unusualIn({ ...usualSettings, everyone: true }));
  const fields = {
    plan: "members",
    contents: "members",
    shelf: "organizers",
    texts: "members",
    quietFrom: "",
    quietTo: "",
  };
  assert.deepEqual(changesIn({ ...fields, was }), { shelf: "organizers", everyone: false });
  for (const unreadable of ["{", "", undefined]) {
    assert.equal(
      Object.keys(changesIn({ ...fields, ...unreadable !== undefined && { was: unreadable } }) as object).length,
      10,
    );
  }
});

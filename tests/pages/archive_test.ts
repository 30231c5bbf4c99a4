import assert from "node:assert/strict";
import { read } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";
import { readTogether } from "../support/readers.ts";

const test = inScene(readTogether);

test("members see what is in the archive of their group, and its organizers download it", async (app) => {
  const path = `/group/${app.group.id}/archive`;
  const [adas, graces] = await Promise.all([read(app, path, app.ada), read(app, path, app.grace)]);
  for (const html of [adas, graces]) {
    assert.match(
      html,
      /What is in it[^]*Messages with their files[^]*What is not in it[^]*Notes that nobody has shared/,
    );
  }
  assert.match(adas, new RegExp(`href="${path}.zip"`));
  assert.doesNotMatch(graces, /archive\.zip/);
});

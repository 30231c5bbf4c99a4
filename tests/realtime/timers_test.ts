import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { connect } from "../support/socket.ts";

Deno.test("a session of reading is sent to its group as it begins, changes and ends, and to no others", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const [group, other] = [await app.group(ada, grace), await app.group(mallory)];
  using inside = await connect(app.url, grace.token);
  using outside = await connect(app.url, mallory.token);
  await inside.join(group.id);
  await outside.join(other.id);
  const path = `/groups/${group.id}/timer`;
  const { body: { timer: { endsAt } } } = await app.call("POST", path, ada, { minutes: 25 });
  const change = { groupId: group.id, startedBy: ada.id };
  assert.deepEqual(await inside.next("timer"), { ...change, begun: true, endsAt, userIds: [ada.id] });
  await app.call("POST", `${path}/join`, grace);
  assert.deepEqual(await inside.next("timer"), { ...change, endsAt, userIds: [ada.id, grace.id] });
  await app.call("DELETE", `${path}/join`, grace);
  assert.deepEqual(await inside.next("timer"), { ...change, endsAt, userIds: [ada.id] });
  await app.call("DELETE", path, ada);
  assert.deepEqual(await inside.next("timer"), { ...change, endsAt: null, userIds: [ada.id] });
  await app.call("POST", path, mallory, { minutes: 25 });
  for (const socket of [inside, outside]) {
    assert.ok(!(await socket.unread()).some(([event]) => event === "timer"));
  }
});

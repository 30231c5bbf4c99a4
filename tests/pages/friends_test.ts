import assert from "node:assert/strict";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { setCookieOf, submit } from "../support/requests.ts";

/** Posts a form, and gives the kind and text of the toast that it leaves, and where it leads. */
async function post(app: TestApp, path: string, as: Person, form: Record<string, string> = {}) {
  const response = await submit(app, path, as, form);
  await response.body?.cancel();
  const { kind, text } = JSON.parse(
    decodeURIComponent(decodeURIComponent(setCookieOf(response, "chapterhouse_flash")!.value)),
  );
  return [kind, text, response.headers.get("Location")];
}

Deno.test("a friend request by form leads back with its outcome: sent, sent before, accepted, or failed", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const path = "/friends/requests?next=%2Fsearch%3Fusername%3Dgrace";
  const next = "/search?username=grace";
  const ask = (userId: string) => post(app, path, ada, { userId });
  assert.deepEqual(await ask(grace.id), ["success", "Friend request sent successfully!", next]);
  assert.deepEqual(await ask(grace.id), ["info", "Friend request already sent", next]);
  assert.deepEqual(await ask("nobody"), ["error", "Failed to send friend request", next]);
  const accepted = await post(app, "/friends/requests", grace, { userId: ada.id });
  assert.deepEqual(accepted, ["success", "Friend request accepted successfully!", "/dashboard"]);
  assert.deepEqual(await ask(grace.id), ["info", "You are already friends", next]);
});

Deno.test("only the receiver of a request answers it by form, and only friends end a friendship", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  const { friendRequests: [{ id }] } = (await app.call("GET", "/friends/friend-requests", ada)).body;
  const answer = (as: Person) => post(app, `/friends/requests/${id}/accept?next=%2Fprofile`, as);
  const remove = (as: Person) => post(app, `/friends/${ada.id}/remove?next=%2Fprofile%3Ftab%3Dfriends`, as);
  const refused = ["error", "Failed to accept the friend request.", "/profile"];
  for (const outsider of [grace, mallory]) assert.deepEqual(await answer(outsider), refused);
  for (const path of ["foodecline", "acceptfoo", "delete"]) {
    const response = await submit(app, `/friends/requests/${id}/${path}`, ada, {});
    await response.body?.cancel();
    assert.equal(response.status, 404);
  }
  assert.deepEqual(await answer(ada), ["success", "Friend request accepted successfully!", "/profile"]);
  assert.deepEqual(await answer(ada), refused);
  assert.deepEqual(await remove(mallory), ["error", "Failed to remove friend", "/profile?tab=friends"]);
  assert.deepEqual(await remove(grace), ["success", "Friend removed successfully", "/profile?tab=friends"]);
});

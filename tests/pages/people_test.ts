import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { startCast, startReading } from "../support/cast.ts";
import { read, send } from "../support/forms.ts";

const section = (html: string, title: string) => html.split(`>${title}</h2>`)[1]?.split("</section>")[0];

Deno.test("a friend request by form leads back to its page with what came of it, also where it had been sent before", async () => {
  await using app = await startCast();
  const { ada, grace } = app;
  const next = "/search?username=grace";
  const ask = async () => {
    const form = `/friends/requests?next=${encodeURIComponent(next)}`;
    const { kind, toast, to } = await send(app, form, ada, { userId: grace.id });
    assert.equal(to, next);
    return [kind, toast];
  };
  assert.deepEqual(await ask(), ["success", "Friend request sent successfully!"]);
  assert.deepEqual(await ask(), ["info", "Friend request already sent"]);
  const { friendRequests: [{ id }] } = (await app.call("GET", "/friends/friend-requests", grace)).body;
  for (const path of ["foodecline", "acceptfoo", "delete"]) {
    assert.equal((await send(app, `/friends/requests/${id}/${path}`, grace)).status, 404);
  }
  const inReturn = await send(app, "/friends/requests", grace, { userId: ada.id });
  assert.deepEqual([inReturn.toast, inReturn.to], ["Friend request accepted successfully!", "/dashboard"]);
  assert.deepEqual(await ask(), ["info", "You are already friends"]);
});

Deno.test("a profile has the groups and friends that both have, and an outsider sees none of them", async () => {
  await using app = await startCast();
  const { ada, grace, mallory, circle } = app;
  const emmy = await app.person("Emmy");
  const apart = await app.group(grace, emmy);
  for (const [one, other] of [[ada, emmy], [emmy, ada], [grace, emmy], [emmy, grace]]) {
    await app.call("POST", `/friends/request/${other.id}`, one);
  }
  const seen = await read(app, `/profile/${grace.id}`, ada);
  assert.ok(section(seen, "Groups in common").includes(`href="/group/${circle.id}"`));
  assert.ok(section(seen, "Friends in common").includes(`href="/profile/${emmy.id}"`));
  assert.ok(!seen.includes(apart.id));
  const outside = await read(app, `/profile/${grace.id}`, mallory);
  assert.ok(outside.includes("grace@example.org"));
  for (const hidden of [circle.id, apart.id, emmy.id, "Groups in common", "Friends in common"]) {
    assert.ok(!outside.includes(hidden), hidden);
  }
});

Deno.test("one's own profile has the books in progress, and nobody else's has", async () => {
  await using app = await startReading({}, { title: "Middlemarch" });
  const { ada, grace, circle, bookId } = app;
  await app.call("POST", app.shelf, ada, { title: "Emma", pageCount: 200 });
  await app.turn(ada, 50);
  const own = section(await read(app, "/profile", ada), "Books in progress");
  assert.ok(own.includes(`href="/group/${circle.id}?book=${bookId}"`) && !own.includes("Emma"));
  assert.match(own, /Page 50 of 200.*25% complete/s);
  assert.doesNotMatch(await read(app, `/profile/${ada.id}`, grace), /Books in progress|Middlemarch/);
  assert.match(section(await read(app, "/profile", grace), "Books in progress"), /No books in progress/);
});

Deno.test("somebody has one name and the same initials wherever they are shown, and the username beside it", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await app.call("PUT", "/users/profile", grace, { fullName: "Grace Hopper" });
  const group = `/group/${(await app.group(ada, grace)).id}`;
  await app.call("POST", `${group.replace("group", "groups")}/messages`, grace, { content: "Hello" });
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  const cards = ["/search?username=grace", `${group}?tab=members`, "/dashboard?tab=friends", `/profile/${grace.id}`];
  for (const path of [...cards, group]) {
    const html = await read(app, path, ada);
    assert.match(html, />Grace Hopper</, path);
    assert.match(html, />GH</, path);
    if (path !== group) assert.match(html, />@grace</, path);
  }
  await app.call("PUT", "/users/profile", grace, { fullName: "grace" });
  assert.doesNotMatch(await read(app, `/profile/${grace.id}`, ada), /@grace</);
});

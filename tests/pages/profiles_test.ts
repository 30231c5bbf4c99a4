import assert from "node:assert/strict";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { visit } from "../support/requests.ts";

const view = async (app: TestApp, path: string, as: Person) => await (await visit(app, path, as)).text();
const section = (html: string, title: string) => html.split(`>${title}</h2>`)[1]?.split("</section>")[0];

async function befriend({ call }: TestApp, one: Person, other: Person): Promise<void> {
  await call("POST", `/friends/request/${other.id}`, one);
  await call("POST", `/friends/request/${one.id}`, other);
}

Deno.test("a profile has the groups and friends that both have, and an outsider sees none of them", async () => {
  await using app = await startApp();
  const [ada, grace, mallory, emmy] = await Promise.all(["Ada", "Grace", "Mallory", "Emmy"].map(app.person));
  const together = await app.group(ada, grace);
  const apart = await app.group(grace, emmy);
  await befriend(app, ada, emmy);
  await befriend(app, grace, emmy);
  const seen = await view(app, `/profile/${grace.id}`, ada);
  assert.ok(section(seen, "Groups in common").includes(`href="/group/${together.id}"`));
  assert.ok(section(seen, "Friends in common").includes(`href="/profile/${emmy.id}"`));
  assert.ok(!seen.includes(apart.id));
  const outside = await view(app, `/profile/${grace.id}`, mallory);
  assert.ok(outside.includes("grace@example.org"));
  for (const hidden of [together.id, apart.id, emmy.id, "in common"]) assert.ok(!outside.includes(hidden), hidden);
});

Deno.test("one's own profile has the books in progress, and nobody else's has", async () => {
  await using app = await startApp();
  const [ada, grace] = await Promise.all(["Ada", "Grace"].map(app.person));
  const group = await app.group(ada, grace);
  const add = async (title: string) =>
    (await app.call("POST", `/books/groups/${group.id}/books`, ada, { title, pageCount: 200 })).body.book.id;
  const [begun] = [await add("Middlemarch"), await add("Emma")];
  await app.call("PUT", `/books/${begun}/progress`, ada, { currentPage: 50 });
  const own = section(await view(app, "/profile", ada), "Books in progress");
  assert.ok(own.includes(`href="/group/${group.id}?book=${begun}"`));
  assert.match(own, /Page 50 of 200.*25% complete/s);
  assert.ok(!own.includes("Emma"));
  assert.doesNotMatch(await view(app, `/profile/${ada.id}`, grace), /Books in progress|Middlemarch/);
  assert.doesNotMatch(await view(app, "/profile", grace), /Books in progress/);
});

Deno.test("somebody has one name and the same initials wherever they are shown, and the username beside it", async () => {
  await using app = await startApp();
  const [ada, grace] = await Promise.all(["Ada", "Grace"].map(app.person));
  await app.call("PUT", "/users/profile", grace, { fullName: "Grace Hopper" });
  const group = await app.group(ada, grace);
  await app.call("POST", `/groups/${group.id}/messages`, grace, { content: "Hello" });
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  const cards = ["/search?username=grace", `/group/${group.id}?tab=members`, "/dashboard?tab=friends"];
  for (const path of [...cards, `/profile/${grace.id}`, `/group/${group.id}`]) {
    const html = await view(app, path, ada);
    assert.match(html, />Grace Hopper</, path);
    assert.match(html, />GH</, path);
    if (path !== `/group/${group.id}`) assert.match(html, />@grace</, path);
  }
  await app.call("PUT", "/users/profile", grace, { fullName: "grace" });
  assert.doesNotMatch(await view(app, `/profile/${grace.id}`, ada), /@grace</);
});

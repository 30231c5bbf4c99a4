import assert from "node:assert/strict";
import type { User } from "../../../server/contract/people/shapes.ts";
import { picturesServerTexts, profileTexts } from "../../../server/contract/people/texts.ts";
import { bomb, dataUrl, pngUrl } from "../../media/pictures.ts";
import type { Person } from "../../support/app.ts";
import { startCast } from "../../support/cast.ts";
import { codeOf } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

async function withProfiles() {
  const app = await startCast();
  const { call, ada } = app;
  const update = (body: unknown, as = ada) => call<{ message: string; user: User }>("PUT", "/users/profile", as, body);
  const own = async (): Promise<User> => (await call("GET", "/users/profile", ada)).body;
  return { ...app, update, own };
}

const test = inScene(withProfiles);

const asUser = ({ token: _token, password: _password, ...user }: Person) => user;

test("people find each other's cards, with nothing private and never their own, and read one by its id", async (app) => {
  const { call, ada, grace } = app;
  await app.update({ dob: "1990-12-10", linkedin: "https://example.org/ada", gender: "female" });
  const { id, username, fullName, profileImage, bio, email } = ada;
  const card = { id, username, fullName, profileImage, bio, email };
  const find = async (as: Person, query: string) => (await call("GET", `/users/search?username=${query}`, as)).body;
  assert.deepEqual([await find(grace, "AD"), await find(ada, "ada"), await find(grace, "")], [[card], [], []]);
  assert.deepEqual((await call("GET", "/users/search", grace)).body, []);
  for (const reader of [grace, ada]) assert.deepEqual((await call("GET", `/users/${id}`, reader)).body, card);
  assert.equal(codeOf(await call("GET", "/users/nobody", ada)), "404 user_not_found");
});

test("Ada changes her profile: omitted fields stay as they are, blank ones are cleared, but never the full name", async (app) => {
  const before = asUser(app.ada);
  assert.deepEqual(await app.own(), before);
  const changes = {
    bio: "Countess",
    dob: "1990-12-10",
    gender: "female",
    linkedin: "https://www.linkedin.com/in/ada",
    instagram: "http://instagram.com/ada",
    twitter: "https://x.com/ada",
  };
  const { status, body } = await app.update({ ...changes, fullName: "Ada Lovelace" });
  assert.deepEqual([status, body.message], [200, profileTexts.updated]);
  assert.deepEqual(body.user, { ...before, ...changes, fullName: "Ada Lovelace", name: "Ada Lovelace" });
  assert.deepEqual((await app.update({ bio: "Enchantress" })).body.user, { ...body.user, bio: "Enchantress" });
  assert.equal((await app.update({})).body.user.bio, "Enchantress");
  for (const nothing of ["", null]) {
    await app.update({ ...changes, fullName: "Ada" });
    const emptied = Object.fromEntries(Object.keys(changes).map((name) => [name, nothing]));
    assert.deepEqual((await app.update(emptied)).body.user, before);
  }
  assert.equal((await app.update({ fullName: "  " })).status, 400);
  assert.equal((await app.update({ fullName: null })).body.user.fullName, "Ada");
});

test("Grace sees Ada's picture, which stays when the profile is sent back as it was read, and with a refused one nothing is changed", async (app) => {
  const { body } = await app.update({ profileImage: await pngUrl("teal") });
  assert.match(body.user.profileImage!, /^\/media\/[0-9a-f]{64}-256\.webp$/);
  const { body: card } = await app.call("GET", `/users/${app.ada.id}`, app.grace);
  assert.equal(card.profileImage, body.user.profileImage);
  assert.deepEqual((await app.update(body.user)).body.user, body.user);
  const wrong = [
    ["data:image/png;base64,%%%", picturesServerTexts.unreadable],
    ["/media/of-someone-else.webp", picturesServerTexts.unreadable],
    [dataUrl(bomb(20_000, 20_000)), picturesServerTexts.tooManyPixels],
  ];
  for (const [profileImage, text] of wrong) {
    const refused = await app.update({ bio: "changed", profileImage });
    assert.deepEqual([refused.status, refused.body.message], [400, text]);
  }
  assert.deepEqual(await app.own(), body.user);
  assert.equal((await app.update({ profileImage: "" })).body.user.profileImage, null);
});

import assert from "node:assert/strict";
import sharp from "sharp";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import type { User } from "../../server/contract/people/shapes.ts";
import { type Answer, startApp } from "../support/app.ts";
import { bomb, dataUrl, plain, pngUrl } from "../media/pictures.ts";
import { picturesServerTexts, profileTexts, usersServerTexts } from "../../server/contract/people/texts.ts";
import { transportServerTexts, validationServerTexts, validationTexts } from "../../server/contract/site/texts.ts";

/** A running app with Ada and Grace. */
async function withCast() {
  const app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const update = (body: unknown, as = ada) =>
    app.call<{ message: string; user: User; issues?: { path: string; message: string }[] }>(
      "PUT",
      "/users/profile",
      as,
      body,
    );
  const search = (query: string, as = ada) =>
    app.call("GET", `/users/search?username=${encodeURIComponent(query)}`, as);
  return { ...app, ada, grace, update, search };
}

const statusAndMessage = ({ status, body }: Answer<{ message: string }>) => [status, body.message];
const asUser = ({ token: _token, password: _password, ...user }: User & { token: string; password: string }) => user;
const asCard = ({ id, username, fullName, profileImage, bio, email }: User) => ({
  id,
  username,
  fullName,
  profileImage,
  bio,
  email,
});

// spec: 7.12
Deno.test("Ada finds Grace's card, and never her own", async () => {
  await using app = await withCast();
  assert.deepEqual((await app.search("GRA")).body, [asCard(app.grace)]);
  assert.deepEqual((await app.search("ada")).body, []);
  assert.deepEqual((await app.search("ada", app.grace)).body, [asCard(app.ada)]);
});

// spec: 5.13
Deno.test("a blank, missing or hostile query finds no users", async () => {
  await using app = await withCast();
  for (const query of ["", "   ", "%", "_", "*", '"', "'; --", "\0", "gr*ce", 'x" OR "grace', "x".repeat(5000)]) {
    const { status, body } = await app.search(query);
    assert.deepEqual([status, body], [200, []], query.slice(0, 20));
  }
  for (const path of ["/users/search", "/users/search?username=%", "/users/search?username=%ff%00"]) {
    assert.deepEqual((await app.call("GET", path, app.ada)).body, [], path);
  }
});

Deno.test("an unverified account is not found", async () => {
  await using app = await withCast();
  const hedy = { fullname: "Hedy Lamarr", email: "hedy@example.org", password: "Correct-horse-1" };
  await app.call("POST", "/auth/register", null, hedy);
  assert.deepEqual((await app.search("hedy")).body, []);
  const [link] = await app.links(hedy.email);
  await app.call("GET", link.replace("/verify-email", "/auth/verify-email"));
  assert.equal((await app.search("hedy")).body.length, 1);
});

// spec: 7.12
Deno.test("every signed-in user can read a user's card, which contains nothing private", async () => {
  await using app = await withCast();
  await app.update({ dob: "1990-12-10", linkedin: "https://example.org/ada", gender: "female" });
  for (const reader of [app.grace, app.ada]) {
    const { status, body } = await app.call("GET", `/users/${app.ada.id}`, reader);
    assert.deepEqual([status, body], [200, asCard(app.ada)]);
  }
  assert.deepEqual(statusAndMessage(await app.call("GET", "/users/nobody", app.ada)), [
    404,
    usersServerTexts.notFound,
  ]);
});

// spec: 3.1, 7.12
Deno.test("Ada reads and changes her profile, and omitted fields stay as they are", async () => {
  await using app = await withCast();
  assert.deepEqual((await app.call("GET", "/users/profile", app.ada)).body, asUser(app.ada));
  const changes = {
    fullName: "Ada Lovelace",
    bio: "Countess",
    dob: "1990-12-10",
    gender: "female",
    linkedin: "https://www.linkedin.com/in/ada",
    instagram: "http://instagram.com/ada",
    twitter: "https://x.com/ada",
  };
  const { status, body } = await app.update(changes);
  assert.deepEqual([status, body.message], [200, profileTexts.updated]);
  assert.deepEqual(body.user, { ...asUser(app.ada), ...changes, name: "Ada Lovelace" });
  assert.deepEqual((await app.update({ bio: "Enchantress of Number" })).body.user, {
    ...body.user,
    bio: "Enchantress of Number",
  });
  assert.deepEqual((await app.update({})).body.user.bio, "Enchantress of Number");
  assert.equal((await app.search("lovelace", app.grace)).body[0].id, app.ada.id);
});

Deno.test("a blank or null field is cleared, but never the full name", async () => {
  await using app = await withCast();
  const filled = {
    bio: "B",
    dob: "1990-12-10",
    gender: "other",
    linkedin: "https://a.example",
    twitter: "https://b.example",
  };
  for (const nothing of ["", null]) {
    await app.update(filled);
    const emptied = Object.fromEntries(Object.keys(filled).map((name) => [name, nothing]));
    assert.deepEqual((await app.update(emptied)).body.user, asUser(app.ada));
  }
  assert.deepEqual(statusAndMessage(await app.update({ fullName: "  " })), [400, validationServerTexts.required]);
  assert.equal((await app.update({ fullName: null })).body.user.fullName, "Ada");
});

Deno.test("invalid fields are listed, and nothing is changed", async () => {
  await using app = await withCast();
  const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 10);
  const wrong: [string, unknown, string][] = [
    ["fullName", "x".repeat(81), validationTexts.tooLong(80)],
    ["bio", "x".repeat(501), validationTexts.tooLong(500)],
    ...["2001-02-29", "10.12.1990", tomorrow, "1690-01-01"].map((dob) => dobProblem(dob)),
    ["gender", "robot", validationServerTexts.gender],
    ...["javascript:alert(1)", "ftp://a.example", "example.org", "https://", "https://a b"].map((url) =>
      urlProblem(url)
    ),
    ["twitter", `https://a.example/${"x".repeat(300)}`, validationTexts.tooLong(300)],
  ];
  for (const [field, value, text] of wrong) {
    const { status, body } = await app.update({ bio: "changed", [field]: value });
    assert.deepEqual([status, body.message, body.issues], [400, text, [{ path: field, message: text }]], String(value));
  }
  assert.deepEqual((await app.call("GET", "/users/profile", app.ada)).body, asUser(app.ada));
});

const dobProblem = (dob: string): [string, unknown, string] => ["dob", dob, validationServerTexts.dob];
const urlProblem = (url: string): [string, unknown, string] => ["linkedin", url, validationServerTexts.url];

Deno.test("Grace sees Ada's picture, and sending back the profile as read does not change it", async () => {
  await using app = await withCast();
  const { status, body } = await app.update({ profileImage: await pngUrl("teal") });
  assert.equal(status, 200);
  assert.match(body.user.profileImage!, /^\/media\/[0-9a-f]{64}-256\.webp$/);
  const { body: card } = await app.call("GET", `/users/${app.ada.id}`, app.grace);
  assert.equal(card.profileImage, body.user.profileImage);
  const picture = await fetch(app.url + card.profileImage);
  assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/webp"]);
  assert.equal(picture.headers.get("x-content-type-options"), "nosniff");
  assert.equal(picture.headers.get("cache-control"), "public, max-age=31536000, immutable");
  await picture.body?.cancel();
  assert.deepEqual((await app.update(body.user)).body.user, body.user);
  assert.equal((await app.update({ profileImage: "" })).body.user.profileImage, null);
  const gone = await fetch(app.url + card.profileImage, { redirect: "manual" });
  assert.equal(gone.status, 404);
  await gone.body?.cancel();
});

Deno.test("an invalid picture is refused with its reason, and nothing is changed", async () => {
  await using app = await withCast();
  const jpeg = await plain("teal").jpeg().toBuffer();
  const wrong: [string, number, string][] = [
    ["data:image/png;base64,%%%", 400, picturesServerTexts.unreadable],
    [dataUrl(new TextEncoder().encode("<svg/>"), "image/svg+xml"), 400, picturesServerTexts.unreadable],
    ["/media/of-someone-else.webp", 400, picturesServerTexts.unreadable],
    [dataUrl(jpeg, "image/png"), 400, picturesServerTexts.otherKind],
    [dataUrl(bomb(20_000, 20_000)), 400, picturesServerTexts.tooManyPixels],
  ];
  for (const [profileImage, status, text] of wrong) {
    assert.deepEqual(statusAndMessage(await app.update({ bio: "changed", profileImage })), [status, text]);
  }
  const huge = dataUrl(new Uint8Array(peopleLimits.picture.bytes + 1));
  assert.equal((await app.update({ profileImage: huge })).status, 413);
  assert.deepEqual((await app.call("GET", "/users/profile", app.ada)).body, asUser(app.ada));
});

Deno.test("a picture of several megabytes is accepted", async () => {
  await using app = await withCast();
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const bytes = await sharp({ create: { width: 1200, height: 1000, channels: 3, background: "red", noise } }).png()
    .toBuffer();
  assert.ok(bytes.length > 3_000_000 && bytes.length < 4_500_000, String(bytes.length));
  assert.equal((await app.update({ profileImage: dataUrl(bytes) })).status, 200);
});

Deno.test("a group may have a picture, which is deleted with the group", async () => {
  await using app = await withCast();
  const image = await pngUrl("teal");
  const { status, body: { group } } = await app.call("POST", "/groups", app.ada, { groupName: "Engines", image });
  assert.equal(status, 201);
  assert.match(group.image, /^\/media\/[0-9a-f]{64}-256\.webp$/);
  const shown = async () => {
    const response = await fetch(app.url + group.image, { redirect: "manual" });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await shown(), 200);
  await app.call("DELETE", `/groups/${group.id}`, app.ada);
  assert.equal(await shown(), 404);
  const refused = await app.call("POST", "/groups", app.ada, { groupName: "Engines", image: "nothing" });
  assert.deepEqual(statusAndMessage(refused), [400, picturesServerTexts.unreadable]);
  assert.deepEqual((await app.call("GET", "/groups", app.ada)).body, { groups: [] });
});

Deno.test("every call without a session answers 401", async () => {
  await using app = await withCast();
  const calls = [["GET", "search?username=ada"], ["GET", "profile"], ["PUT", "profile"], ["GET", app.ada.id]];
  for (const [method, path] of calls) {
    const answer = await app.call(method, `/users/${path}`, null, method === "PUT" ? { bio: "mine" } : undefined);
    assert.deepEqual(statusAndMessage(answer), [401, transportServerTexts.unauthorized], path);
  }
});

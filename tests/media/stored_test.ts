import assert from "node:assert/strict";
import sharp from "sharp";
import { deleteGroup, insertGroup } from "../../db/groups/groups.ts";
import { findPicture, type Picture, updateProfile } from "../../db/people/users.ts";
import { media } from "../../db/schema.ts";
import { files as route } from "../../routes/pages/site/static.ts";
import type { Deps } from "../../server/deps.ts";
import { router } from "../../server/http/router.ts";
import { makePicture } from "../../server/media/pictures.ts";
import { freshDb } from "../support/db.ts";
import { person, store } from "../support/people.ts";
import { pngUrl } from "./pictures.ts";
import { pictureAt } from "../../server/contract/people/paths.ts";

/** Ada and Grace on a fresh database. */
async function withCast() {
  const fresh = await freshDb();
  const { db } = fresh;
  await store(db, person("Ada"), person("Grace"));
  const hashes = async () =>
    (await db.q.selectDistinct({ hash: media.hash }).from(media)).map(({ hash }) => hash).sort();
  return { db, hashes, [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose]() };
}

const picture = async (colour: string): Promise<Picture> => await makePicture(await pngUrl(colour));
const hashesOf = (...pictures: Picture[]) => pictures.map(({ hash }) => hash).sort();

Deno.test("a new picture replaces the old one, which is deleted", async () => {
  await using app = await withCast();
  const [red, blue] = await Promise.all([picture("red"), picture("blue")]);
  assert.equal((await updateProfile(app.db, "ada", { picture: red }))?.profileImage, red.url);
  assert.deepEqual(await app.hashes(), hashesOf(red));
  assert.equal((await updateProfile(app.db, "ada", { picture: blue }))?.profileImage, blue.url);
  assert.deepEqual(await app.hashes(), hashesOf(blue));
  assert.equal((await updateProfile(app.db, "ada", { picture: null }))?.profileImage, null);
  assert.deepEqual(await app.hashes(), []);
});

Deno.test("a picture stays when the profile changes without it, and when it is uploaded again", async () => {
  await using app = await withCast();
  const red = await picture("red");
  await updateProfile(app.db, "ada", { picture: red });
  assert.equal((await updateProfile(app.db, "ada", { bio: "Countess" }))?.profileImage, red.url);
  assert.equal((await updateProfile(app.db, "ada", { picture: red }))?.profileImage, red.url);
  assert.deepEqual(await app.hashes(), hashesOf(red));
});

Deno.test("a picture used by several users or groups is deleted with its last use", async () => {
  await using app = await withCast();
  const red = await picture("red");
  await Promise.all(["ada", "grace"].map((id) => updateProfile(app.db, id, { picture: red })));
  await insertGroup(app.db, "ada", { id: "group", groupName: "Engines", description: null, picture: red }, 1);
  await updateProfile(app.db, "ada", { picture: null });
  assert.deepEqual(await app.hashes(), hashesOf(red));
  await updateProfile(app.db, "grace", { picture: await picture("blue") });
  assert.deepEqual(await app.hashes(), hashesOf(red, await picture("blue")));
  assert.ok(await deleteGroup(app.db, "ada", "group"));
  assert.deepEqual(await app.hashes(), hashesOf(await picture("blue")));
  // The form that made it, submitted again, stores no picture.
  await insertGroup(app.db, "ada", { id: "group", groupName: "Engines", description: null, picture: red }, 2);
  assert.deepEqual(await app.hashes(), hashesOf(await picture("blue")));
});

Deno.test("of two pictures uploaded at once by one user one is stored", async () => {
  await using app = await withCast();
  const pictures = await Promise.all(["red", "blue", "lime"].map(picture));
  const users = await Promise.all(pictures.map((one) => updateProfile(app.db, "ada", { picture: one })));
  assert.deepEqual(await app.hashes(), [/[0-9a-f]{64}/.exec(users.at(-1)!.profileImage!)![0]]);
});

Deno.test("a stored picture is served in both sizes as WebP, to be cached for ever", async () => {
  await using app = await withCast();
  const { url } = await picture("red");
  await updateProfile(app.db, "ada", { picture: await picture("red") });
  for (const [path, size] of [[url, 256], [pictureAt(url, 40), 96]] as const) {
    const response = await served(app, path);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "image/webp");
    assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
    const { format, width } = await sharp(new Uint8Array(await response.arrayBuffer())).metadata();
    assert.deepEqual([format, width], ["webp", size]);
  }
});

Deno.test("unknown picture addresses answer 404", async () => {
  await using app = await withCast();
  const { url, hash } = await picture("red");
  await updateProfile(app.db, "ada", { picture: await picture("red") });
  assert.ok(await findPicture(app.db, hash, 256));
  const unknown = [url.replace("256", "512"), url.replace("webp", "png"), url.replace(hash, "0".repeat(64))];
  for (
    const path of [...unknown, url.toUpperCase().replace("MEDIA", "media"), "/media/x", "/media/..%2fdata", "/media/'"]
  ) {
    assert.equal((await served(app, path)).status, 404, path);
  }
});

const served = async ({ db }: Pick<Deps, "db">, path: string) =>
  await router().use(async (c, next) => {
    c.set("deps", { db } as Deps);
    await next();
  }).route("/", route).request(path);

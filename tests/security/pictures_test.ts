import assert from "node:assert/strict";
import sharp from "sharp";
import { bomb, dataUrl, plain } from "../media/pictures.ts";
import { startApp } from "../support/app.ts";

Deno.test("pictures with too many pixels are refused before they are decoded", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const wide = await plain("#abcdef", { width: 16_000, height: 1_600 }).png().toBuffer();
  const animated = await sharp(new Uint8Array(6000 * 6000 * 3), { raw: { width: 6000, height: 6000, channels: 3 } })
    .gif().toBuffer();
  const pictures = [dataUrl(bomb(30_000, 30_000)), dataUrl(wide), dataUrl(animated, "image/gif")];
  for (const profileImage of pictures) {
    const { status, body } = await app.call("PUT", "/users/profile", ada, { profileImage });
    assert.deepEqual([status, body.code], [400, "image_too_many_pixels"]);
  }
});

Deno.test("a user who sends many large pictures at once has to wait, and may go on afterwards", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const profileImage = dataUrl(
    await plain("#123456", { width: 4900, height: 4900 }).png({ progressive: true }).toBuffer(),
  );
  const upload = () => app.call("PUT", "/users/profile", ada, { profileImage });
  const answers = await Promise.all(Array.from({ length: 30 }, upload));
  const statuses = answers.map(({ status }) => status);
  assert.ok(statuses.filter((status) => status === 200).length <= 15, `${statuses}`);
  // While too many pictures wait, or too much of theirs is on its way.
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(refused.every(({ status }) => status === 429 || status === 503), `${statuses}`);
  for (const { headers } of refused) assert.equal(headers.get("Retry-After"), "5");
  assert.equal((await upload()).status, 200);
});

const disguised: [string, string, string][] = [
  ["a page", "image/png", "<!doctype html><script>alert(1)</script>"],
  ["a drawing that holds a script", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"],
  [
    "a drawing that calls itself a PNG",
    "image/png",
    "<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>",
  ],
  ["a PDF", "image/jpeg", "%PDF-1.7\n"],
  ["an archive", "image/gif", "PK\x03\x04"],
];

Deno.test("files that are no pictures are refused, and what is hidden in a picture is removed", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (const [what, type, content] of disguised) {
    const profileImage = dataUrl(new TextEncoder().encode(content), type);
    assert.equal((await app.call("PUT", "/users/profile", ada, { profileImage })).status, 400, what);
  }
  const script = new TextEncoder().encode("<script>alert(1)</script>");
  const both = dataUrl(new Uint8Array([...await plain("#123456").gif().toBuffer(), ...script]), "image/gif");
  const { body } = await app.call("PUT", "/users/profile", ada, { profileImage: both });
  const picture = await fetch(app.url + body.user.profileImage);
  assert.equal(picture.headers.get("Content-Type"), "image/webp");
  assert.equal(picture.headers.get("X-Content-Type-Options"), "nosniff");
  assert.doesNotMatch(await picture.text(), /script/);
});

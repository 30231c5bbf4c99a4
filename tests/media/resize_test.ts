import assert from "node:assert/strict";
import sharp from "sharp";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { AppError } from "../../server/errors.ts";
import { makePicture } from "../../server/media/pictures.ts";
import { bomb, dataUrl, plain, pngUrl } from "./pictures.ts";
import { pictureAt } from "../../server/contract/people/paths.ts";
import { picturesServerTexts, picturesTexts } from "../../server/contract/people/texts.ts";

const refused = (upload: string | File, text: string, status = 400) =>
  assert.rejects(makePicture(upload), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.message, error.status], [text, status]);
    return true;
  });

Deno.test("PNG, JPEG, WebP and GIF become squares of 256 and 96 pixels in WebP", async () => {
  for (const kind of ["png", "jpeg", "webp", "gif"] as const) {
    const bytes = await plain("teal").toFormat(kind).toBuffer();
    const picture = await makePicture(dataUrl(bytes, `image/${kind}`));
    assert.deepEqual(picture.sizes.map(({ size }) => size), [256, 96]);
    for (const { size, bytes } of picture.sizes) {
      const { format, width, height } = await sharp(bytes).metadata();
      assert.deepEqual([format, width, height], ["webp", size, size]);
    }
  }
});

Deno.test("a picture's address is the hash of its bytes, and the small one's is derived from it", async () => {
  const [red, again, blue] = await Promise.all(["red", "red", "blue"].map(async (it) => makePicture(await pngUrl(it))));
  assert.match(red.url, /^\/media\/[0-9a-f]{64}-256\.webp$/);
  assert.equal(red.url, again.url);
  assert.notEqual(red.url, blue.url);
  assert.equal(red.hash, new Uint8Array(await crypto.subtle.digest("SHA-256", red.sizes[0].bytes)).toHex());
  assert.equal(pictureAt(red.url, 40), `/media/${red.hash}-96.webp`);
  assert.equal(pictureAt("https://example.org/a.png", 40), "https://example.org/a.png");
});

Deno.test("a picture is cut to its middle", async () => {
  const middle = await plain("lime", { width: 100, height: 100 }).png().toBuffer();
  const bytes = await plain("red", { width: 300, height: 100 }).composite([{ input: middle }]).png().toBuffer();
  const { sizes: [{ bytes: square }] } = await makePicture(dataUrl(bytes));
  const { dominant } = await sharp(square).stats();
  assert.ok(dominant.g > 200 && dominant.r < 50, JSON.stringify(dominant));
});

Deno.test("a picture is turned by its EXIF orientation, and its metadata is removed", async () => {
  const upper = await plain("red", { width: 200, height: 100 }).png().toBuffer();
  const bytes = await plain("blue", { width: 200, height: 200 }).composite([{ input: upper, left: 0, top: 0 }]).jpeg()
    .withExif({ IFD0: { Artist: "Ada" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } }).withMetadata({ orientation: 3 })
    .toBuffer();
  const written = await sharp(bytes).metadata();
  assert.ok(written.orientation === 3 && written.exif?.includes("Ada"));
  const { sizes } = await makePicture(dataUrl(bytes, "image/jpeg"));
  for (const { size, bytes } of sizes) {
    const { exif, icc, iptc, xmp, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([exif, icc, iptc, xmp, orientation], [undefined, undefined, undefined, undefined, undefined]);
    const half = { left: 0, width: size, height: size / 2 };
    const above = await sharp(await sharp(bytes).extract({ ...half, top: 0 }).png().toBuffer()).stats();
    assert.ok(above.dominant.b > 200, "what was below is above now");
  }
});

Deno.test("of an animation the first frame is used", async () => {
  const frames = await Promise.all(["red", "blue"].map((colour) => plain(colour).png().toBuffer()));
  const bytes = await sharp(frames, { join: { animated: true } }).gif().toBuffer();
  assert.equal((await sharp(bytes).metadata()).pages, 2);
  const { sizes: [{ bytes: still }] } = await makePicture(dataUrl(bytes, "image/gif"));
  assert.equal((await sharp(still).metadata()).pages ?? 1, 1);
  assert.ok((await sharp(still).stats()).dominant.r > 200);
});

Deno.test("greyscale, transparent and 16-bit pictures are read", async () => {
  const grey = await plain("white").greyscale().png().toBuffer();
  const clear = await plain("white").ensureAlpha(0.5).png().toBuffer();
  const deep = await plain("white").toColourspace("rgb16").png().toBuffer();
  for (const bytes of [grey, clear, deep]) {
    const { sizes: [{ bytes: square }] } = await makePicture(dataUrl(bytes));
    assert.ok((await sharp(square).stats()).dominant.r > 200);
  }
});

Deno.test("a form's file is accepted like a data URL", async () => {
  const bytes = new Uint8Array(await plain("teal").jpeg().toBuffer());
  const byForm = await makePicture(new File([bytes], "me.jpg", { type: "image/jpeg" }));
  assert.equal(byForm.url, (await makePicture(dataUrl(bytes, "image/jpg"))).url);
});

Deno.test("a file that is no image is refused, whatever type it claims", async () => {
  const text = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>");
  await refused(dataUrl(text, "image/png"), picturesServerTexts.unreadable);
  await refused(dataUrl(text, "image/svg+xml"), picturesServerTexts.unreadable);
  await refused(new File([text], "me.png", { type: "image/png" }), picturesServerTexts.unreadable);
  const tiff = await plain("teal").tiff().toBuffer();
  await refused(dataUrl(tiff, "image/tiff"), picturesServerTexts.unreadable);
});

Deno.test("a malformed data URL is refused", async () => {
  const base64 = (await plain("teal").png().toBuffer()).toString("base64");
  const wrong = [
    "hello",
    "https://example.org/me.png",
    "data:",
    "data:,",
    "data:image/png,abc",
    `data:;base64,${base64}`,
  ];
  const broken = [
    "data:image/png;base64,",
    "data:image/png;base64,%%%%",
    `data:image/png;base64,${base64.slice(0, -3)}`,
  ];
  for (const url of [...wrong, ...broken]) await refused(url, picturesServerTexts.unreadable);
});

Deno.test("a damaged image is refused", async () => {
  const bytes = await plain("teal", { width: 400, height: 400 }).jpeg().toBuffer();
  await refused(dataUrl(bytes.subarray(0, bytes.length / 2), "image/jpeg"), picturesServerTexts.unreadable);
  await refused(dataUrl(bytes.subarray(0, 20), "image/jpeg"), picturesServerTexts.unreadable);
});

Deno.test("an image of another type than it claims is refused", async () => {
  const bytes = await plain("teal").jpeg().toBuffer();
  await refused(dataUrl(bytes, "image/png"), picturesServerTexts.otherKind);
  await refused(new File([new Uint8Array(bytes)], "me.png", { type: "image/png" }), picturesServerTexts.otherKind);
});

Deno.test("more than five megabytes are refused", async () => {
  const bytes = new Uint8Array(peopleLimits.picture.bytes + 1);
  bytes.set(await plain("teal").png().toBuffer());
  await refused(dataUrl(bytes), picturesTexts.tooLarge, 413);
  await refused(new File([bytes], "me.png", { type: "image/png" }), picturesTexts.tooLarge, 413);
});

Deno.test("an image of 20 000 by 20 000 pixels is refused before it is decoded", async () => {
  const bytes = bomb(20_000, 20_000);
  assert.ok(bytes.length < 100_000);
  await refused(dataUrl(bytes), picturesServerTexts.tooManyPixels);
  // It has no pixel data: the code of the refusal shows that decoding was not tried.
  await refused(dataUrl(bytes.subarray(0, 50)), picturesServerTexts.tooManyPixels);
});

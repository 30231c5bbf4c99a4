import assert from "node:assert/strict";
import sharp from "sharp";
import { PictureEncoder } from "../../../server/library/epub/pictures.ts";
import { bomb, plain } from "../../media/pictures.ts";

Deno.test("A picture that is decoded as a whole may have fewer pixels than one that is decoded line by line", async () => {
  const encoder = new PictureEncoder();
  const photo = plain("green", { width: 6000, height: 5000 });
  const sizeOf = async (bytes: Uint8Array) => {
    const { width, height } = await encoder.encode(bytes) ?? {};
    return width && height ? [width, height] : undefined;
  };
  assert.deepEqual(await sizeOf(await photo.clone().jpeg().toBuffer()), [1600, 1333]);
  assert.equal(await sizeOf(await photo.clone().jpeg({ progressive: true }).toBuffer()), undefined);
  assert.equal(await sizeOf(bomb(6000, 5000)), undefined);
  assert.equal(await sizeOf(bomb(8000, 8000)), undefined);
});

Deno.test("The pictures of a text are decoded up to so many pixels in all, damaged ones among them", async () => {
  const encoder = new PictureEncoder(40_000);
  const whole = new Uint8Array(await plain("green", { width: 120, height: 80 }).png().toBuffer());
  const damaged = whole.slice(0, -20);
  const shown: boolean[] = [];
  for (const bytes of [whole, damaged, damaged, whole, whole]) shown.push(await encoder.encode(bytes) !== undefined);
  assert.deepEqual(shown, [true, false, false, true, false]);
});

Deno.test("Nothing of a picture stays in memory once it is encoded", async () => {
  await new PictureEncoder().encode(await plain("green").jpeg({ progressive: true }).toBuffer());
  assert.equal(sharp.cache().items.current, 0);
});

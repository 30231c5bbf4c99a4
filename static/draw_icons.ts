/**
 * Draws the installed app's icons from `icons/favicon.svg`: `deno task icons`. The icons are checked in.
 */
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const folder = fileURLToPath(new URL("icons/", import.meta.url));
const favicon = await Deno.readTextFile(`${folder}favicon.svg`);

/** Without its rounded corners: phones cut their own shape out of it, so the mark stays in the middle four fifths. */
const square = favicon.replace(/\srx="6"/, "").replace("<path", '<path transform="translate(3.2 3.2) scale(.8)"');

await draw(favicon, 192, "app-192.png");
await draw(favicon, 512, "app-512.png");
await draw(square, 180, "app-apple-180.png");
await draw(square, 512, "app-maskable-512.png");

async function draw(svg: string, size: number, name: string): Promise<void> {
  const density = 72 * size / 32;
  await sharp(new TextEncoder().encode(svg), { density }).resize(size).png({ palette: true, colours: 64, effort: 10 })
    .toFile(folder + name);
}

/**
 * Makes the typeface of headings anew: `deno task font`. It is Newsreader for Latin scripts, in one optical size and the
 * weight of headings. The file is checked in, beside its licence; what makes it is installed for this alone.
 */
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n));
const characters = between(0x20, 0x7e) + between(0xa0, 0xff).replaceAll(/[¢¤¥¦ª¬\u00ad¯²³´¸¹º¼½¾]/g, "") +
  "–—‘’“”„…ŁłŒœŠšŽž";
const axes = { opsz: 24, wght: 500 };

const installed = await Deno.makeTempDir();
const packages = ["@fontsource-variable/newsreader@5.3.0", "subset-font@2.9.0"];
await new Deno.Command("npm", { args: ["install", "--prefix", installed, ...packages] }).output();
const load = createRequire(`${installed}/font.js`);
const subset = load("subset-font");
const { convert } = load("fontverter");
const source = `${installed}/node_modules/@fontsource-variable/newsreader`;
const folder = fileURLToPath(new URL("fonts/", import.meta.url));

const whole = await readFile(`${source}/files/newsreader-latin-standard-normal.woff2`);
const options = { targetFormat: "sfnt", variationAxes: axes, noLayoutClosure: true };
const font = Buffer.from(await subset(whole, characters, options));
lower(font);
await Deno.writeFile(`${folder}newsreader.woff2`, await convert(font, "woff2"));
await Deno.copyFile(`${source}/LICENSE`, `${folder}newsreader-OFL.txt`);
await Deno.remove(installed, { recursive: true });

/** As drawn it stands too high in its line. A style sheet's `ascent-override` would add bytes to each page. */
function lower(font: Buffer): void {
  const offsets: Record<string, number> = { hhea: 4, "OS/2": 68 };
  for (let table = 12; table < 12 + font.readUInt16BE(4) * 16; table += 16) {
    const offset = offsets[font.toString("latin1", table, table + 4)];
    if (offset === undefined) continue;
    const ascent = font.readUInt32BE(table + 8) + offset;
    font.writeInt16BE(1800, ascent);
    font.writeInt16BE(-440, ascent + 2);
  }
}

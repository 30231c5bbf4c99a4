/**
 * Makes the typeface of headings anew: `deno task font`. It is Newsreader for Latin scripts, at one optical size, in the
 * weight that headings have. The file is checked in, beside its licence; what makes it is installed for this alone.
 */
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
const subset = createRequire(`${installed}/font.js`)("subset-font");
const source = `${installed}/node_modules/@fontsource-variable/newsreader`;
const folder = fileURLToPath(new URL("fonts/", import.meta.url));

const whole = await readFile(`${source}/files/newsreader-latin-standard-normal.woff2`);
const options = { targetFormat: "woff2", variationAxes: axes, noLayoutClosure: true };
await Deno.writeFile(`${folder}newsreader.woff2`, await subset(whole, characters, options));
await Deno.copyFile(`${source}/LICENSE`, `${folder}newsreader-OFL.txt`);
await Deno.remove(installed, { recursive: true });

import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { clampRgb, type Color, converter, formatHex, type Oklch, parse, wcagContrast } from "culori";

interface Logo {
  href: string;
  type: string;
  content: Uint8Array<ArrayBuffer>;
}

export interface Site {
  name: string;
  logo?: Logo;
  accent?: Accent;
  termsUrl?: string;
  privacyUrl?: string;
}

export type MailSite = Pick<Site, "name" | "accent">;

export const plainSite: Site = { name: "Chapterhouse" };

export const longestLogo = 256 * 1024;

// An address elsewhere would need an exception in the content security policy, and tell others who visits.
// @throws Error with the reason, as the rest of a sentence about the file
export function readLogo(file: string): Logo {
  let content: Uint8Array<ArrayBuffer>;
  try {
    const stat = statSync(file);
    // A device has no end, and a pipe may never begin.
    if (!stat.isFile()) throw new Error("is no file");
    const { size } = stat;
    if (size > longestLogo) throw new Error(`has ${size} bytes, and may have ${longestLogo}`);
    content = readStart(file, size);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code ? `cannot be read (${code})` : message);
  }
  const [type, ending] = kindOf(content) ?? [];
  if (!type) throw new Error("is no PNG, WebP or SVG");
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 16);
  return { href: `/logo/${hash}.${ending}`, type, content };
}

function readStart(file: string, size: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(size);
  const open = openSync(file, "r");
  try {
    return content.subarray(0, readSync(open, content));
  } finally {
    closeSync(open);
  }
}

function kindOf(content: Uint8Array): [type: string, ending: string] | undefined {
  const start = String.fromCharCode(...content.subarray(0, 12));
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return ["image/png", "png"];
  if (/^RIFF[^]{4}WEBP$/.test(start)) return ["image/webp", "webp"];
  const isSvg = /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i;
  return isSvg.test(new TextDecoder().decode(content)) ? ["image/svg+xml", "svg"] : undefined;
}

interface Accent {
  light: string;
  dark: string;
  css: string;
}

const oklch = (l: number, c: number, h: number): Oklch => ({ mode: "oklch", l, c, h });

const grounds = {
  light: { paper: oklch(0.975, 0.011, 85), card: oklch(0.995, 0.005, 85), well: oklch(0.945, 0.015, 82) },
  dark: { paper: oklch(0.195, 0.011, 60), card: oklch(0.235, 0.013, 60), well: oklch(0.275, 0.014, 62) },
};
const onFill = oklch(0.98, 0.01, 85);

const toOklch = converter("oklch");

// The colour as it is on light pages, and its hue with other lightness on dark ones.
export function accentOf(hex: string): Accent {
  const light = parse(hex)!;
  const { c: chroma, h: hue = 0 } = toOklch(light);
  const shade = (lightness: number, most: number) => oklch(lightness, Math.min(chroma, most), hue);
  const dark = { accent: shade(0.8, 0.075), fill: shade(0.46, 0.12), rim: shade(0.6, 0.1), tint: shade(0.32, 0.04) };
  const tint = shade(0.925, 0.022);
  for (const [name, ground] of Object.entries({ ...grounds.light, tint })) {
    check(light, ground, { name: `the ${name} of light pages` });
  }
  check(light, onFill, { name: "the text of buttons" });
  for (const [name, ground] of Object.entries({ ...grounds.dark, tint: dark.tint })) {
    check(dark.accent, ground, { name: `the ${name} of dark pages` });
  }
  check(dark.fill, onFill, { name: "the text of buttons on dark pages" });
  check(dark.rim, grounds.dark.paper, { name: "the paper of dark pages at the rims of controls", least: 3 });
  const css = `:root{--accent:light-dark(${hex},${asCss(dark.accent)});--fill:light-dark(${hex},${asCss(dark.fill)});` +
    `--rim:light-dark(${hex},${asCss(dark.rim)});--tint:light-dark(${asCss(tint)},${asCss(dark.tint)})}`;
  return { light: hex, dark: formatHex(dark.fill), css };
}

function check(color: Color, ground: Oklch, { name, least = 4.5 }: { name: string; least?: number }): void {
  const ratio = wcagContrast(clampRgb(color), clampRgb(ground));
  if (ratio >= least) return;
  // Rounded down: 4.49 must not read as the 4.5 that it is not.
  throw new Error(`has a contrast of ${Math.floor(ratio * 100) / 100}:1 with ${name}, and needs ${least}:1`);
}

const asCss = ({ l, c, h = 0 }: Oklch): string => `oklch(${+(l * 100).toFixed(1)}% ${+c.toFixed(4)} ${+h.toFixed(1)})`;

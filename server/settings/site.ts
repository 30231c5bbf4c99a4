/** What an operator may make their own: the site's name, logo, colour, and the addresses of its rules. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { Accent } from "./accent.ts";

export interface Logo {
  /** Its address; the hash in it is of the content. */
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

/** What mails need of it. */
export type MailSite = Pick<Site, "name" | "accent">;

/** The site where nothing is set. */
export const plainSite: Site = { name: "Chapterhouse" };

/** Bytes. A page loads it before anything else. */
export const longestLogo = 256 * 1024;

/**
 * Reads a logo, which is a PNG, WebP or SVG by its content. An address elsewhere would need an exception in the content
 * security policy, and would tell others who visits.
 *
 * @throws Error with the reason, as the rest of a sentence about the file
 */
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

/** The first bytes of a file, and no more of one that grows. */
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

/** What a page says of itself in its head. */
import { type Token, Tokenizer, TokenizerMode } from "parse5";
import { giveWay } from "../../db/engine/timing.ts";
import { linkPreview } from "../contract/chat/link_limits.ts";
import { hasVisible } from "../contract/site/fields.ts";
import type { PublicFile } from "./public_fetch.ts";

export interface PageHead {
  /** Undefined where it has none that can be seen. */
  title: string | undefined;
  image: URL | undefined;
}

/** What has come of a page until then is all of its head. */
export const endsHead = (part: string): boolean => /<\/head[\s>]|<body[\s>]/i.test(part);

/** How much is read at once, in UTF-16 code units: other requests come between. */
const part = 16 * 1024;

export async function readHead(file: PublicFile): Promise<PageHead> {
  const html = decoded(file);
  const head = openHead();
  for (let at = 0; at < html.length && !head.isRead(); at += part) {
    head.write(html.slice(at, at + part));
    await giveWay();
  }
  const { title, image } = head.end();
  return {
    title: cleanTitle(title),
    image: image && URL.canParse(image, file.url) ? new URL(image, file.url) : undefined,
  };
}

/** The tokenizer alone, without a tree: it takes time by the length, however deep the page is. */
function openHead() {
  const named: Record<string, string> = {};
  let title: string | undefined;
  let isTitle = false;
  let isRead = false;

  const stop = () => {
    isRead = true;
    tokenizer.pause();
  };
  const addText = ({ chars }: Token.CharacterToken) => {
    if (isTitle && title!.length < longestText) title += chars;
  };
  const handler = {
    onStartTag({ tagName, attrs }: Token.TagToken): void {
      if (tagName === "body") stop();
      if (tagName === "meta") addMeta(named, attrs);
      isTitle = tagName === "title" && title === undefined;
      if (isTitle) title = "";
      // What the parser of a tree sets.
      tokenizer.state = modes[tagName] ?? tokenizer.state;
    },
    onEndTag({ tagName }: Token.TagToken): void {
      isTitle = false;
      if (tagName === "head") stop();
    },
    onCharacter: addText,
    onWhitespaceCharacter: addText,
    onNullCharacter() {},
    onComment() {},
    onDoctype() {},
    onEof() {},
    onParseError: null,
  };
  const tokenizer = new Tokenizer({}, handler);
  return {
    write: (html: string) => tokenizer.write(html, false),
    isRead: () => isRead,
    end() {
      if (!isRead) tokenizer.write("", true);
      return { title: named["og:title"] ?? title, image: named["og:image"] ?? named["og:image:url"] };
    },
  };
}

const modes: Record<string, typeof TokenizerMode[keyof typeof TokenizerMode]> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
};

const wanted = new Set(["og:title", "og:image", "og:image:url"]);

/** The first of each. */
function addMeta(named: Record<string, string>, attrs: Token.Attribute[]): void {
  const valueOf = (name: string) => attrs.find((attribute) => attribute.name === name)?.value;
  const name = (valueOf("property") ?? valueOf("name"))?.trim().toLowerCase();
  const content = valueOf("content")?.trim();
  if (name && content && wanted.has(name)) named[name] ??= content;
}

/** Of which the beginning is shown. */
const longestText = 10 * linkPreview.title;

/** Controls, and what would turn the text around it. */
const unwanted = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

function cleanTitle(title = ""): string | undefined {
  const text = title.slice(0, longestText).toWellFormed().replace(unwanted, " ").replace(/\s+/g, " ").trim()
    .normalize();
  if (!hasVisible(text)) return undefined;
  if (text.length <= linkPreview.title) return text;
  // Not within a character of two code units.
  return text.slice(0, linkPreview.title - 1).replace(/[\uD800-\uDBFF]$/, "").trimEnd() + "…";
}

/** By its mark, its header or itself, in that order; else UTF-8, and where it is none what browsers read it as. */
function decoded({ contentType, bytes }: PublicFile): string {
  const beginning = String.fromCharCode(...bytes.subarray(0, 1024));
  const mark = Object.entries(marks).find(([mark]) => beginning.startsWith(mark))?.[1];
  const named = mark ?? /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? declaredIn(beginning);
  const decoder = named && decoderFor(named);
  return decoder ? decoder.decode(bytes) : asUtf8(bytes) ?? new TextDecoder("windows-1252").decode(bytes);
}

const marks = { "\xef\xbb\xbf": "utf-8", "\xfe\xff": "utf-16be", "\xff\xfe": "utf-16le" };

function declaredIn(beginning: string): string | undefined {
  const name = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(beginning)?.[1];
  // It could not have been read if it were.
  return name && /^utf-16/i.test(name) ? "utf-8" : name;
}

function decoderFor(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    // It may be cut within a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

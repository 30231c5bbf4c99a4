/** XML, strictly, with HTML's entities, and nothing fetched. */
import { decodeHTMLStrict } from "entities";
import { SaxesParser } from "saxes";
import { epub as limits } from "../../contract/books/text_limits.ts";
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import { refusal } from "./refusal.ts";
import { heartbeat } from "./heartbeat.ts";

export interface Element {
  /** Without its prefix. */
  name: string;
  space: "html" | "svg" | "math" | "other";
  /** `type` of EPUB's namespace is `epub:type`, and `href` of XLink's is `xlink:href`; names are in lower case. */
  attributes: Map<string, string>;
}

/** What a text is made of, in its order. */
export interface Events {
  open(element: Element): void;
  text(text: string): void;
  close(): void;
}

export class NotWellFormed extends Error {}

const spaces = new Map<string, Element["space"]>(Object.entries({
  "http://www.w3.org/1999/xhtml": "html",
  "http://www.w3.org/2000/svg": "svg",
  "http://www.w3.org/1998/Math/MathML": "math",
}));

export const spaceOf = (uri: string): Element["space"] => spaces.get(uri) ?? "other";

const prefixes = new Map(Object.entries({
  "http://www.idpf.org/2007/ops": "epub:",
  "http://www.w3.org/1999/xlink": "xlink:",
  "http://www.w3.org/XML/1998/namespace": "xml:",
}));

const writtenAtOnce = 64 * 1024;

const none = new Map<string, string>();

/** @throws NotWellFormed, Refusal for what is no text but an attack */
export function parseXml(bytes: Uint8Array, { path, events }: { path: string; events: Events }): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let [depth, attributes, isBegun] = [0, 0, false];
  const declared = new Map<string, string>();
  parser.on("error", (error) => {
    throw new NotWellFormed(error.message);
  });
  parser.on("doctype", (doctype) => declareEntities(doctype, { path, declared }));
  parser.on("opentagstart", () => attributes = 0);
  parser.on("attribute", () => {
    if (++attributes > limits.attributes) throw refusal(texts.tooManyAttributes(path, limits.attributes));
  });
  parser.on("opentag", ({ local, uri, attributes }) => {
    heartbeat();
    if (++depth > limits.depth) throw refusal(texts.tooDeep(path, limits.depth));
    isBegun = true;
    const named = Object.values(attributes).map(({ local, uri, value, prefix }): [string, string] => [
      (prefix === "" ? "" : prefixes.get(uri) ?? "other:") + local.toLowerCase(),
      value,
    ]);
    events.open({ name: local, space: spaceOf(uri), attributes: named.length === 0 ? none : new Map(named) });
  });
  parser.on("closetag", () => {
    depth--;
    events.close();
  });
  parser.on("text", (text) => events.text(text));
  parser.on("cdata", (text) => events.text(text));
  const ofXml = new Map(Object.entries(parser.ENTITIES));
  parser.ENTITIES = new Proxy(parser.ENTITIES, {
    get: (_, name: string) => declared.get(name) ?? ofXml.get(name) ?? ofHtml(name),
  });
  const decoder = decoderOf(bytes);
  for (let at = 0; at < bytes.length; at += writtenAtOnce) {
    parser.write(decoder.decode(bytes.subarray(at, at + writtenAtOnce), { stream: true }));
    // Saxes adds up declarations letter by letter, each of which takes some thirty bytes.
    if (!isBegun && at > limits.prolog) throw refusal(texts.entities(path));
    if (depth > 0) handOn(parser, events);
  }
  parser.write(decoder.decode());
  parser.close();
}

/** What saxes has collected, and of what: a text, but also a value of an attribute, a comment or an instruction. */
type Collected = { text: string; state: number };

function stateAfter(xml: string): number {
  const parser = new SaxesParser();
  parser.write(xml);
  return (parser as unknown as Collected).state;
}

const textStates = new Set([stateAfter("<a>x"), stateAfter("<a><![CDATA[x")]);

/** Saxes keeps a text up to the next tag, by a piece for each entity: of megabytes that takes hundreds. */
function handOn(parser: unknown, events: Events): void {
  const collected = parser as Collected;
  const { text, state } = collected;
  if (!textStates.has(state) || text.length < writtenAtOnce / 2) return;
  collected.text = "";
  events.text(text);
}

function ofHtml(name: string): string | undefined {
  const text = decodeHTMLStrict(`&${name};`);
  return text === `&${name};` ? undefined : text;
}

/** An entity that has others in it can unpack without end; one that stands elsewhere is nothing. */
function declareEntities(doctype: string, { path, declared }: { path: string; declared: Map<string, string> }): void {
  const declarations = doctype.matchAll(
    /<!ENTITY\s+(%\s+)?([\w.:-]{1,100})\s+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)\s)/g,
  );
  for (const [, parameter, name, double, single] of declarations) {
    const text = double ?? single ?? "";
    const refers = text.replaceAll(/&(?:#\d{1,7}|#x[\da-fA-F]{1,6});/g, "");
    if (/[&%]/.test(refers) || declared.size >= limits.entities.number || text.length > limits.entities.length) {
      throw refusal(texts.entities(path));
    }
    // Tags within an entity are not taken for tags.
    if (!parameter && !declared.has(name)) declared.set(name, decodeHTMLStrict(text));
  }
}

/** The text of a file, by its byte order mark or its declaration; what is no letter in it is U+FFFD. */
export const decoded = (bytes: Uint8Array): string => decoderOf(bytes).decode(bytes);

function decoderOf(bytes: Uint8Array): TextDecoder {
  const [first, second] = bytes;
  const isBigEndian = first === 0xfe && second === 0xff || first === 0 && second === 0x3c;
  const isLittleEndian = first === 0xff && second === 0xfe || first === 0x3c && second === 0;
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const label = isBigEndian
    ? "utf-16be"
    : isLittleEndian
    ? "utf-16le"
    : /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]{1,40})["']/.exec(start)?.[1] ?? "utf-8";
  return decoderNamed(label);
}

function decoderNamed(label: string): TextDecoder {
  try {
    const decoder = new TextDecoder(label);
    return /^utf-16/.test(decoder.encoding) && !/^utf-16[bl]e$/i.test(label) ? new TextDecoder() : decoder;
  } catch {
    return new TextDecoder();
  }
}

/** An element with what is in it, for documents that are small. */
export interface Tree extends Element {
  children: Tree[];
  text: string;
}

/** @param isKept says which are, with all that is in them. @throws Refusal */
export function parseTree(bytes: Uint8Array, path: string, isKept: (element: Element) => boolean = () => true): Tree {
  const root: Tree = { name: "", space: "other", attributes: new Map(), children: [], text: "" };
  const open = [root];
  let [elements, left] = [0, 0];
  const events: Events = {
    open(element) {
      if (++elements > limits.elements) throw refusal(texts.tooManyElements(path, limits.elements));
      if (left > 0 || !isKept(element)) return left++;
      const tree = { ...element, children: [], text: "" };
      open.at(-1)!.children.push(tree);
      open.push(tree);
    },
    text(text) {
      if (left === 0) open.at(-1)!.text += text;
    },
    close() {
      if (left > 0) left--;
      else open.pop();
    },
  };
  try {
    parseXml(bytes, { path, events });
  } catch (error) {
    throw error instanceof NotWellFormed ? refusal(texts.badXml(path)) : error;
  }
  return root.children[0];
}

/** All below it of that name, in their order. */
export function* below(tree: Tree, name: string): Generator<Tree> {
  const waiting = [...tree.children].reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.name === name) yield next;
    for (let n = next.children.length - 1; n >= 0; n--) waiting.push(next.children[n]);
  }
}

export const child = (tree: Tree | undefined, name: string): Tree | undefined =>
  tree?.children.find((found) => found.name === name);

/** Its whole text, blanks made one. */
export function textOf(tree: Tree): string {
  const pieces: string[] = [];
  const waiting = [tree];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    pieces.push(next.text || next.attributes.get("alt") || "");
    for (let n = next.children.length - 1; n >= 0; n--) waiting.push(next.children[n]);
  }
  return pieces.join(" ").replaceAll(/\s+/g, " ").trim();
}

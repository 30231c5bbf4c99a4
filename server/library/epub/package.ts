/** What a book is made of: the container's first package. */
import { epub as limits } from "../../contract/books/text_limits.ts";
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import { type Target, targetOf } from "./addresses.ts";
import type { Container } from "./container.ts";
import { refusal } from "./refusal.ts";
import { below, child, decoded, type Element, parseTree, textOf, type Tree } from "./xml.ts";

const smallFile = 1024 * 1024;
const longestTitle = 300;

export interface Package {
  title: string;
  language: string | null;
  /** Paths of the texts, in the order of reading: what is not linear is last. */
  spine: string[];
  /** By their paths. */
  types: Map<string, string>;
  /** The paths of what may stand for a picture that cannot be read. */
  fallbacks: Map<string, string>;
  /** The paths of the two kinds of contents. */
  nav: string | undefined;
  ncx: string | undefined;
  /** What EPUB 2 lists of its parts: a cover, where the text begins. */
  guide: { title: string; target: Target }[];
}

interface Item {
  path: string;
  type: string;
  fallback: string | undefined;
  properties: string[];
}

/** @throws Refusal */
export async function openPackage(container: Container): Promise<Package> {
  const type = await container.read("mimetype", smallFile);
  if (type && !/^\ufeff?application\/epub\+zip\s*$/.test(decoded(type))) throw refusal(texts.notEpub);
  await refuseProtected(container);
  const path = await packagePath(container, type !== undefined);
  const bytes = await container.read(path, limits.package);
  if (!bytes) throw refusal(texts.missing(path));
  return readPackage(parseTree(bytes, path, isRead), path);
}

/** There may be a description of each page and file, of which only that of titles is read. */
const isRead = ({ name, attributes }: Element) => name !== "meta" || attributes.get("property") === "title-type";

async function packagePath(container: Container, isEpub: boolean): Promise<string> {
  const bytes = await container.read("META-INF/container.xml", smallFile);
  if (!bytes) throw refusal(isEpub ? texts.noContainer : texts.notEpub);
  const roots = [...below(parseTree(bytes, "META-INF/container.xml"), "rootfile")];
  const root = roots.find(({ attributes }) => attributes.get("media-type") === "application/oebps-package+xml") ??
    roots[0];
  const target = targetOf(root?.attributes.get("full-path") ?? "", "");
  if (!target?.path) throw refusal(texts.badContainer);
  return target.path;
}

/** Fonts may be obfuscated: none are read. */
const ofFonts = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

async function refuseProtected(container: Container): Promise<void> {
  const by = (name: string) => refusal(texts.protected(name));
  const isLcp = container.has("META-INF/license.lcpl");
  if (container.has("META-INF/sinf.xml")) throw by("Apple FairPlay");
  const rights = await container.read("META-INF/rights.xml", smallFile);
  const isAdept = rights !== undefined && decoded(rights).includes("http://ns.adobe.com/adept");
  const bytes = await container.read("META-INF/encryption.xml", limits.package);
  const methods = bytes
    ? [...below(parseTree(bytes, "META-INF/encryption.xml"), "EncryptedData")]
      .map((data) => child(data, "EncryptionMethod")?.attributes.get("algorithm") ?? "")
    : [];
  const isLocked = methods.some((method) => !ofFonts.includes(method));
  if (isLcp && (isLocked || !bytes)) throw by("Readium LCP");
  if (isAdept) throw by("Adobe ADEPT");
  if (isLocked) throw by(texts.fontLock);
}

function readPackage(root: Tree | undefined, path: string): Package {
  const [metadata, manifest, spine] = ["metadata", "manifest", "spine"].map((name) => child(root, name));
  if (!manifest || !spine) throw refusal(texts.badPackage(path));
  if (manifest.children.length > limits.entries || spine.children.length > limits.entries) {
    throw refusal(texts.tooManyItems(path, limits.entries));
  }
  const items = new Map(
    manifest.children.filter(({ name }) => name === "item").flatMap(({ attributes }) => {
      const target = targetOf(attributes.get("href") ?? "", path);
      const item: Item | undefined = target && {
        path: target.path,
        type: attributes.get("media-type")?.trim().toLowerCase() ?? "",
        fallback: attributes.get("fallback"),
        properties: (attributes.get("properties") ?? "").split(/\s+/).slice(0, 20),
      };
      return item ? [[attributes.get("id") ?? "", item] as const] : [];
    }),
  );
  const all = [...items.values()];
  return {
    title: titleIn(metadata),
    language: languageIn(metadata),
    spine: spineOf(spine, items),
    fallbacks: new Map(all.flatMap(({ path, fallback }) => {
      const other = items.get(fallback ?? "");
      return other ? [[path, other.path] as const] : [];
    })),
    types: new Map(all.map(({ path, type }) => [path, type])),
    nav: all.find(({ properties }) => properties.includes("nav"))?.path,
    ncx: (items.get(spine.attributes.get("toc") ?? "") ?? all.find(({ type }) => type === "application/x-dtbncx+xml"))
      ?.path,
    guide: guideOf(child(root, "guide"), path),
  };
}

const longestGuide = 50;

function guideOf(guide: Tree | undefined, path: string): Package["guide"] {
  const references = guide?.children.filter(({ name }) => name === "reference").slice(0, longestGuide) ?? [];
  return references.flatMap(({ attributes }) => {
    const target = targetOf(attributes.get("href") ?? "", path);
    const title = attributes.get("title")?.trim().slice(0, limits.section);
    return target && title ? [{ title, target }] : [];
  });
}

const readable = ["application/xhtml+xml", "text/html", "text/x-oeb1-document"];

/** One that comes twice is read twice; links lead to the first. */
function spineOf(spine: Tree, items: Map<string, Item>): string[] {
  const references = spine.children.filter(({ name }) => name === "itemref").map(({ attributes }) => ({
    path: readablePath(attributes.get("idref") ?? "", items),
    isLinear: attributes.get("linear") !== "no",
  }));
  const inOrder = [...references.filter(({ isLinear }) => isLinear), ...references.filter(({ isLinear }) => !isLinear)];
  return inOrder.flatMap(({ path }) => path ?? []);
}

const mostFallbacks = 20;

/** What is no text has others that may stand for it: a ring of these ends. */
function readablePath(id: string, items: Map<string, Item>): string | undefined {
  const seen = new Set<string>();
  for (
    let next: string | undefined = id;
    next && !seen.has(next) && seen.size < mostFallbacks;
    next = items.get(next)?.fallback
  ) {
    seen.add(next);
    const item = items.get(next);
    if (item && (!item.fallback || !item.properties.includes("scripted")) && isReadable(item)) return item.path;
  }
  return undefined;
}

const isReadable = ({ type, fallback }: Item) => readable.includes(type) || type === "image/svg+xml" && !fallback;

/** The one that is called the main one, else the first. */
function titleIn(metadata: Tree | undefined): string {
  const titles = metadata ? [...below(metadata, "title")].filter((title) => textOf(title)) : [];
  const refining = metadata ? [...below(metadata, "meta")] : [];
  const isMain = (title: Tree) =>
    refining.some((meta) =>
      meta.attributes.get("property") === "title-type" && textOf(meta) === "main" &&
      meta.attributes.get("refines") === `#${title.attributes.get("id")}`
    );
  const listed = titles.slice(0, 20);
  const title = listed.find(isMain) ?? listed[0];
  return title ? textOf(title).slice(0, longestTitle).trim() : "";
}

function languageIn(metadata: Tree | undefined): string | null {
  const language = metadata && below(metadata, "language").next().value;
  return language ? languageTag(textOf(language)) ?? null : null;
}

/** BCP 47 as far as it is well-formed. */
export function languageTag(written: string): string | undefined {
  const tag = written.trim();
  return /^[a-z]{2,8}(-[a-z\d]{1,8}){0,5}$/i.test(tag) && tag.length <= 35 ? tag : undefined;
}

/**
 * Texts of books that a reader keeps on this device: of each its pages, with the reader's notes and highlights, its
 * pictures, and the hashed files that these name. They are nobody else's: they are deleted with the reader's other
 * pages (`stored_pages`), and where the text is not there any more, at the next connection.
 */
import { keptTexts as limits } from "../../server/contract/books/kept_text_limits.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";
import { copyOf, viewerOf } from "./page_copies.ts";

export interface KeptText {
  viewerId: string;
  bookId: string;
  /** The path of its reading page. */
  path: string;
  title: string;
  /** Another count is another text. */
  characters: number;
  /** The place after its last one. */
  end: number;
  /** The first place of each page, in their order. */
  parts: number[];
  /** The first place that is missing; null where all are there. */
  next: number | null;
  /** When the server was asked whether it is still there. */
  checkedAt: number;
}

/** Where the reader was last, and when. */
interface LastRead {
  at: number;
  readAt: number;
}

/** Under these addresses the cache of a text holds what it is, and where its reader was. */
const aboutKey = "/.kept";
const readKey = "/.read";

/** Deleted with the reader's other pages, by what its name begins with. */
const cachePrefix = `${storageKeys.pages}:`;

const cacheOf = (bookId: string) => caches.open(`${cachePrefix}${bookId}`);

const namesOfKept = async (): Promise<string[]> =>
  "caches" in globalThis ? (await caches.keys()).filter((name) => name.startsWith(cachePrefix)) : [];

async function stored<T>(cacheName: string, key: string): Promise<T | undefined> {
  return await (await caches.match(key, { cacheName }))?.json();
}

export const findKept = (bookId: string): Promise<KeptText | undefined> => stored(`${cachePrefix}${bookId}`, aboutKey);

/** The one that was read last first. */
export async function listKept(): Promise<KeptText[]> {
  const found = await Promise.all((await namesOfKept()).map(async (name) => {
    const [kept, read] = await Promise.all([stored<KeptText>(name, aboutKey), stored<LastRead>(name, readKey)]);
    return kept && { kept, readAt: read?.readAt ?? 0 };
  }));
  return found.filter((one) => one !== undefined).sort((one, other) => other.readAt - one.readAt)
    .map(({ kept }) => kept);
}

export const storeKept = async (kept: KeptText): Promise<void> =>
  await (await cacheOf(kept.bookId)).put(aboutKey, Response.json(kept));

export async function deleteKept(bookId: string): Promise<void> {
  await caches.delete(`${cachePrefix}${bookId}`);
}

export async function deleteAllKept(): Promise<void> {
  await Promise.all((await namesOfKept()).map((name) => caches.delete(name)));
}

/** Makes room for another one. @returns what was deleted */
export async function makeRoomFor(bookId: string): Promise<KeptText[]> {
  const others = (await listKept()).filter((kept) => kept.bookId !== bookId).slice(limits.max - 1);
  for (const kept of others) await deleteKept(kept.bookId);
  return others;
}

export const markRead = async (bookId: string, at: number): Promise<void> =>
  await (await cacheOf(bookId)).put(readKey, Response.json({ at, readAt: Date.now() } satisfies LastRead));

/** What a page says of the text that it shows. */
export interface ShownPart {
  from: number;
  next: number | null;
  characters: number;
}

/** As the server has written it (`text_page/keep_text.tsx`); undefined where it is another page. */
export function shownPart(html: string): ShownPart | undefined {
  const [, from, next, characters] =
    /data-keep-text="[^"]*" data-from="(\d+)" data-next="(\d*)" data-characters="(\d+)"/.exec(html) ?? [];
  if (from === undefined) return undefined;
  return { from: Number(from), next: next === "" ? null : Number(next), characters: Number(characters) };
}

/** Whether a page shows a place of a text, or none of a text. */
export function hasPlace(html: string, place: number): boolean {
  const part = shownPart(html);
  return !part || part.from <= place && (part.next === null || place < part.next);
}

export const partPath = ({ path }: Pick<KeptText, "path">, at: number): string => `${path}?at=${at}`;

const marginPath = ({ path }: Pick<KeptText, "path">, at: number): string => `${path}/margin?at=${at}`;

interface ArrivedPart {
  html: string;
  response: Response;
}

/** Stores a page of a text with what it names. @returns the text with that page; undefined where it shows none */
export async function storePart(kept: KeptText, { html, response }: ArrivedPart): Promise<KeptText | undefined> {
  const part = shownPart(html);
  if (!part || !response.ok || part.characters !== kept.characters) return undefined;
  const cache = await cacheOf(kept.bookId);
  await cache.put(partPath(kept, part.from), copyOf(html, response));
  await storeNamed(cache, html, kept);
  const parts = [...new Set([...kept.parts, part.from])].sort((one, other) => one - other);
  return { ...kept, parts, next: kept.next === part.from ? part.next : kept.next };
}

/** Pictures and hashed files, which stay what they are. */
async function storeNamed(cache: Cache, html: string, { path }: KeptText): Promise<void> {
  const named = [...html.matchAll(/ (?:href|src)="(?:(\/assets\/[^"]+)|pictures\/(\d+))"/g)]
    .map(([, file, picture]) => file ?? path.replace(/read$/, `pictures/${picture}`));
  for (const name of new Set(named)) {
    if (await cache.match(name)) continue;
    const response = await fetch(name, { credentials: "include", priority: "low" });
    if (response.ok) await cache.put(name, response);
  }
}

interface StoredPage {
  html: string;
  signal: AbortSignal;
}

/** What the group has written at a page that is stored, where it has. @returns what the server answered */
export async function storeMargin(kept: KeptText, at: number, { html, signal }: StoredPage) {
  if (/ data-count="[1-9]/.test(html)) return await storePage(kept, marginPath(kept, at), signal);
}

/** What is opened beside the text: its contents, and what was marked in it. */
export async function storeBeside(kept: KeptText, signal: AbortSignal): Promise<void> {
  for (const path of [`${kept.path}/contents`, `${kept.path}/marks`]) await storePage(kept, path, signal);
}

async function storePage(kept: KeptText, path: string, signal: AbortSignal): Promise<Response> {
  const cache = await cacheOf(kept.bookId);
  const response = await fetch(path, { credentials: "include", priority: "low", signal });
  const html = await response.text();
  if (response.ok && !response.redirected && viewerOf(html) === kept.viewerId) {
    await cache.put(path, copyOf(html, response));
    await storeNamed(cache, html, kept);
  }
  return response;
}

const pagePattern = /^\/group\/[^/]+\/books\/([^/]+)\/read(\/contents|\/marks|\/margin)?$/;

/** Whether a page is one of a text. */
export const isTextPage = ({ pathname }: URL): boolean => pagePattern.test(pathname);

/** The page of a kept text that is at an address. */
export async function keptPage({ pathname, searchParams }: URL): Promise<Response | undefined> {
  const [, encoded, beside] = pagePattern.exec(pathname) ?? [];
  const bookId = encoded && decodeURIComponent(encoded);
  const kept = bookId && await findKept(bookId);
  if (!kept) return undefined;
  const cache = await cacheOf(bookId);
  if (beside && beside !== "/margin") return await cache.match(pathname);
  const asked = searchParams.get("at") ?? (await stored<LastRead>(`${cachePrefix}${bookId}`, readKey))?.at;
  const from = partAt(kept, Number(asked ?? 0));
  if (from === undefined) return undefined;
  return await cache.match(beside ? marginPath(kept, from) : partPath(kept, from));
}

/** Where the part begins in which a place is; undefined where it is missing. */
export const partAt = ({ parts, next }: Pick<KeptText, "parts" | "next">, place: number): number | undefined =>
  next !== null && place >= next ? undefined : parts.findLast((from) => from <= place);

export const isPicture = ({ pathname }: URL): boolean => /^\/group\/[^/]+\/books\/[^/]+\/pictures\/\d+$/.test(pathname);

export const keptPicture = (url: URL): Promise<Response | undefined> => caches.match(url.pathname);

/** A page of a kept text has come from the server: it is newer. */
export async function renewPart({ pathname }: URL, arrived: ArrivedPart): Promise<void> {
  const [, encoded, beside] = pagePattern.exec(pathname) ?? [];
  const kept = encoded && !beside && await findKept(decodeURIComponent(encoded));
  // What is being kept meanwhile is counted by the window that does it.
  if (kept) await storePart(kept, arrived);
}

/** Deletes what its reader may not read any more, or what is another text by now. @param api its base path */
export async function checkKept(api: string): Promise<void> {
  for (const kept of await listKept()) {
    if (Date.now() - kept.checkedAt < limits.checkedEvery) continue;
    const response = await fetch(`${api}/books/${encodeURIComponent(kept.bookId)}/text`, { credentials: "include" });
    const isGone = response.status === 404 || response.status === 403;
    const text = response.ok ? (await response.json()).text : undefined;
    if (isGone || text && text.characters !== kept.characters) await deleteKept(kept.bookId);
    else if (text) await storeKept({ ...kept, checkedAt: Date.now() });
  }
}

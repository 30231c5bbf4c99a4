import { normalize } from "../site/normalize.ts";

/** Whether a file seems to be of another book: titles are written in many ways, with subtitles and without. */
export function isOtherTitle(file: string, book: string): boolean {
  const [one, other] = [file, book].map(longWords);
  return one.size > 0 && other.size > 0 && !one.isSubsetOf(other) && !other.isSubsetOf(one);
}

const longWords = (title: string): Set<string> =>
  new Set(normalize(title, "NFKD").toLowerCase().replaceAll(/\p{M}/gu, "").match(/[\p{L}\p{N}]{4,}/gu));

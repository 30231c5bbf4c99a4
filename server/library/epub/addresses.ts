/** Addresses within a container: never one outside. */
import { epub as limits } from "../../contract/books/text_limits.ts";

const root = "epub://container/";

export interface Target {
  path: string;
  /** Empty for the whole file. */
  id: string;
}

/** Of the file whose links are read: in one of half a million links its path would be encoded as often. */
let last = { base: "", address: root };

function addressOf(base: string): string {
  if (last.base !== base) last = { base, address: root + base.split("/").map(encodeURIComponent).join("/") };
  return last.address;
}

/** Undefined for what is not within the container. @param base the path of the file that the address stands in */
export function targetOf(address: string, base: string): Target | undefined {
  if (address.length > limits.address || /^\s*[a-z][a-z\d+.-]*:/i.test(address) || /^\s*[/\\]{2}/.test(address)) {
    return undefined;
  }
  try {
    const url = new URL(address.trim(), addressOf(base));
    if (!url.href.startsWith(root)) return undefined;
    return { path: decodeURIComponent(url.pathname.slice(1)), id: decodeURIComponent(url.hash.slice(1)) };
  } catch {
    return undefined;
  }
}

const longestWebAddress = 2000;

/** Of a page on the web; undefined for every other address. */
export function webAddress(address: string): string | undefined {
  if (address.length > longestWebAddress || !/^\s*https?:\/\//i.test(address)) return undefined;
  try {
    const { protocol, href, username, password } = new URL(address);
    if (protocol !== "http:" && protocol !== "https:" || username || password) return undefined;
    // Other letters are three times as long there, or nine times.
    return href.length <= longestWebAddress ? href : undefined;
  } catch {
    return undefined;
  }
}

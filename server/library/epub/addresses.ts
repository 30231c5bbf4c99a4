/** Addresses within a container: never one outside. */
import { epub as limits } from "../../contract/books/text_limits.ts";

const root = "epub://container/";

export interface Target {
  path: string;
  /** Empty for the whole file. */
  id: string;
}

/** Undefined for what is not within the container. @param base the path of the file that the address stands in */
export function targetOf(address: string, base: string): Target | undefined {
  if (address.length > limits.address || /^\s*[a-z][a-z\d+.-]*:/i.test(address) || /^\s*[/\\]{2}/.test(address)) {
    return undefined;
  }
  try {
    const url = new URL(address.trim(), root + base.split("/").map(encodeURIComponent).join("/"));
    if (!url.href.startsWith(root)) return undefined;
    return { path: decodeURIComponent(url.pathname.slice(1)), id: decodeURIComponent(url.hash.slice(1)) };
  } catch {
    return undefined;
  }
}

/** Of a page on the web; undefined for every other address. */
export function webAddress(address: string): string | undefined {
  if (address.length > 2000 || !/^\s*https?:\/\//i.test(address)) return undefined;
  try {
    const { protocol, href, username, password } = new URL(address);
    return (protocol === "http:" || protocol === "https:") && !username && !password ? href : undefined;
  } catch {
    return undefined;
  }
}

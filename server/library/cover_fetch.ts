/** Fetching a cover from its source, and from nowhere else. */
import ipaddr from "ipaddr.js";
import * as limits from "../contract/constants.ts";
import { ask, type Fetch, readBody, refused } from "./http_client.ts";
import { SourceFailure } from "./source.ts";

/** There is no such cover, or not where we may look; asking again would not help soon. */
export class NoCover extends Error {}

export interface FetchParts {
  fetch: Fetch;
  resolve: (host: string) => Promise<string[]>;
  /** Hosts that covers may come from; `.archive.org` stands for all below it. */
  hosts: string[];
}

/**
 * Fetches a cover, following redirects by hand: each address is checked before it is asked.
 *
 * @throws NoCover where an address is not one of a source's, or there is nothing; SourceFailure where it does not answer
 */
export async function fetchCover(
  address: string,
  parts: FetchParts,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  let url = new URL(address);
  for (let hops = 0; hops <= limits.cover.redirects; hops++) {
    await check(url, parts);
    const response = await ask(parts.fetch, url, { signal, redirect: "manual", headers: { Accept: "image/*" } });
    if (response.status >= 500 || response.status === 429) throw await refused(response);
    const location = response.headers.get("location");
    if (response.status < 300) return await readBody(response, limits.cover.bytes);
    await response.body?.cancel();
    if (response.status >= 400 || !location || !URL.canParse(location, url)) throw new NoCover("not there");
    url = new URL(location, url);
  }
  throw new NoCover("sent on too often");
}

/** Only https, only a source's host, and only where that host is on the public internet. */
async function check(url: URL, { hosts, resolve }: FetchParts): Promise<void> {
  const isKnown = hosts.some((host) => host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host);
  if (url.protocol !== "https:" || url.port !== "" || url.username || !isKnown) {
    throw new NoCover("not an address of a source's");
  }
  const addresses = await resolve(url.hostname).catch(() => {
    throw new SourceFailure("no connection");
  });
  if (addresses.length === 0 || !addresses.every(isPublic)) throw new NoCover("not a public address");
}

/** Neither loopback nor a private network, nor reserved for anything else. */
const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

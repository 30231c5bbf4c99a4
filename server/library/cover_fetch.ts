/** Fetching a cover from its source, and from no other host. */
import * as booksLimits from "../contract/books/limits.ts";
import { type Fetch, readBody, request, statusFailure } from "./http_client.ts";

/** There is no such cover, or not at an allowed address; fetching it again soon would not help. */
export class NoCover extends Error {}

export interface FetchParts {
  fetch: Fetch;
  /** Hosts that covers may come from; `.archive.org` stands for all its subdomains. */
  hosts: string[];
}

/**
 * Fetches a cover. It follows redirects itself, and checks each address before it requests it.
 *
 * @throws NoCover where an address is not one of a source's, or nothing is there; SourceFailure where it does not
 * answer
 */
export async function fetchCover(
  address: string,
  { fetch, hosts }: FetchParts,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  let url = new URL(address);
  for (let hops = 0; hops <= booksLimits.cover.redirects; hops++) {
    if (!isAllowed(url, hosts)) throw new NoCover("not an address of a source");
    const response = await request(fetch, url, { signal, redirect: "manual", headers: { Accept: "image/*" } });
    if (response.status >= 500 || response.status === 429) throw await statusFailure(response);
    const location = response.headers.get("location");
    if (response.status < 300) return await readBody(response, booksLimits.cover.bytes);
    await response.body?.cancel();
    if (response.status >= 400 || !location || !URL.canParse(location, url)) throw new NoCover("not there");
    url = new URL(location, url);
  }
  throw new NoCover("too many redirects");
}

/** Only https, and only a source's host: nothing else in our network can be reached by a redirect. */
const isAllowed = ({ protocol, hostname, port, username }: URL, hosts: string[]): boolean =>
  protocol === "https:" && port === "" && !username &&
  hosts.some((host) => host.startsWith(".") ? hostname.endsWith(host) : hostname === host);

/** Calls of push services: at addresses that browsers gave, which may be anybody's. */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { request } from "node:https";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isPublic } from "./public_address.ts";

export interface PostRequest {
  headers: Record<string, string>;
  body: Uint8Array;
  signal: AbortSignal;
}

/** Posts to a URL, and returns the status of the answer, which is not read. A redirect is not followed. */
export type Post = (url: string, request: PostRequest) => Promise<number>;

interface Options {
  /** Finds the addresses of a host. */
  lookup?: (host: string) => Promise<string[]>;
  /** Whether an address may be connected to. */
  isAllowed?: (address: string) => boolean;
  /** Where every host is called, whatever port its URL names. */
  port?: number;
  /** A certificate to be trusted beside the system's, as PEM. */
  ca?: string;
}

const resolve = (host: string): Promise<string[]> =>
  new Promise((done, fail) => {
    systemLookup(host, { all: true }, (error, found: LookupAddress[]) =>
      error ? fail(error) : done(found.map(({ address }) =>
        address
      )));
  });

/**
 * Makes the function that posts. The address of the host is checked as it is connected to: a name may lead elsewhere
 * the next time it is looked up.
 */
export function openPost({ lookup = resolve, isAllowed = isPublic, port = 443, ca }: Options = {}): Post {
  const checkedLookup: LookupFunction = (host, { all }, callback) => {
    const fail = (error: Error) => callback(error, "", 0);
    lookup(host).then((addresses) => {
      const allowed = addresses.filter(isAllowed);
      // One that is not is a reason to distrust the others.
      if (allowed.length === 0 || allowed.length < addresses.length) return fail(new Error("not a public address"));
      const found = allowed.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      if (all) callback(null, found);
      else callback(null, found[0].address, found[0].family);
    }, fail);
  };
  return (url, { headers, body, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    // A host that is an address would not be looked up.
    if (ipaddr.isValid(new URL(url).hostname.replace(/^\[|\]$/g, ""))) return Promise.reject(new Error("not a name"));
    const call = request(url, { method: "POST", port, headers, signal, lookup: checkedLookup, ca, agent: false });
    call.on("response", (response) => {
      resolve(response.statusCode!);
      response.destroy();
    });
    call.on("error", reject);
    call.end(body);
    return promise;
  };
}

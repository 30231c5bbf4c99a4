/** A server of many hosts, as far as one machine is the open web. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { openPublicFetch, type PublicFetch } from "../../../server/library/public_fetch.ts";

/** What is at an address: a page, bytes of a type, or whatever a function does with the response. */
export type Site = Record<string, string | { type: string; bytes: Uint8Array } | ((response: ServerResponse) => void)>;

export interface WebServer {
  fetch: PublicFetch;
  /** Hosts with their paths, in the order in which they were asked for. */
  requested: string[];
  /** With what the last one was asked for. */
  headers: Record<string, unknown>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** @param site what there is, by host and path: `books.example/a`; `lookup` says where a host is, and may count */
export async function startWebServer(
  site: Site,
  lookup: (host: string) => Promise<string[]> = () => Promise.resolve([open]),
): Promise<WebServer> {
  const requested: string[] = [];
  const web = { headers: {} };
  const server = createServer((request, response) => {
    const address = request.headers.host!.split(":")[0] + request.url;
    requested.push(address);
    web.headers = { ...request.headers };
    const there = site[address];
    if (typeof there === "function") return there(response);
    if (!there) return response.writeHead(404, { "Content-Type": "text/html" }).end("<title>Not found</title>");
    const { type, bytes } = typeof there === "string"
      ? { type: "text/html; charset=utf-8", bytes: new TextEncoder().encode(there) }
      : there;
    response.writeHead(200, { "Content-Type": type }).end(bytes);
  });
  await once(server.listen(0, open), "listening");
  const { port } = server.address() as AddressInfo;
  const fetch = openPublicFetch({
    publicUrl: "https://books.example.org",
    lookup,
    isAllowed: (address) => address === open,
    ports: { "http:": port, "https:": port },
  });
  return Object.assign(web, {
    fetch,
    requested,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
}

/** Where the tests' open web is; all other addresses are of the inner network. */
export const open = "127.0.0.1";

export const redirect = (location: string) => (response: ServerResponse) =>
  void response.writeHead(302, { Location: location }).end();

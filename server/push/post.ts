/** Push services are at addresses that browsers gave, which may be anybody's. */
import { request } from "node:https";
import { directAgents, isPublicName, publicLookup, type PublicOptions } from "../public_address.ts";

interface PostRequest {
  headers: Record<string, string>;
  body: Uint8Array;
  signal: AbortSignal;
}

export type Post = (url: string, request: PostRequest) => Promise<number>;

interface Options extends PublicOptions {
  port?: number;
  ca?: string;
}

export function openPost({ port = 443, ca, ...options }: Options = {}): Post {
  const lookup = publicLookup(options);
  return (url, { headers, body, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    if (!isPublicName(new URL(url).hostname)) return Promise.reject(new Error("not a public name"));
    const call = request(url, { method: "POST", port, headers, signal, lookup, ca, agent: directAgents["https:"] });
    call.on("response", (response) => {
      resolve(response.statusCode!);
      response.destroy();
    });
    call.on("error", reject);
    call.end(body);
    return promise;
  };
}

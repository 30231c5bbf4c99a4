/** What is at addresses of the open web, which are strangers'. */
import { Buffer } from "node:buffer";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { linkFetch as limits } from "../contract/chat/link_limits.ts";
import { directAgents, isPublicName, publicLookup, type PublicOptions } from "../public_address.ts";
import { SourceFailure, userAgent } from "./http_client.ts";

interface Wanted {
  /** Media types, the parameters left out. */
  types: RegExp;
  accept: string;
  signal: AbortSignal;
  /** Whether the first bytes are of use where there are too many of them. */
  isCut?: boolean;
  /** Is asked with each part, and the end of the one before. */
  isEnough?: (part: string) => boolean;
}

export interface PublicFile {
  /** Where it was in the end. */
  url: URL;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export type PublicFetch = (url: URL, wanted: Wanted) => Promise<PublicFile>;

export interface FetchOptions extends PublicOptions {
  /** In whose name it asks. */
  publicUrl: string;
  ports?: { "http:": number; "https:": number };
}

/** There, and nothing that can be shown. */
export class Unfit extends Error {}

/** Follows redirects itself, and checks each address before. The functions throw Unfit and SourceFailure. */
export function openPublicFetch(
  { publicUrl, ports = { "http:": 80, "https:": 443 }, ...options }: FetchOptions,
): PublicFetch {
  const lookup = publicLookup(options);

  function ask(url: URL, { accept, signal }: Wanted): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = url.protocol === "https:" ? requestSecure : requestPlain;
    const headers = { "Accept": accept, "Accept-Encoding": "identity", "User-Agent": userAgent(publicUrl) };
    const protocol = url.protocol as keyof typeof ports;
    const call = request(url, { port: ports[protocol], agent: directAgents[protocol], headers, signal, lookup });
    call.on("response", resolve);
    call.on("error", (error) => reject(failure(signal, error)));
    call.end();
    return promise;
  }

  return async (address, wanted) => {
    let url = address;
    for (let hops = 0; hops <= limits.redirects; hops++) {
      if (!isPublicUrl(url)) throw new Unfit("not an address of the open web");
      const response = await ask(url, wanted);
      try {
        const { statusCode: status = 0, headers: { location } } = response;
        if (status === 200) return { url, ...await read(response, wanted) };
        if (status >= 500 || status === 429) throw new SourceFailure(`it answered with status ${status}`);
        if (status < 300 || status >= 400 || !location || !URL.canParse(location, url)) throw new Unfit("not there");
        url = new URL(location, url);
      } finally {
        response.destroy();
      }
    }
    throw new Unfit("too many redirects");
  };
}

/** By its form: where its host is, is known once it is looked up. */
export const isPublicUrl = ({ protocol, hostname, port, username, password, href }: URL): boolean =>
  (protocol === "https:" || protocol === "http:") && port === "" && !username && !password &&
  href.length <= limits.address && isPublicName(hostname);

const failure = ({ aborted }: AbortSignal, cause: Error): SourceFailure =>
  new SourceFailure(aborted ? "no answer in time" : "no connection", { cause });

async function read(response: IncomingMessage, wanted: Wanted): Promise<Omit<PublicFile, "url">> {
  const { "content-type": contentType = "", "content-encoding": encoding = "identity" } = response.headers;
  if (!wanted.types.test(contentType.split(";")[0].trim())) throw new Unfit("of another type");
  if (encoding !== "identity") throw new Unfit("compressed, which was not asked for");
  return { contentType, bytes: await readBytes(response, wanted) };
}

const longestEnd = 16;

async function readBytes(response: IncomingMessage, { signal, isCut, isEnough }: Wanted): Promise<PublicFile["bytes"]> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let end = "";
  const stop = () => void response.destroy(new Error("stopped"));
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    for await (const part of response as AsyncIterable<Buffer>) {
      const taken = part.subarray(0, limits.bytes - length);
      if (taken.length < part.length && !isCut) throw new Unfit("too large");
      parts.push(taken);
      length += taken.length;
      if (taken.length < part.length || isEnough?.(end + taken.toString("latin1"))) break;
      end = taken.subarray(-longestEnd).toString("latin1");
    }
    signal.throwIfAborted();
  } catch (error) {
    throw error instanceof Unfit ? error : failure(signal, error as Error);
  } finally {
    signal.removeEventListener("abort", stop);
  }
  return new Uint8Array(Buffer.concat(parts, length));
}

/** Connections to a libSQL server. */
import { type Client, createClient } from "@libsql/client";
import { ServerClient } from "./server_client.ts";

interface Options {
  url: string;
  authToken?: string;
  /** How long a call may take, in milliseconds. */
  timeout: number;
}
export function openServer({ url, authToken, timeout }: Options): Client {
  const u = new URL(url.replace(/^(https|libsql):/, "wss:").replace(/^http:/, "ws:"));
  return new ServerClient({ url: String(u), authToken, timeout });
}

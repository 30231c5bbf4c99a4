/** Counts what HTTP responses have written and clients have not taken (see `backlog.ts`). */
import { Buffer } from "node:buffer";
import { type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./address.ts";
import type { Backlog, Client, Count } from "./backlog.ts";
import { bytesAcknowledged } from "./tcp_info.ts";

/** By open connection. Per process, as connections are. */
const counts = new WeakMap<Socket, Count>();

/** Counts what waits on each connection of a server, whose responses have to be counted ones. */
export function countConnections(server: Server, backlog: Backlog): void {
  server.on("connection", (socket: Socket) => {
    const connection = { acknowledged: () => bytesAcknowledged(socket), hangUp: () => void socket.destroy() };
    const count = backlog.open(connection, { address: networkOf(socket.remoteAddress) });
    counts.set(socket, count);
    socket.once("close", count.end);
  });
}

/** Says whose a connection is: of a proxy's there are many readers, one after the other. */
export const belongsTo = (socket: Socket, client: Client): void => counts.get(socket)?.belongsTo(client);

type Chunk = string | Uint8Array;
type Callback = (error?: Error | null) => void;

/** Longer texts are sent as bytes: while they wait, nothing needs the text any more, which takes up to twice as much. */
const longText = 64 * 1024;

/** A response whose bytes are counted from when they are written until the kernel has them. */
export class CountedResponse extends ServerResponse {
  /** Missing where the connection is not counted. */
  get #count(): Count | undefined {
    return counts.get(this.req.socket);
  }

  override write(chunk: Chunk, encoding?: BufferEncoding | Callback, callback?: Callback): boolean {
    const bytes = Buffer.byteLength(chunk);
    const done = typeof encoding === "function" ? encoding : callback;
    const hasRoom = super.write(chunk, typeof encoding === "string" ? encoding : "utf8", (error) => {
      this.#count?.add(-bytes);
      done?.(error);
    });
    this.#count?.add(bytes);
    return hasRoom;
  }

  override end(chunk?: Chunk | Callback, encoding?: BufferEncoding | Callback, callback?: Callback): this {
    if (!chunk || typeof chunk === "function") return super.end(chunk as Callback);
    const bytes = Buffer.byteLength(chunk);
    this.once("finish", () => this.#count?.add(-bytes));
    const isLong = typeof chunk === "string" && bytes > longText;
    super.end(isLong ? Buffer.from(chunk) : chunk, encoding as BufferEncoding, callback);
    this.#count?.add(bytes);
    return this;
  }
}

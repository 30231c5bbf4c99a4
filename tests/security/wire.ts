/** Bytes as they are: what no HTTP client would send. */

/** Longer than anyone is waited for, in milliseconds. */
const patience = 150_000;

/** A connection to a service's port. `using` closes it. */
export interface Wire {
  send(bytes: string | Uint8Array): Promise<void>;
  /** Closes this side's half: nothing more will be sent. */
  end(): Promise<void>;
  /**
   * All that comes until the other side hangs up, resets the connection, or has sent what is awaited.
   *
   * @throws Error where that never comes
   */
  rest(awaited?: RegExp): Promise<string>;
  [Symbol.dispose](): void;
}

export async function openWire(url: string): Promise<Wire> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(url).port) });
  return {
    async send(data) {
      const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
      for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    },
    end: () => connection.closeWrite(),
    async rest(awaited) {
      let text = "";
      let isOver = false;
      const giveUp = setTimeout(() => (isOver = true, connection.close()), patience);
      const decoder = new TextDecoder();
      const bytes = new Uint8Array(65536);
      try {
        for (let n = await connection.read(bytes); n !== null; n = await connection.read(bytes)) {
          text += decoder.decode(bytes.subarray(0, n), { stream: true });
          if (awaited?.test(text)) break;
        }
      } catch (error) {
        if (isOver) throw new Error(`nobody hung up after ${text.slice(0, 100)}`);
        if (!(error instanceof Deno.errors.ConnectionReset)) throw error;
      } finally {
        clearTimeout(giveUp);
      }
      return text;
    },
    [Symbol.dispose]() {
      try {
        connection.close();
      } catch { /* The other side was faster. */ }
    },
  };
}

/** Sends these lines and gives all that comes back. */
export async function say(url: string, ...lines: string[]): Promise<string> {
  using wire = await openWire(url);
  await wire.send(lines.join("\r\n"));
  return await wire.rest();
}

export const get = (path: string, ...headers: string[]): string[] => [
  `GET ${path} HTTP/1.1`,
  ...headers.some((header) => /^host:/i.test(header)) ? [] : ["Host: localhost"],
  ...headers,
  "Connection: close",
  "",
  "",
];

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

/** A text frame of the WebSocket protocol, masked with zeros. */
export function frame(text: string): Uint8Array<ArrayBuffer> {
  const payload = new TextEncoder().encode(text);
  if (payload.length > 125) throw new RangeError("a short text");
  return new Uint8Array([0x81, payload.length | 0x80, 0, 0, 0, 0, ...payload]);
}

/** A frame that ends a WebSocket, with or without a reason, among others as text: what is no text is U+FFFD there. */
// deno-lint-ignore no-control-regex -- a frame is no text
export const closing = /\ufffd(\0|\x02\x03)/;

/** The same bytes so many times. */
export function repeated(bytes: Uint8Array, times: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes.length * times);
  for (let n = 0; n < times; n++) all.set(bytes, n * bytes.length);
  return all;
}

const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];

/** A WebSocket to the service's sockets, that nobody has signed in on yet. */
export async function openSocketWire(url: string): Promise<Wire> {
  const wire = await openWire(url);
  const key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
  const request = ["GET /socket.io/?EIO=4&transport=websocket HTTP/1.1", `Host: ${new URL(url).host}`, ...upgrade, key];
  await wire.send([...request, "", ""].join("\r\n"));
  return wire;
}

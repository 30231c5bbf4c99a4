/** How many bytes of a page arrive before its first screen can be painted. */
import { Buffer } from "node:buffer";
import { request } from "node:http";
import { brotliDecompressSync, constants } from "node:zlib";

/** The bytes of a page as they cross the line, without the props of its islands, which follow what is seen first. */
export function weighFirstScreen(url: string, cookie = ""): Promise<{ head: number; body: number }> {
  const headers = { Cookie: cookie, "Accept-Encoding": "br" };
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, async (response) => {
      const { socket } = response;
      const body = Buffer.concat(await Array.fromAsync(response));
      resolve({ head: socket.bytesRead - body.length, body: lengthBeforeProps(body) });
    }).on("error", reject).end();
  });
}

const props = '<script type="application/json"';

/** How much of a compressed page there is when the first props begin. */
function lengthBeforeProps(compressed: Uint8Array): number {
  const hasProps = (length: number): boolean =>
    brotliDecompressSync(compressed.subarray(0, length), { finishFlush: constants.BROTLI_OPERATION_FLUSH })
      .includes(props);
  if (!hasProps(compressed.length)) return compressed.length;
  let [from, to] = [0, compressed.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (hasProps(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

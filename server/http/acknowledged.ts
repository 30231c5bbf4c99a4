/** How much of what was sent has arrived: neither Deno nor Node tells. */
import type { Socket } from "node:net";

const symbols = {
  getsockopt: { parameters: ["i32", "i32", "i32", "buffer", "buffer"], result: "i32" },
  close: { parameters: ["i32"], result: "i32" },
} as const;

/** Opened when it is first needed; null where there is none, as on other systems than Linux. */
let libc: Deno.DynamicLibrary<typeof symbols> | null | undefined;

function openLibc(): typeof libc {
  try {
    return Deno.dlopen("libc.so.6", symbols);
  } catch {
    return null;
  }
}

/** The level and the option of `getsockopt`, and where in the answer the bytes are (`tcp_info` in linux/tcp.h). */
const [IPPROTO_TCP, TCP_INFO, offset] = [6, 11, 120];

/**
 * How many bytes the other side has acknowledged since the connection was opened. It does so until its own buffer is
 * full, and then as it reads.
 *
 * @returns undefined where that is not known
 */
export function bytesAcknowledged(socket: Socket): number | undefined {
  libc = libc === undefined ? openLibc() : libc;
  if (!libc) return undefined;
  const { _handle: handle } = socket as unknown as { _handle: { fdForIpc?(): number } | null };
  // A duplicate, which is to be closed.
  const descriptor = handle?.fdForIpc?.() ?? -1;
  if (descriptor < 0) return undefined;
  const info = new DataView(new ArrayBuffer(256));
  const size = new Uint32Array([info.byteLength]);
  const failed = libc.symbols.getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, info, size);
  libc.symbols.close(descriptor);
  return failed || size[0] < offset + 8 ? undefined : Number(info.getBigUint64(offset, true));
}

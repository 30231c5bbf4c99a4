/** What the system knows of a connection or a port, and neither Deno nor Node tells (`tcp_info` in linux/tcp.h). */
import type { Server } from "node:http";
import type { Socket } from "node:net";

const symbols = {
  getsockopt: { parameters: ["i32", "i32", "i32", "buffer", "buffer"], result: "i32" },
  close: { parameters: ["i32"], result: "i32" },
} as const;

let libc: Deno.DynamicLibrary<typeof symbols> | null | undefined;

function openLibc(): typeof libc {
  try {
    return Deno.dlopen("libc.so.6", symbols);
  } catch {
    return null;
  }
}

const [IPPROTO_TCP, TCP_INFO] = [6, 11];

const offsets = { bytesAcknowledged: 120, unacknowledged: 24 };

function tcpInfo(of: Socket | Server): DataView | undefined {
  libc = libc === undefined ? openLibc() : libc;
  if (!libc) return undefined;
  const { _handle: handle } = of as unknown as { _handle: { fdForIpc?(): number } | null };
  const descriptor = handle?.fdForIpc?.() ?? -1;
  if (descriptor < 0) return undefined;
  const info = new DataView(new ArrayBuffer(256));
  const size = new Uint32Array([info.byteLength]);
  const failed = libc.symbols.getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, info, size);
  libc.symbols.close(descriptor);
  return failed || size[0] < offsets.bytesAcknowledged + 8 ? undefined : info;
}

/** Bytes that the other side has acknowledged: it does so until its own buffer is full, and then as it reads. */
export function bytesAcknowledged(socket: Socket): number | undefined {
  const bytes = tcpInfo(socket)?.getBigUint64(offsets.bytesAcknowledged, true);
  return bytes === undefined ? undefined : Number(bytes);
}

export const connectionsWaiting = (server: Server): number =>
  tcpInfo(server)?.getUint32(offsets.unacknowledged, true) ?? 0;

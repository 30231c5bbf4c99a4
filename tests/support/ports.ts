/**
 * Ports that stay a test's, or its module's, own while no server is on them. Systems take ports from 32768 on for
 * outgoing connections (Linux), and for servers that ask for any: one of those could be taken before the server is
 * back.
 */
const range = { from: 20_000, to: 32_000 };
/** Those handed out: a process need not see its own ports twice. */
const reserved = new Set<number>();

/** A port of this machine that nobody listens on. Other test processes choose at random from the same range. */
export function reservePort(): number {
  for (;;) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from));
    if (reserved.has(port) || !isFree(port)) continue;
    reserved.add(port);
    return port;
  }
}

/** Whether nobody listens on a port of this machine. */
export function isFree(port: number): boolean {
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}

/**
 * A slow line to a service: a TCP proxy. All connections share it, WebSockets too, which Chromium's own throttling
 * leaves alone. Without a loss of packets, and without TLS.
 */

interface Line {
  /** The address of the service through the line. */
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Of a line: bits per second each way, and milliseconds for the way there and back. */
export interface LineSpeed {
  rate: number;
  roundTrip: number;
}

/**
 * Bytes of a full packet on Ethernet, of TCP's and IP's headers in it, and packets at a connection's start (RFC 6928).
 */
const packet = { size: 1500, headers: 52, initialWindow: 10 };
/** In milliseconds: how late a timer may be without slowing the line down. */
const timerDelay = 10;

/** Opens a slow line to a service, until it is disposed of. */
export function openSlowLine(target: string, speed: LineSpeed): Line {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const [up, down] = [new OneWay(speed), new OneWay(speed)];
  const { hostname, port } = new URL(target);

  async function carry(client: Deno.TcpConn): Promise<void> {
    const server = await Deno.connect({ hostname, port: Number(port) });
    const ends = [client, server];
    for (const end of ends) {
      end.setNoDelay();
      open.add(end);
    }
    // The browser's connection is there at once; on a real line its SYN is answered after a round trip.
    await delay(speed.roundTrip);
    await Promise.allSettled([up.carry(client, server), down.carry(server, client)]);
    for (const end of ends) {
      open.delete(end);
      close(end);
    }
  }

  async function accept(): Promise<void> {
    for await (const client of listener) carry(client).catch(() => close(client));
  }

  const accepting = accept();
  return {
    url: `http://localhost:${(listener.addr as Deno.NetAddr).port}`,
    async [Symbol.asyncDispose]() {
      listener.close();
      open.forEach(close);
      await accepting;
    },
  };
}

/** One direction: one packet after the other, those of all connections in turn. */
class OneWay {
  #free = 0;

  constructor(readonly speed: LineSpeed) {}

  /** Carries what comes from one end to the other, until either closes. */
  async carry(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
    const buffer = new Uint8Array(packet.size - packet.headers);
    const acknowledged: Promise<void>[] = [];
    let arrived = Promise.resolve();
    for (let n = 0;; n++) {
      const size = await from.read(buffer);
      if (size === null) break;
      // Slow start: each acknowledgement lets two more packets go.
      await acknowledged[(n - packet.initialWindow) >> 1];
      await this.#transmit(size + packet.headers);
      const bytes = buffer.slice(0, size);
      const underWay = delay(this.speed.roundTrip / 2);
      arrived = Promise.all([arrived, underWay]).then(() => writeAll(to, bytes));
      arrived.catch(() => close(from));
      acknowledged.push(delay(this.speed.roundTrip));
    }
    await arrived;
    await to.closeWrite();
  }

  /** Settles once the packet has left. */
  async #transmit(bytes: number): Promise<void> {
    const now = performance.now();
    this.#free = Math.max(this.#free, now - timerDelay) + bytes * 8 / this.speed.rate * 1000;
    await delay(Math.max(0, this.#free - now));
  }
}

async function writeAll(to: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

function close(end: Deno.Conn): void {
  try {
    end.close();
  } catch {
    // It was closed before.
  }
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

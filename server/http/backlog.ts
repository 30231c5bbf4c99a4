/** Limits how much waits unread: clients that take nothing must not fill the memory. */
import * as siteLimits from "../contract/site/limits.ts";

/** Whose connection it is: an account's, or that of an address's visitors. */
export interface Client {
  address: string;
  /** The account's id. */
  user?: string;
}

export interface Connection {
  /** How many bytes its client has acknowledged; undefined where that is not known. */
  acknowledged(): number | undefined;
  hangUp(): void;
}

/** The count of one connection. */
export interface Count {
  /** Adds bytes that wait for it; with a minus those that were taken. */
  add(bytes: number): void;
  /** Says whose connection it is from now on, with all that waits for it. */
  belongsTo(client: Client): void;
  /** To be called when the connection is closed. */
  end(): void;
}

export interface Backlog {
  open(connection: Connection, client: Client): Count;
  /** How many bytes wait in all. */
  bytes(): number;
  /** How many connections were closed for it. */
  hungUp(): number;
  close(): void;
}

type Options = Partial<typeof siteLimits.backlog> & {
  /** Called with the client of each connection that is closed for it. */
  onHangUp: (client: Client) => void;
};

/** All connections of one client. */
interface Share {
  bytes: number;
  connections: Set<Waiting>;
}

/** What waits for one connection. */
interface Waiting {
  connection: Connection;
  client: Client;
  share: Share;
  bytes: number;
  /** Which of all moves was its last: it began to wait, or some of it was taken. The clock costs too much for each. */
  lastMove: number;
  /** As it was when it was looked at last, and since when nothing of it has been taken or acknowledged. */
  seen: { move: number; acknowledged?: number; since: number };
  isOver: boolean;
}

/**
 * Counts what waits, by connection, by client and in all. Nothing is refused for what waits for others: where it is too
 * much, connections of the client with most are closed, first the one that has taken nothing for longest. Per process,
 * as memory is.
 */
export function openBacklog({ onHangUp, ...changed }: Options): Backlog {
  const { perConnection, perClient, total, patience } = { ...siteLimits.backlog, ...changed };
  const shares = new Map<string, Share>();
  let [all, moves, hungUp] = [0, 0, 0];
  const looking = setInterval(look, patience / 10);
  Deno.unrefTimer(looking);
  return {
    open(connection, client) {
      const seen = { move: 0, since: 0 };
      const one: Waiting = { connection, client, share: shareOf(client), bytes: 0, lastMove: 0, seen, isOver: false };
      one.share.connections.add(one);
      return {
        add(bytes) {
          if (one.isOver) return;
          if (one.bytes === 0) one.seen.acknowledged = undefined;
          if (one.bytes === 0 || bytes < 0) one.lastMove = ++moves;
          change(one, bytes);
          if (bytes > 0) makeRoom(one);
        },
        belongsTo(client) {
          if (!one.isOver && keyOf(client) !== keyOf(one.client)) move(one, client);
        },
        end: () => end(one),
      };
    },
    bytes: () => all,
    hungUp: () => hungUp,
    close: () => clearInterval(looking),
  };

  function shareOf(client: Client): Share {
    const key = keyOf(client);
    const share = shares.get(key) ?? { bytes: 0, connections: new Set() };
    shares.set(key, share);
    return share;
  }

  function change(one: Waiting, bytes: number): void {
    one.bytes += bytes;
    one.share.bytes += bytes;
    all += bytes;
  }

  function leave(one: Waiting): void {
    const { share: { connections }, client } = one;
    connections.delete(one);
    if (connections.size === 0) shares.delete(keyOf(client));
  }

  function move(one: Waiting, client: Client): void {
    const { bytes } = one;
    change(one, -bytes);
    leave(one);
    one.client = client;
    one.share = shareOf(client);
    one.share.connections.add(one);
    change(one, bytes);
  }

  function end(one: Waiting): void {
    if (one.isOver) return;
    one.isOver = true;
    change(one, -one.bytes);
    leave(one);
  }

  function hangUp(one: Waiting): void {
    end(one);
    hungUp++;
    onHangUp(one.client);
    one.connection.hangUp();
  }

  function makeRoom(one: Waiting): void {
    const { share } = one;
    if (one.bytes > perConnection) hangUp(one);
    while (share.bytes > perClient) hangUp(stalest(share));
    while (all > total) hangUp(stalest(greediest()));
  }

  function greediest(): Share {
    return [...shares.values()].reduce((most, share) => share.bytes > most.bytes ? share : most);
  }

  /**
   * Closes connections that have taken nothing for too long. The kernel takes bytes from us in lumps of a megabyte and
   * more, which on a slow line are half a minute apart: meanwhile it tells what has arrived.
   */
  function look(): void {
    const now = performance.now();
    for (const { connections } of shares.values()) {
      for (const one of connections) {
        if (one.bytes === 0) continue;
        const { seen } = one;
        const acknowledged = one.connection.acknowledged();
        const isKnown = acknowledged !== undefined && seen.acknowledged !== undefined;
        if (isKnown && acknowledged !== seen.acknowledged) one.lastMove = ++moves;
        const hasMoved = one.lastMove !== seen.move;
        one.seen = { move: one.lastMove, acknowledged, since: hasMoved ? now : seen.since };
        if (now - one.seen.since >= patience) hangUp(one);
      }
    }
  }
}

const keyOf = ({ address, user }: Client): string => user ?? address;

/** Of the connections for which something waits, the one that has taken nothing for longest. */
const stalest = ({ connections }: Share): Waiting =>
  [...connections].filter(({ bytes }) => bytes > 0)
    .reduce((longest, one) => one.lastMove < longest.lastMove ? one : longest);

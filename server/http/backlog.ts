import * as siteLimits from "../contract/site/limits.ts";

export interface Client {
  address: string;
  user?: string;
}

interface Connection {
  acknowledged(): number | undefined;
  hangUp(): void;
}

export interface Count {
  add(bytes: number): void;
  belongsTo(client: Client): void;
  end(): void;
}

export interface Backlog {
  open(connection: Connection, client: Client): Count;
  bytes(): number;
  hungUp(): number;
  close(): void;
}

type Options = Partial<typeof siteLimits.backlog> & {
  onHangUp: (client: Client) => void;
};

interface Share {
  bytes: number;
  connections: Set<Waiting>;
}

interface Waiting {
  connection: Connection;
  client: Client;
  share: Share;
  bytes: number;
  /** Which of all moves was its last. The clock costs too much for each. */
  lastMove: number;
  seen: { move: number; acknowledged?: number; since: number };
  isOver: boolean;
}

// Nothing is refused for what waits for others: where it is too much, connections of the client with most are closed,
// first the one that has taken nothing for longest.
export function openBacklog({ onHangUp, ...changed }: Options): Backlog {
  const { perConnection, perClient, total, patience } = { ...siteLimits.backlog, ...changed };
  const shares = openShares();
  let [moves, hungUp] = [0, 0];
  const looking = setInterval(() => shares.waiting().forEach(look), patience / 10);
  Deno.unrefTimer(looking);
  return {
    open(connection, client) {
      const one = shares.join(connection, client);
      return {
        add(bytes) {
          if (one.isOver) return;
          if (one.bytes === 0) one.seen.acknowledged = undefined;
          if (one.bytes === 0 || bytes < 0) one.lastMove = ++moves;
          shares.change(one, bytes);
          if (bytes > 0) makeRoom(one);
        },
        belongsTo(client) {
          if (!one.isOver && keyOf(client) !== keyOf(one.client)) shares.move(one, client);
        },
        end: () => shares.leave(one),
      };
    },
    bytes: shares.bytes,
    hungUp: () => hungUp,
    close: () => clearInterval(looking),
  };

  function hangUp(one: Waiting): void {
    shares.leave(one);
    hungUp++;
    onHangUp(one.client);
    one.connection.hangUp();
  }

  function makeRoom(one: Waiting): void {
    const { share } = one;
    if (one.bytes > perConnection) hangUp(one);
    while (share.bytes > perClient) hangUp(stalest(share));
    while (shares.bytes() > total) hangUp(stalest(shares.greediest()));
  }

  // The kernel takes bytes from us in lumps of a megabyte and more, which on a slow line are half a minute apart:
  // meanwhile it tells what has arrived.
  function look(one: Waiting): void {
    const { seen } = one;
    const now = performance.now();
    const acknowledged = one.connection.acknowledged();
    const isKnown = acknowledged !== undefined && seen.acknowledged !== undefined;
    if (isKnown && acknowledged !== seen.acknowledged) one.lastMove = ++moves;
    const hasMoved = one.lastMove !== seen.move;
    one.seen = { move: one.lastMove, acknowledged, since: hasMoved ? now : seen.since };
    if (now - one.seen.since >= patience) hangUp(one);
  }
}

function openShares() {
  const shares = new Map<string, Share>();
  let all = 0;

  function shareOf(client: Client): Share {
    const share = shares.get(keyOf(client)) ?? { bytes: 0, connections: new Set() };
    shares.set(keyOf(client), share);
    return share;
  }

  function change(one: Waiting, bytes: number): void {
    one.bytes += bytes;
    one.share.bytes += bytes;
    all += bytes;
  }

  function remove(one: Waiting): void {
    change(one, -one.bytes);
    one.share.connections.delete(one);
    if (one.share.connections.size === 0) shares.delete(keyOf(one.client));
  }

  return {
    change,
    bytes: () => all,
    waiting: () => [...shares.values()].flatMap(({ connections }) => [...connections]).filter(({ bytes }) => bytes > 0),
    greediest: () => [...shares.values()].reduce((most, share) => share.bytes > most.bytes ? share : most),
    join(connection: Connection, client: Client): Waiting {
      const [share, seen] = [shareOf(client), { move: 0, since: 0 }];
      const one = { connection, client, share, bytes: 0, lastMove: 0, seen, isOver: false };
      share.connections.add(one);
      return one;
    },
    move(one: Waiting, client: Client): void {
      const { bytes } = one;
      remove(one);
      one.client = client;
      one.share = shareOf(client);
      one.share.connections.add(one);
      change(one, bytes);
    },
    leave(one: Waiting): void {
      if (!one.isOver) remove(one);
      one.isOver = true;
    },
  };
}

const keyOf = ({ address, user }: Client): string => user ?? address;

const stalest = ({ connections }: Share): Waiting =>
  [...connections].filter(({ bytes }) => bytes > 0)
    .reduce((longest, one) => one.lastMove < longest.lastMove ? one : longest);

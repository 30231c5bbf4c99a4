/** Socket.IO's events between instances, by channels: each instance listens to those of its sockets' rooms. */
import { ClusterAdapter, type ClusterMessage, type ClusterResponse, MessageType } from "socket.io-adapter";
import { channelOf } from "../realtime/rooms.ts";
import { type Channels, everybody, openChannels } from "./channels.ts";
import type { RedisLink } from "./redis.ts";

export const redisAdapter = (redis: RedisLink, onEvent: (name: string, payload: unknown) => void = () => {}) =>
  class extends ClusterAdapter {
    #channels: Channels;

    constructor(namespace: unknown) {
      super(namespace);
      const channels = this.#channels = openChannels(redis, (text) => this.#receive(text));
      // Each socket has a room of its own, which no other instance sends to.
      this.on("create-room", (room) => this.sids.has(room) || channels.enter(channelOf(room)));
      this.on("delete-room", (room) => this.sids.has(room) || channels.leave(channelOf(room)));
    }

    /** What is sent to the rooms once this has settled is received. */
    override addAll(id: string, rooms: Set<string>): Promise<void> {
      super.addAll(id, rooms);
      return this.#channels.ready(new Set([...rooms].map(channelOf)));
    }

    /** An instance's own sockets do not wait for Redis: they are sent to as soon as this has resolved. */
    override doPublish(message: ClusterMessage): Promise<string> {
      for (const [channel, part] of partsOf(message)) this.#publish(channel, part);
      return Promise.resolve("");
    }

    override doPublishResponse(_: string, response: ClusterResponse): Promise<void> {
      this.#publish(everybody, response);
      return Promise.resolve();
    }

    #publish(channel: string, message: ClusterMessage | ClusterResponse): void {
      this.#channels.publish(channel, this.uid + JSON.stringify(message));
    }

    #receive(text: string): void {
      // Redis also returns what this instance has published; a check's text is empty.
      if (text === "" || text.startsWith(this.uid)) return;
      const message: ClusterMessage = JSON.parse(text.slice(this.uid.length));
      if (message.type === MessageType.BROADCAST) onEvent(...(message.data.packet as Packet).data);
      this.onMessage(message);
    }
  };

interface Packet {
  data: [name: string, payload: unknown];
}

/** What is sent to rooms of several channels is sent on each; a socket that is in several of them gets it once. */
function partsOf(message: ClusterMessage): [channel: string, part: ClusterMessage][] {
  const { data } = message as { data?: { packet?: string[]; opts?: Rooms } };
  if (message.type === MessageType.SERVER_SIDE_EMIT) return [[channelOf(data!.packet!.join(":")), message]];
  if (!data?.opts?.rooms.length) return [[everybody, message]];
  const { opts } = data;
  const except = [...opts.except];
  return [...Map.groupBy(opts.rooms, channelOf)].map(([channel, rooms]) => {
    const part = { ...message, data: { ...data, opts: { ...opts, rooms, except: [...except] } } };
    except.push(...rooms);
    return [channel, part as ClusterMessage];
  });
}

interface Rooms {
  rooms: string[];
  except: string[];
}

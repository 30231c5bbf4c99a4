/** Which messages the sockets of this instance were sent, to find those that were lost between instances. */
import type { Message } from "../contract/chat.ts";

type Sent = Pick<Message, "groupId" | "seq">;

/** The last `seq` of each group that has sockets here. Per process, as sockets are. */
export class SentMessages {
  #last = new Map<string, number>();

  /** Begins with a group, of which a first socket here has the history up to this `seq`. */
  begin({ groupId, seq }: Sent): void {
    if (!this.#last.has(groupId)) this.#last.set(groupId, seq);
  }

  /** Records a message that is being sent to the sockets here, whichever instance it is from. */
  add({ groupId, seq }: Sent): void {
    const last = this.#last.get(groupId);
    if (last !== undefined && last < seq) this.#last.set(groupId, seq);
  }

  /** Whether a message of a group was sent, or a later one, by which clients find that they miss it. */
  has({ groupId, seq }: Sent): boolean {
    return (this.#last.get(groupId) ?? Infinity) >= seq;
  }

  /** Ends with the groups that have no sockets here any more. */
  keepOnly(groupIds: Set<string>): void {
    for (const groupId of this.#last.keys()) if (!groupIds.has(groupId)) this.#last.delete(groupId);
  }
}

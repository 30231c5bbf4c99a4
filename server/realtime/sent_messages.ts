/** Which changes of messages the sockets of this instance were sent, to find those lost between instances. */
import type { Message } from "../contract/chat/shapes.ts";

type Sent = Pick<Message, "groupId" | "rev">;

/** The last `rev` of each group that has sockets here. Per process, as sockets are. */
export class SentMessages {
  #last = new Map<string, number>();

  /** Begins with a group, of which a first socket here has everything up to this `rev`. */
  begin({ groupId, rev }: Sent): void {
    if (!this.#last.has(groupId)) this.#last.set(groupId, rev);
  }

  /** Records a message that is being sent to the sockets here, whichever instance it is from. */
  add({ groupId, rev }: Sent): void {
    const last = this.#last.get(groupId);
    if (last !== undefined && last < rev) this.#last.set(groupId, rev);
  }

  /** Whether a change was sent, or a later one, by which clients find that they miss it. */
  has({ groupId, rev }: Sent): boolean {
    return (this.#last.get(groupId) ?? Infinity) >= rev;
  }

  /** Ends with the groups that have no sockets here any more. */
  keepOnly(groupIds: Set<string>): void {
    for (const groupId of this.#last.keys()) if (!groupIds.has(groupId)) this.#last.delete(groupId);
  }
}

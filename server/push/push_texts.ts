/** New messages, of which members are sent once that there are some, until they have read them. */
import type { Db } from "../../db/engine/client.ts";
import { markPushed } from "../../db/notices/push.ts";
import type { Message } from "../contract/chat/shapes.ts";
import type { Push } from "../contract/notices/notices.ts";
import { groupPaths } from "../contract/groups/paths.ts";
import { noticesServerTexts } from "../contract/notices/texts.ts";

export type PostedMessage = Pick<Message, "groupId" | "seq">;

/** What a user's browsers are sent. */
export interface PushTo {
  userId: string;
  push: Push;
}

interface Parts {
  db: Db;
  send: (pushes: PushTo[]) => Promise<void>;
  /** Does something in the background, after the time in which those who have the group open read it. */
  later: (work: () => Promise<void>) => void;
}

/**
 * Collects the messages of each group, so that a lively group costs one query in that time. Each instance collects its
 * own; that somebody was sent it is stored.
 *
 * @returns to be called with each posted message
 */
export function collectMessages({ db, later, send }: Parts): (message: PostedMessage) => void {
  /** The latest `seq` of each group that waits. */
  const latest = new Map<string, number>();

  async function sendNews(groupId: string, seq: number): Promise<void> {
    const { groupName, userIds } = await markPushed(db, groupId, seq);
    const push = {
      tag: `group:${groupId}`,
      text: noticesServerTexts.newMessages(groupName),
      url: groupPaths.group(groupId),
    };
    await send(userIds.map((userId) => ({ userId, push })));
  }

  function wait(groupId: string, seq: number): void {
    latest.set(groupId, seq);
    later(() => {
      const last = latest.get(groupId)!;
      // What came meanwhile has its own time to be read.
      if (last > seq) wait(groupId, last);
      else latest.delete(groupId);
      return sendNews(groupId, seq);
    });
  }

  return function posted({ groupId, seq }) {
    const last = latest.get(groupId);
    if (last === undefined) wait(groupId, seq);
    else latest.set(groupId, Math.max(last, seq));
  };
}

/** New messages, of which members elsewhere are sent once that there are some, until they have read them. */
import type { Db } from "../../db/client.ts";
import { listPushDue, markPushed } from "../../db/push.ts";
import * as constants from "../contract/constants.ts";
import type { Message } from "../contract/chat.ts";
import type { Push } from "../contract/notices.ts";
import { paths } from "../contract/paths.ts";
import { texts } from "../contract/texts.ts";

export type PostedMessage = Pick<Message, "groupId" | "seq" | "userId">;

/** What a user's browsers are sent. */
export interface PushTo {
  userId: string;
  push: Push;
}

interface Parts {
  db: Db;
  send: (pushes: PushTo[]) => void;
  present: (groupId: string) => Promise<string[]>;
  /** Does something in the background. */
  run: (work: () => Promise<void>) => void;
}

interface Collected {
  seq: number;
  authors: Set<string>;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Collects the messages of each group for a moment: in that time, those who have it open read them, and a lively group
 * costs one query. Each instance collects its own; that somebody was sent it is stored.
 */
export function collectMessages({ db, present, run, send }: Parts) {
  const collected = new Map<string, Collected>();

  function end(groupId: string): void {
    const messages = collected.get(groupId)!;
    clearTimeout(messages.timer);
    collected.delete(groupId);
    run(() => sendNews(groupId, messages));
  }

  async function sendNews(groupId: string, { seq, authors }: Collected): Promise<void> {
    const due = await listPushDue(db, groupId, seq);
    if (due.length === 0) return;
    const here = new Set([...authors, ...await present(groupId)]);
    const away = due.filter((userId) => !here.has(userId));
    if (away.length === 0) return;
    const { groupName, userIds } = await markPushed(db, { groupId, seq, userIds: away });
    const push = { tag: `group:${groupId}`, text: texts.notices.newMessages(groupName), url: paths.group(groupId) };
    send(userIds.map((userId) => ({ userId, push })));
  }

  return {
    posted({ groupId, seq, userId }: PostedMessage): void {
      const before = collected.get(groupId);
      if (before) {
        before.seq = Math.max(before.seq, seq);
        before.authors.add(userId);
        return;
      }
      const timer = setTimeout(() => end(groupId), constants.push.messagesAfter);
      Deno.unrefTimer(timer);
      collected.set(groupId, { seq, authors: new Set([userId]), timer });
    },
    /** Ends the moment now. */
    flush: () => [...collected.keys()].forEach(end),
    close: () => collected.forEach(({ timer }) => clearTimeout(timer)),
  };
}

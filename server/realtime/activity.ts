/** Sends members who are elsewhere what is unread for them in a group, at most once a second for each group. */
import * as chatLimits from "../contract/chat/limits.ts";
import { listMemberIds } from "../../db/groups/groups.ts";
import type { Db } from "../../db/engine/client.ts";
import { listActivity } from "../../db/chat/read_marks.ts";
import type { Log } from "../log/log.ts";
import type { Broadcast } from "./broadcast.ts";
import { throttleByKey } from "./throttle.ts";

interface Parts {
  db: Db;
  log: Log;
  /** Sends to the sockets of this instance: each does it for its own. */
  local: Broadcast;
}

/** To be called with a group where something was sent or changed. */
export interface Activity {
  happened(groupId: string): void;
  close(): void;
}

export function openActivity({ db, log, local }: Parts): Activity {
  const { call, close } = throttleByKey(chatLimits.chat.activityEvery, async (groupId) => {
    try {
      const elsewhere = (await listMemberIds(db, groupId)).filter((userId) => local.isElsewhere(userId, groupId));
      if (elsewhere.length === 0) return;
      for (const { userId, ...activity } of await listActivity(db, groupId, elsewhere)) {
        local.groupActivity(userId, activity);
      }
    } catch (err) {
      log.warn({ err }, "what is unread could not be sent");
    }
  });
  return { happened: call, close };
}

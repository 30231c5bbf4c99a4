import { listActivity } from "../../db/chat/read_marks.ts";
import type { Db } from "../../db/engine/client.ts";
import { listMemberIds } from "../../db/groups/members.ts";
import * as chatLimits from "../contract/chat/limits.ts";
import type { Log } from "../log.ts";
import type { Broadcast } from "./broadcast.ts";
import { throttleByKey } from "./throttle.ts";

export function openActivity({ db, log, local }: { db: Db; log: Log; local: Broadcast }) {
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

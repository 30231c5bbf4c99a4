import { listActivity } from "../../db/chat/read_marks.ts";
import type { Db } from "../../db/engine/client.ts";
import * as chatLimits from "../contract/chat/limits.ts";
import { listMemberIds } from "../../db/groups/members.ts";
import type { Log } from "../log.ts";
import type { Broadcast } from "./broadcast.ts";
import { throttleByKey } from "./throttle.ts";

interface ActivityDeps {
  db: Db;
  log: Log;
  local: Broadcast;
  announce?: (groupId: string) => void;
}

/** Members who are not in the group are sent what is unread there: each by the instance that their socket is at. */
export function openActivity({ db, log, local, announce }: ActivityDeps) {
  const listElsewhere = async (groupId: string) =>
    (await listMemberIds(db, groupId)).filter((userId) => local.isElsewhere(userId, groupId));
  const here = throttleByKey(chatLimits.chat.activityEvery, async (groupId) => {
    try {
      const elsewhere = local.isOneOfSeveral ? local.usersElsewhere(groupId) : await listElsewhere(groupId);
      if (elsewhere.length === 0) return;
      for (const { userId, ...activity } of await listActivity(db, groupId, elsewhere)) {
        local.groupActivity(userId, activity);
      }
    } catch (err) {
      log.warn({ err }, "what is unread could not be sent");
    }
  });
  const others = announce &&
    throttleByKey(chatLimits.chat.activityEvery, (groupId) => Promise.resolve(announce(groupId)));
  return {
    happened(groupId: string): void {
      here.call(groupId);
      others?.call(groupId);
    },
    happenedAtAnother: here.call,
    close(): void {
      here.close();
      others?.close();
    },
  };
}

import { z } from "zod";
import { listNotices } from "../../db/notices/notices.ts";
import { markNoticesRead } from "../../server/actions/notices/notices.ts";
import { subscribeToPush, unsubscribeFromPush } from "../../server/actions/notices/push.ts";
import { NoticeList, NoticesQuery } from "../../server/contract/notices/shapes.ts";
import { operation } from "../../server/operation.ts";

const readNotices = operation({
  call: "GET /notices",
  summary: "The caller's notices, newest first",
  access: "signedIn",
  guests: true,
  takes: NoticesQuery,
  gives: NoticeList,
  run: ({ deps, user }, { before }) => listNotices(deps.db, user.id, { before }),
});

const readPushKey = operation({
  call: "GET /push/key",
  summary: "The public key for web push",
  access: "anyone",
  gives: { key: z.string() },
  run: async ({ deps }) => ({ key: await deps.pusher.key() }),
});

export const notices = { readNotices, markNoticesRead, readPushKey, subscribeToPush, unsubscribeFromPush };

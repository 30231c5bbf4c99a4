import { LastMessage } from "../chat/shapes.ts";
import * as contract from "./groups.ts";
import type * as overview from "../site/overview.ts";
import type * as timers from "../reading/timers.ts";
import { z } from "zod";
import { Face, UserCard } from "../people/answers_people.ts";
import { count, time } from "../site/answers_shared.ts";

const role = z.enum(["creator", "organizer", "member"]);

const Member = z.strictObject({ user: UserCard, joinedAt: time, role }).meta({
  id: "Member",
}) satisfies z.ZodType<contract.Member>;

const summary = {
  id: z.string(),
  groupName: z.string(),
  description: z.string().nullable(),
  image: z.string().nullable(),
  memberCount: count,
  role: role.describe("The caller's."),
  unread: count,
  mentions: count,
  lastReadSeq: count,
  notify: z.enum(contract.notifyLevels),
  lastMessage: LastMessage.nullable(),
  rev: count,
};

export const Group = z.strictObject({ ...summary, createdBy: z.string(), createdAt: time, members: z.array(Member) })
  .meta({ id: "Group" }) satisfies z.ZodType<contract.Group>;

const CurrentBook = z.strictObject({
  title: z.string(),
  currentPage: count,
  pageCount: count,
  progress: count,
}) satisfies z.ZodType<overview.CurrentBook>;

export const Overview = z.strictObject({
  groups: z.array(z.strictObject({ ...summary, book: CurrentBook.nullable(), faces: z.array(Face) })),
  requests: count,
  notices: count,
  unreadNotices: count,
}) satisfies z.ZodType<overview.Overview>;

export const Timer = z.strictObject({
  groupId: z.string(),
  endsAt: time,
  remaining: z.int().describe("Milliseconds until then."),
  startedBy: z.string(),
  userIds: z.array(z.string()),
  readers: z.array(Face),
  count,
  isIn: z.boolean(),
}).meta({ id: "Timer" }) satisfies z.ZodType<timers.Timer>;

export const TimerState = z.strictObject({
  timer: Timer.nullable(),
  result: z.strictObject({ endedAt: time, pages: z.number(), own: z.number() }).nullable(),
}) satisfies z.ZodType<timers.TimerState>;

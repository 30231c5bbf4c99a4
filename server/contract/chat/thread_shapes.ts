import { z } from "zod";
import * as chatLimits from "./limits.ts";
import { Message, MessagePage } from "./shapes.ts";
import { count, time } from "../site/shapes.ts";

const { counted } = chatLimits.threads;

/** All replies to a message and to its replies, however deep. */
export const Thread = z.strictObject({
  first: Message,
  replies: count.describe(`At most ${counted}: it has more or as many.`),
  latestSeq: count.describe("The `seq` of its latest reply."),
  latestAt: time,
  lastReadSeq: count.nullable().describe(
    "Null if the caller is not in it: they wrote neither the message nor a reply.",
  ),
  unread: count,
}).meta({ id: "Thread" });
export type Thread = z.infer<typeof Thread>;

export const ThreadsQuery = z.object({
  before: z.coerce.number<number>().int().min(1).optional()
    .describe("The `latestSeq` of the last one of the page before."),
});

export const ThreadPage = z.strictObject({ threads: z.array(Thread), hasMore: z.boolean() });
export type ThreadPage = z.infer<typeof ThreadPage>;

/** With a part of its replies, the latest ones unless something else is asked for. */
export const ThreadReplies = MessagePage.extend({ thread: Thread });

export const ThreadState = z.strictObject({ unread: count });

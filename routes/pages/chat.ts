/** The group page's chat. */
import { readHistory } from "../../server/actions/chat.ts";
import { HistoryPlace, type HistoryQuery } from "../../server/contract/chat.ts";
import { chat as chatLimits } from "../../server/contract/constants.ts";
import { paths } from "../../server/contract/paths.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { parse } from "../../server/http/validate.ts";

/** The part of the history that the address asks for, with the ways to the others. */
export async function readPart(c: Ctx<SignedInEnv>, groupId: string) {
  const { before } = parse(HistoryPlace, { before: c.req.query("before") });
  const read = (query: Partial<HistoryQuery>) =>
    readHistory(c.var.deps, c.var.user, groupId, { limit: chatLimits.historyLength, ...query });
  const { messages, hasMore } = await read({ before });
  return {
    // What names a message on its way means little once it has arrived, and is random bytes that do not compress.
    messages: messages.map((message, index) =>
      isJustSent(c, message, index - messages.length) ? message : { ...message, clientId: null }
    ),
    hasOlder: hasMore,
    earlier: hasMore ? paths.messagesBefore(groupId, messages[0].seq) : undefined,
    latest: before ? paths.group(groupId, "chat") : undefined,
  };
}

/** Whether a page of the reader's own may still hold it for one on its way. */
const isJustSent = (c: Ctx<SignedInEnv>, { userId }: { userId: string }, fromEnd: number) =>
  fromEnd >= -5 && userId === c.var.user.id;

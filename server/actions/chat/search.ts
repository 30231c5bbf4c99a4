import { searchMessages as search } from "../../../db/chat/message_search.ts";
import type { MessagePage } from "../../contract/chat/shapes.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { found, groupNotFound } from "../../errors.ts";

/**
 * Messages of a group with words that begin with those of the query, the latest first.
 *
 * @throws NotFound for outsiders, TooMany after too many searches
 */
export async function searchMessages(
  { db, limiter, messageIndex }: Pick<Deps, "db" | "limiter" | "messageIndex">,
  viewer: User,
  { groupId, query, before }: { groupId: string; query: string; before?: number },
): Promise<MessagePage> {
  await limiter.take("messageSearch", viewer.id);
  await messageIndex.flush();
  return found(await search(db, viewer.id, groupId, { query, before }), groupNotFound);
}

import { v7 as uuid } from "uuid";
import * as stored from "../../../db/groups/conversations.ts";
import { findGroup } from "../../../db/groups/groups.ts";
import { findUserCard } from "../../../db/people/users.ts";
import { Conversation, ConversationsQuery } from "../../contract/groups/conversation_shapes.ts";
import { conversationTexts } from "../../contract/groups/conversation_texts.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { Group } from "../../contract/groups/shapes.ts";
import type { User } from "../../contract/people/shapes.ts";
import { peoplePaths } from "../../contract/people/paths.ts";
import type { Deps } from "../../deps.ts";
import { Forbidden, found, groupNotFound, userNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { z } from "zod";

/** What is answered to people who may read a conversation and not write in it. */
export const notOpen = ["not_friends", "direct_off"];

const whyNotOpen = ({ config }: Pick<Deps, "config">) =>
  config.directMessages === "off"
    ? new Forbidden(conversationTexts.isOff, "direct_off")
    : new Forbidden(conversationTexts.notFriends, "not_friends");

/**
 * For what was not stored. @throws NotFound for outsiders; Forbidden where they may not write to each other any more
 */
export async function requireOpen(deps: Deps, user: User, groupId: string): Promise<void> {
  if (!found(await stored.findMayWrite(deps.db, user.id, groupId), groupNotFound)) throw whyNotOpen(deps);
}

export const openConversation = operation({
  call: "POST /users/:id/conversation",
  summary: "The conversation with a friend, which is made where there is none",
  access: "signedIn",
  gives: { group: Group },
  limit: "groupChange",
  fails: { 403: notOpen, 404: ["user_not_found"] },
  form: {
    path: "/profile/:id/conversation",
    to: ({ params }, answer) => answer ? groupPaths.group(answer.group.id) : peoplePaths.user(params.id),
  },
  async run({ deps, user, params: { id: userId } }) {
    const { db, clock, broadcast } = deps;
    const conversation = await stored.openConversation(db, user.id, { id: uuid(), userId }, clock());
    if (!conversation) {
      found(await findUserCard(db, user.id, userId), userNotFound);
      throw whyNotOpen(deps);
    }
    if (conversation.isNew) { for (const id of [user.id, userId]) broadcast.follow(id, [conversation.id]); }
    return { group: found(await findGroup(db, user.id, conversation.id), groupNotFound) };
  },
});

export const listConversations = operation({
  call: "GET /conversations",
  summary: "The caller's conversations with friends and former ones, the latest first",
  access: "signedIn",
  takes: ConversationsQuery,
  gives: { conversations: z.array(Conversation), hasMore: z.boolean() },
  async run({ deps, user }, { after }) {
    const { rows: conversations, hasMore } = await stored.listConversations(deps.db, user.id, after);
    return { conversations, hasMore };
  },
});

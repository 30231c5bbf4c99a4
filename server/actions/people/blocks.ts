import { deleteBlock, insertBlock } from "../../../db/people/blocks.ts";
import { findUserCard } from "../../../db/people/users.ts";
import { markRead } from "../chat/read_marks.ts";
import { takeBackNews } from "../notices/news.ts";
import { noticesRemoved } from "../notices/notify.ts";
import { peoplePaths } from "../../contract/people/paths.ts";
import { blockTexts } from "../../contract/people/texts.ts";
import { nextIn } from "../../contract/site/paths.ts";
import { BadRequest, found, NotFound, userNotFound } from "../../errors.ts";
import { operation, type SentForm } from "../../operation.ts";

const ofProfile = {
  params: ({ params }: SentForm<"/profile/:id">) => ({ userId: params.id }),
  to: ({ params, search }: SentForm<"/profile/:id">) => nextIn(search) ?? peoplePaths.user(params.id),
};

export const blockPerson = operation({
  call: "PUT /users/:userId/block",
  summary: "Blocks somebody: no requests, invitations or mentions from them",
  access: "signedIn",
  says: blockTexts.blocked,
  limit: "block",
  fails: { 400: ["own_block", "too_many_blocks"], 404: ["user_not_found"] },
  form: { path: "/profile/:id/block", ...ofProfile },
  async run({ deps, user, params: { userId } }) {
    const { db, clock, broadcast } = deps;
    if (userId === user.id) throw new BadRequest(blockTexts.self, "own_block");
    const { isBlocked, hasEnded, conversationId } = await insertBlock(db, user.id, userId, clock());
    const { username } = found(await findUserCard(db, user.id, userId), userNotFound);
    if (!isBlocked) throw new BadRequest(blockTexts.tooMany, "too_many_blocks");
    if (conversationId) {
      broadcast.closeConversation(conversationId);
      await markRead(deps, user, { groupId: conversationId });
    }
    broadcast.blockChanged(user.id, { userId, username, blocked: true });
    await takeBackNews(deps, { kind: "joinRequest", by: userId, userId: user.id });
    if (hasEnded) await noticesRemoved(deps, [{ userId: user.id }, { userId }]);
  },
});

export const unblockPerson = operation({
  call: "DELETE /users/:userId/block",
  summary: "Blocks somebody no longer",
  access: "signedIn",
  says: blockTexts.unblocked,
  limit: "block",
  fails: { 404: ["not_blocked"] },
  form: { path: "/profile/:id/unblock", ...ofProfile },
  async run({ deps: { db, broadcast }, user, params: { userId } }) {
    if (!await deleteBlock(db, user.id, userId)) throw new NotFound(blockTexts.notBlocked, "not_blocked");
    broadcast.blockChanged(user.id, { userId, blocked: false });
  },
});

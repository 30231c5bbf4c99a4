import { listChanges } from "../../db/chat.ts";
import { listPinned } from "../../db/message_changes.ts";
import * as actions from "../../server/actions/messages.ts";
import { markRead, setNotify } from "../../server/actions/unread.ts";
import { ChangesQuery, EditedContent, Emoji, MessageQuery, ReadPosition } from "../../server/contract/chat.ts";
import { NotifySetting } from "../../server/contract/groups.ts";
import { texts } from "../../server/contract/texts.ts";
import { found, groupNotFound } from "../../server/errors.ts";
import { signedIn } from "../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../server/http/router.ts";
import { json, parse, query } from "../../server/http/validate.ts";

/** The messages of a group, once they are stored, and how far a member has read them. */
export const messages = router();

const placeOf = (c: Ctx<SignedInEnv>) => ({ groupId: c.req.param("id")!, id: c.req.param("messageId")! });
const reactionOf = (c: Ctx<SignedInEnv>) => ({ ...placeOf(c), emoji: parse(Emoji, c.req.param("emoji")) });

messages.get("/:id/changes", signedIn, query(ChangesQuery), async (c) => {
  const { after } = c.req.valid("query");
  const changes = await listChanges(c.var.deps.db, c.var.user.id, { groupId: c.req.param("id"), after });
  return c.json(found(changes, groupNotFound));
});

messages.get("/:id/messages/search", signedIn, query(MessageQuery), async (c) => {
  const search = { ...c.req.valid("query"), groupId: c.req.param("id") };
  return c.json(await actions.searchMessages(c.var.deps, c.var.user, search));
});

messages.get("/:id/pins", signedIn, async (c) => {
  const pinned = await listPinned(c.var.deps.db, c.var.user.id, c.req.param("id"));
  return c.json({ messages: found(pinned, groupNotFound) });
});

messages.put("/:id/messages/:messageId", signedIn, json(EditedContent), async (c) => {
  const edit = { ...placeOf(c), ...c.req.valid("json") };
  return c.json({ message: await actions.editMessage(c.var.deps, c.var.user, edit) });
});

messages.delete("/:id/messages/:messageId", signedIn, async (c) => {
  return c.json({ message: await actions.deleteMessage(c.var.deps, c.var.user, placeOf(c)) });
});

messages.put("/:id/messages/:messageId/reactions/:emoji", signedIn, async (c) => {
  return c.json({ message: await actions.addReaction(c.var.deps, c.var.user, reactionOf(c)) });
});

messages.delete("/:id/messages/:messageId/reactions/:emoji", signedIn, async (c) => {
  return c.json({ message: await actions.removeReaction(c.var.deps, c.var.user, reactionOf(c)) });
});

messages.put("/:id/messages/:messageId/pin", signedIn, async (c) => {
  return c.json({ message: await actions.setPinned(c.var.deps, c.var.user, { ...placeOf(c), pinned: true }) });
});

messages.delete("/:id/messages/:messageId/pin", signedIn, async (c) => {
  return c.json({ message: await actions.setPinned(c.var.deps, c.var.user, { ...placeOf(c), pinned: false }) });
});

messages.post("/:id/messages/:messageId/unveil", signedIn, async (c) => {
  return c.json({ message: await actions.unveilMessage(c.var.deps, c.var.user, placeOf(c)) });
});

messages.put("/:id/read", signedIn, json(ReadPosition), async (c) => {
  const { seq } = c.req.valid("json");
  return c.json(await markRead(c.var.deps, c.var.user, { groupId: c.req.param("id"), seq }));
});

messages.put("/:id/notify", signedIn, json(NotifySetting), async (c) => {
  const { level } = c.req.valid("json");
  await setNotify(c.var.deps, c.var.user, { groupId: c.req.param("id"), level });
  return c.json({ message: texts.chat.notifySaved });
});

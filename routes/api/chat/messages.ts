import * as actions from "../../../server/actions/chat/messages.ts";
import { ReadState } from "../../../server/contract/groups/answers_groups.ts";
import { Changes, Message, MessagePage } from "../../../server/contract/chat/answers_messages.ts";
import { described } from "../../../server/http/describe.ts";
import { listChanges } from "../../../db/chat/messages.ts";
import { listPinned } from "../../../db/chat/message_changes.ts";
import { markRead, setNotify } from "../../../server/actions/chat/read_marks.ts";
import {
  ChangesQuery,
  EditedContent,
  Emoji,
  MessageQuery,
  PinsQuery,
  ReadPosition,
} from "../../../server/contract/chat/chat.ts";
import { NotifySetting } from "../../../server/contract/groups/groups.ts";
import { found, groupNotFound } from "../../../server/errors.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../../server/http/router.ts";
import { json, parse, query } from "../../../server/http/validate.ts";
import { chatServerTexts } from "../../../server/contract/chat/texts.ts";

/** The messages of a group, once they are stored, and how far a member has read them. */
export const messages = router();

const placeOf = (c: Ctx<SignedInEnv>) => ({ groupId: c.req.param("id")!, id: c.req.param("messageId")! });
const reactionOf = (c: Ctx<SignedInEnv>) => ({ ...placeOf(c), emoji: parse(Emoji, c.req.param("emoji")) });

messages.get(
  "/:id/changes",
  described("Everything new or changed since a revision", Changes),
  signedIn,
  query(ChangesQuery),
  async (c) => {
    const { after } = c.req.valid("query");
    const changes = await listChanges(c.var.deps.db, c.var.user.id, { groupId: c.req.param("id"), after });
    return c.json(found(changes, groupNotFound));
  },
);

messages.get(
  "/:id/messages/search",
  described("Messages with these words, newest first", MessagePage),
  signedIn,
  query(MessageQuery),
  async (c) => {
    const search = { ...c.req.valid("query"), groupId: c.req.param("id") };
    return c.json(await actions.searchMessages(c.var.deps, c.var.user, search));
  },
);

messages.get(
  "/:id/pins",
  described("The pinned messages, the last pinned first", MessagePage),
  signedIn,
  query(PinsQuery),
  async (c) => {
    const { before } = c.req.valid("query");
    return c.json(found(await listPinned(c.var.deps.db, c.var.user.id, c.req.param("id"), before), groupNotFound));
  },
);

messages.put(
  "/:id/messages/:messageId",
  described("Changes the text of a message; its author", { message: Message }),
  signedIn,
  json(EditedContent),
  async (c) => {
    const edit = { ...placeOf(c), ...c.req.valid("json") };
    return c.json({ message: await actions.editMessage(c.var.deps, c.var.user, edit) });
  },
);

messages.delete(
  "/:id/messages/:messageId",
  described("Deletes a message; its author, an organizer or the creator", { message: Message }),
  signedIn,
  async (c) => {
    return c.json({ message: await actions.deleteMessage(c.var.deps, c.var.user, placeOf(c)) });
  },
);

messages.put(
  "/:id/messages/:messageId/reactions/:emoji",
  described("Reacts with an emoji", { message: Message }),
  signedIn,
  async (c) => {
    return c.json({ message: await actions.addReaction(c.var.deps, c.var.user, reactionOf(c)) });
  },
);

messages.delete(
  "/:id/messages/:messageId/reactions/:emoji",
  described("Takes a reaction back", { message: Message }),
  signedIn,
  async (c) => {
    return c.json({ message: await actions.removeReaction(c.var.deps, c.var.user, reactionOf(c)) });
  },
);

messages.put(
  "/:id/messages/:messageId/pin",
  described("Pins a message; an organizer or the creator", { message: Message }),
  signedIn,
  async (c) => {
    return c.json({ message: await actions.setPinned(c.var.deps, c.var.user, { ...placeOf(c), pinned: true }) });
  },
);

messages.delete(
  "/:id/messages/:messageId/pin",
  described("Unpins a message; an organizer or the creator", { message: Message }),
  signedIn,
  async (c) => {
    return c.json({ message: await actions.setPinned(c.var.deps, c.var.user, { ...placeOf(c), pinned: false }) });
  },
);

messages.post(
  "/:id/messages/:messageId/unveil",
  described("Shows a veiled message to the caller alone", { message: Message }),
  signedIn,
  async (c) => {
    return c.json({ message: await actions.unveilMessage(c.var.deps, c.var.user, placeOf(c)) });
  },
);

messages.put("/:id/read", described("Marks messages as read", ReadState), signedIn, json(ReadPosition), async (c) => {
  const { seq } = c.req.valid("json");
  return c.json(await markRead(c.var.deps, c.var.user, { groupId: c.req.param("id"), seq }));
});

messages.put(
  "/:id/notify",
  described("Chooses which messages of a group make notices"),
  signedIn,
  json(NotifySetting),
  async (c) => {
    const { level } = c.req.valid("json");
    await setNotify(c.var.deps, c.var.user, { groupId: c.req.param("id"), level });
    return c.json({ message: chatServerTexts.notifySaved });
  },
);

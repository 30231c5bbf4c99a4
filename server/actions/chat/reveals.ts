import { type Advance, listReached, unveil } from "../../../db/chat/messages.ts";
import * as chatLimits from "../../contract/chat/limits.ts";
import { Message } from "../../contract/chat/shapes.ts";
import { chatServerTexts } from "../../contract/chat/texts.ts";
import { toGroup } from "../../contract/groups/paths.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { found, messageNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

export const unveilMessage = operation({
  call: "POST /groups/:id/messages/:messageId/unveil",
  summary: "Shows a veiled message to the caller alone, in all their windows",
  access: "member",
  gives: { message: Message },
  limit: "messageChange",
  fails: { 404: ["message_not_found"] },
  form: { path: "/group/:id/messages/:messageId/unveil", says: chatServerTexts.unveiledNow, to: toGroup },
  async run({ deps: { db, broadcast }, user, params: { id: groupId, messageId } }) {
    const message = found(await unveil(db, user.id, { groupId, id: messageId }), messageNotFound);
    if (message.anchor) broadcast.messagesUnveiled(user.id, { groupId, messages: [message] });
    return { message };
  },
});

const mostOpened = 500;

export const openReached = ({ db, broadcast }: Deps, reader: User, advance: Stretch) =>
  sendStretch(db, reader, advance, broadcast.messagesUnveiled);

export const veilAgain = ({ db, broadcast }: Deps, reader: User, stretch: Stretch) =>
  sendStretch(db, reader, stretch, broadcast.messagesVeiled);

type Stretch = Omit<Advance, "before">;

async function sendStretch(
  db: Deps["db"],
  reader: User,
  stretch: Stretch,
  send: Deps["broadcast"]["messagesUnveiled"],
): Promise<void> {
  const { groupId } = stretch;
  let messages: Message[] = [];
  let count = 0;
  do {
    messages = await listReached(db, reader.id, { ...stretch, before: messages.at(-1)?.seq });
    if (messages.length > 0) send(reader.id, { groupId, messages });
    count += messages.length;
  } while (messages.length === chatLimits.chat.pageLength && count < mostOpened);
}

import { findLinkPicture } from "../../../db/chat/link_previews.ts";
import {
  addReaction,
  deleteMessage,
  editMessage,
  pinMessage,
  removeReaction,
  unpinMessage,
} from "../../../server/actions/chat/message_changes.ts";
import { markGroupRead, setNotify } from "../../../server/actions/chat/read_marks.ts";
import { unveilMessage } from "../../../server/actions/chat/reveals.ts";
import { sendMessage } from "../../../server/actions/chat/send.ts";
import { askByMessage } from "../../../server/actions/reading/questions.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";
import { sendFile } from "../../../server/http/file_response.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import type { C } from "../../layout/page.tsx";
import { showGroup } from "../groups/page.tsx";
import { receiveMessage } from "./sent_message.ts";

export const messages = router();

for (
  const change of [
    askByMessage,
    editMessage,
    deleteMessage,
    pinMessage,
    unpinMessage,
    unveilMessage,
    markGroupRead,
    setNotify,
  ]
) {
  mountForm(messages, change);
}
// One form gives a reaction and takes it back.
mountForm(messages, addReaction, {
  choose: ({ fields }) => fields.remove === undefined ? addReaction : removeReaction,
});

mountForm(messages, sendMessage, { path: "/group/:id/messages", respond });

async function respond(c: C): Promise<Response> {
  const groupId = c.req.param("id")!;
  const { refusal, fields, clientId, seq } = await receiveMessage(c, groupId);
  // What is sent from a text is shown itself, rather than what is new above it.
  const sent = seq && fields.at !== undefined ? chatPaths.messageAt(groupId, seq) : groupPaths.group(groupId);
  if (!refusal) return c.redirect(sent, 303);
  return await showGroup(c, groupId, { refusal, sent: fields, message: { typed: fields.content, clientId } });
}

messages.get("/files/:id/:name", signedInPage, (c) => sendFile(c));

messages.get("/link-pictures/:name", signedInPage, async (c) => {
  const bytes = await findLinkPicture(c.var.deps.db, c.req.param("name"));
  if (!bytes) return c.text(transportServerTexts.notFound, 404);
  return c.body(bytes, 200, { "Content-Type": "image/webp", "Cache-Control": "private, max-age=31536000, immutable" });
});

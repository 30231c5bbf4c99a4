import { toGroup } from "../../contract/groups/paths.ts";
import { setPinned } from "../../../db/chat/message_changes.ts";
import { isOrganizer } from "../../../db/groups/roles.ts";
import { changeUndeleted } from "./edits.ts";
import { isPinned } from "../../contract/chat/pins.ts";
import { Message } from "../../contract/chat/shapes.ts";
import { chatServerTexts } from "../../contract/chat/texts.ts";
import { BadRequest, Forbidden } from "../../errors.ts";
import { operation, type SignedInCall } from "../../operation.ts";

export const pinMessage = operation({
  call: "PUT /groups/:id/messages/:messageId/pin",
  summary: "Pins a message; an organizer or the creator",
  access: "organizer",
  gives: { message: Message },
  limit: "messageChange",
  fails: { 400: ["too_many_pins"], 403: ["not_organizer"], 404: ["message_not_found"] },
  form: { path: "/group/:id/messages/:messageId/pin", says: chatServerTexts.pinnedNow, to: toGroup },
  run: (call) => pin(call, true),
});

export const unpinMessage = operation({
  call: "DELETE /groups/:id/messages/:messageId/pin",
  summary: "Unpins a message; an organizer or the creator",
  access: "organizer",
  gives: { message: Message },
  limit: "messageChange",
  fails: { 403: ["not_organizer"], 404: ["message_not_found"] },
  form: { path: "/group/:id/messages/:messageId/unpin", says: chatServerTexts.unpinnedNow, to: toGroup },
  run: (call) => pin(call, false),
});

interface PinCall extends SignedInCall {
  params: { id: string; messageId: string };
}

async function pin({ deps, user, params: { id: groupId, messageId } }: PinCall, pinned: boolean) {
  const at = pinned ? deps.clock() : null;
  const { changed, message } = await changeUndeleted(
    deps,
    () => setPinned(deps.db, user.id, { groupId, id: messageId, at }),
  );
  if (changed || isPinned(message) === pinned) return { message };
  if (await isOrganizer(deps.db, user.id, groupId)) {
    throw new BadRequest(chatServerTexts.tooManyPins, "too_many_pins");
  }
  throw new Forbidden(chatServerTexts.onlyOrganizersPin, "not_organizer");
}

/** What every change of a stored message does. */
import type * as changes from "../../../db/chat/message_changes.ts";
import type { Message } from "../../contract/chat/shapes.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import type { Deps } from "../../deps.ts";
import { found, messageNotFound } from "../../errors.ts";
import type { SentForm } from "../../operation.ts";

interface Outcome {
  changed: boolean;
  message: Message;
}

/** Makes a change, and sends the group the changed message. @throws NotFound where there is no message */
export async function change(
  { broadcast }: Pick<Deps, "broadcast">,
  write: () => Promise<changes.Change>,
): Promise<Outcome> {
  const { changed, message, shown } = await write();
  if (changed && shown) broadcast.messageChanged(shown);
  return { changed, message: found(message, messageNotFound) };
}

/** Makes a change of what only messages have that are not deleted. @throws NotFound for a deleted one too */
export async function changeUndeleted(
  deps: Pick<Deps, "broadcast">,
  write: () => Promise<changes.Change>,
): Promise<Outcome> {
  const outcome = await change(deps, write);
  if (outcome.message.deletedAt) throw messageNotFound();
  return outcome;
}

/** The page of a group's messages: the address of a form has its query. */
export const toChat = ({ params, search }: SentForm<"/group/:id">): string => groupPaths.group(params.id) + search;

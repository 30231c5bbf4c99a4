import { findByClientId } from "../../../db/chat/messages.ts";
import { takeBackFinished } from "../../../db/reading/reading_list.ts";
import type { Reader } from "../../../db/reading/readers.ts";
import { paceTexts } from "../../contract/reading/texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { postMessage } from "../chat/send.ts";
import { removeMessage } from "../chat/edits.ts";
import { notifyOfFinish, takeBackFinishNotices } from "../notices/notices.ts";

type Parts = Pick<
  Deps,
  "db" | "config" | "clock" | "limiter" | "metrics" | "broadcast" | "messageIndex" | "pusher" | "log" | "purge"
>;

export interface Finish extends Pick<Reader, "groupId" | "title" | "sharesPage"> {
  bookId: string;
  finishedAt: number;
  /** Of the reader's calendar, as `YYYY-MM-DD`. */
  day: string;
}

/** Of the message that announces it, by which it is found again. */
const clientIdOf = ({ bookId, finishedAt }: Finish): string => `finished:${bookId}:${finishedAt}`;

/**
 * Celebrates that somebody has finished a book, in their name: with a message in the chat and a notice. Where they do
 * not share their page, nobody learns of it.
 */
export async function celebrateFinish(deps: Parts, user: User, finish: Finish): Promise<void> {
  const { groupId, bookId, title } = finish;
  if (!finish.sharesPage) return;
  await notifyOfFinish(deps, user, { bookId, groupId, title });
  await postMessage(deps, user, {
    groupId,
    content: paceTexts.finishedMessage(title),
    clientId: clientIdOf(finish),
  });
}

/** Takes that back, and the book out of its reader's list: the last page was mistyped. */
export async function takeBackFinish(deps: Parts, user: User, finish: Finish): Promise<void> {
  const { groupId, bookId } = finish;
  await takeBackFinished(deps.db, user.id, finish);
  await takeBackFinishNotices(deps, user, { bookId, groupId });
  const message = await findByClientId(deps.db, user.id, { groupId, clientId: clientIdOf(finish) });
  if (message) await removeMessage(deps, user.id, { groupId, id: message.id });
}

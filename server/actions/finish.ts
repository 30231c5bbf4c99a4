import type { Reader } from "../../db/readers.ts";
import { paceTexts } from "../contract/pace_texts.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { postMessage } from "./chat.ts";
import { notifyOfFinish } from "./notices.ts";

type Parts = Pick<Deps, "db" | "clock" | "limiter" | "metrics" | "broadcast" | "messageIndex" | "pusher" | "log">;

/**
 * Celebrates that somebody has finished a book, in their name: with a message in the chat, once for each book, and a
 * notice. Where they do not share their page, nobody learns of it. Never throws.
 */
export async function celebrateFinish(
  deps: Parts,
  user: User,
  { bookId, groupId, title, sharesPage }: Pick<Reader, "groupId" | "title" | "sharesPage"> & { bookId: string },
): Promise<void> {
  if (!sharesPage) return;
  await notifyOfFinish(deps, user, { bookId, groupId, title });
  try {
    const content = paceTexts.finishedMessage(title);
    await postMessage(deps, user, { groupId, content, clientId: `finished:${bookId}` });
  } catch (err) {
    deps.log.error({ err }, "a finished book could not be celebrated");
  }
}

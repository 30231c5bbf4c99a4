/** What somebody who logs out leaves in this browser that nobody has yet: it is deleted, after asking once. */
import { outboxTexts } from "../../server/contract/site/outbox_texts.ts";
import { deleteDraft, draftsOf, forgetDrafts, readDraft } from "../offline/drafts.ts";
import { storeBeforeLeaving } from "../runtime/lifecycle.ts";
import { discardAllOf, entriesOf, type Entry, onNews, report } from "../offline/outbox/entries.ts";
import { addOutboxStyle } from "../offline/outbox/style.ts";
import { store } from "../runtime/storage.ts";
import { element } from "./element.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";

const texts = outboxTexts.logout;

/** How many are shown, and how many characters of each. */
const shown = { things: 5, characters: 120 };

/** Whether somebody may log out: either everything of theirs is sent and saved, or they say so. */
export async function mayLogOut(viewerId: string): Promise<boolean> {
  storeBeforeLeaving();
  const drafts = new Set([...await windowsDrafts(viewerId), ...draftsOf(viewerId)]);
  const entries = await waiting(viewerId);
  // A note on its way is still a draft as well.
  for (const { text } of entries) drafts.delete(text);
  const things = [...entries.map(nameOf), ...drafts];
  return things.length === 0 || await ask(things);
}

/** Milliseconds in which other windows answer. */
const answerWithin = 150;

/** What each window has stored for itself alone. */
async function windowsDrafts(viewerId: string): Promise<string[]> {
  const drafts: string[] = [];
  const stop = onNews((news) => news.type === "writing" && drafts.push(...news.drafts));
  report({ type: "leaving", viewerId });
  await new Promise((resolve) => setTimeout(resolve, answerWithin));
  stop();
  return drafts;
}

/** Answers a window in which somebody is about to log out; deletes the draft of a note that has been sent as it is. */
export function watchDrafts(viewerId: string): void {
  onNews((news) => {
    if (news.type === "leaving" && news.viewerId === viewerId) {
      storeBeforeLeaving();
      report({ type: "writing", drafts: draftsOf(viewerId, { isOwn: true }) });
    }
    if (news.type === "tried" && news.outcome === "sent" && news.entry.kind === "note") forgetNote(news.entry);
  });
}

function forgetNote({ viewerId, key, text }: Entry): void {
  const place = { kind: "note", viewerId, of: key.replace("note:", "") } as const;
  if (readDraft(place)?.content === text) deleteDraft(place);
}

/** Deletes all that this browser has of somebody, once they are logged out, and informs its other windows. */
export async function forget(viewerId: string): Promise<void> {
  // First, so that no other window stores again what it sees deleted.
  store(storageKeys.loggedOut, viewerId);
  forgetDrafts(viewerId);
  clearWindow();
  await discardAllOf(viewerId).catch(console.warn);
}

/** A browser that stores nothing has nothing. */
const waiting = (viewerId: string): Promise<Entry[]> => entriesOf(viewerId).catch((error) => (console.warn(error), []));

const nameOf = ({ kind, text, place }: Entry): string =>
  [outboxTexts.kinds[kind], place, text].filter(Boolean).join(" · ");

/** What this window has stored for itself, such as the page that the next message is about. */
function clearWindow(): void {
  try {
    sessionStorage.clear();
  } catch (error) {
    console.warn(error);
  }
}

/** Asks whether what is unsent may be deleted. */
function ask(things: string[]): Promise<boolean> {
  addOutboxStyle();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const title = element("h2", { id: "logout-title" }, texts.title);
  const list = element("ul", {}, ...things.slice(0, shown.things).map(asItem));
  if (things.length > shown.things) list.append(element("li", {}, texts.more(things.length - shown.things)));
  const actions = element(
    "div",
    { className: "logout-actions" },
    element("button", { className: "button button--primary", value: "stay", autofocus: true }, texts.stay),
    element("button", { className: "button button--quiet", value: "leave" }, texts.leave),
  );
  const form = element("form", { method: "dialog" }, title, element("p", {}, texts.lost(things.length)), list, actions);
  const dialog = element("dialog", { className: "logout-dialog" }, form);
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(dialog.returnValue === "leave");
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}

const asItem = (text: string) => element("li", { dir: "auto" }, text.slice(0, shown.characters));

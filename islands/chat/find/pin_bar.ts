/** The bar of what is pinned, above a chat: loaded once that changes. */
import type { MemberDirectory, Message } from "../../../server/contract/chat/shapes.ts";
import { findTexts } from "../../../server/contract/chat/message_texts.ts";
import { isPinned } from "../../../server/contract/chat/paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { fetchPage } from "../../runtime/other_page.ts";
import { call } from "../../runtime/api.ts";
import { nameOf } from "../state/state.ts";
import { pinnedLine } from "./pinned_line.ts";

const barIn = (page: ParentNode) => page.querySelector<HTMLElement>(".pin-bar");
let bar = barIn(document);
const pinsOf = ({ dataset: { pins = "" } }: HTMLElement) => pins.split(" ").filter(Boolean).map(Number);
/** By their `seq`, the latest pinned first. */
let pins = bar ? pinsOf(bar) : [];

export async function followPin(message: Message, members: MemberDirectory): Promise<void> {
  if (!bar) return await fetchBar(message.groupId);
  const { seq, groupId } = message;
  const [isNow, was, isShown] = [isPinned(message), pins.includes(seq), pins[0] === seq];
  if (isNow !== was) pins = isNow ? [seq, ...pins] : pins.filter((one) => one !== seq);
  showCount(bar);
  if (isNow && (isShown || !was)) showLatest(bar, message, members);
  else if (isShown && pins.length > 0) void showNext(bar, groupId, members);
}

/** The page without anything pinned has none. */
async function fetchBar(groupId: string): Promise<void> {
  // All windows are notified at once.
  await new Promise((resolve) => setTimeout(resolve, Math.random() * fetchedWithin));
  const page = await fetchPage(groupPaths.group(groupId));
  const fetched = page && barIn(page);
  if (!fetched) return;
  // More may have been pinned meanwhile.
  bar?.remove();
  bar = document.importNode(fetched, true);
  pins = pinsOf(bar);
  document.querySelector(".pinned-chat")?.prepend(bar);
}

/** Milliseconds. */
const fetchedWithin = 1000;

function showCount(bar: HTMLElement): void {
  bar.hidden = pins.length === 0;
  const all = bar.querySelector<HTMLElement>(".pin-all")!;
  all.hidden = pins.length < 2;
  all.textContent = findTexts.pinCount(pins.length);
}

function showLatest(bar: HTMLElement, message: Message, members: MemberDirectory): void {
  const link = bar.querySelector<HTMLAnchorElement>(".pin-latest")!;
  const [, name, text] = link.querySelectorAll("span, b");
  link.search = `?message=${message.seq}`;
  name.textContent = nameOf(message, members);
  text.textContent = pinnedLine(message, bar.dataset.blocked?.split(" ").includes(message.userId) ?? false);
}

/** The one before the latest, once that is not pinned any more. */
async function showNext(bar: HTMLElement, id: string, members: MemberDirectory): Promise<void> {
  try {
    const { messages: [next] } = await call("GET /groups/:id/pins", { id }, {});
    if (next?.seq === pins[0]) showLatest(bar, next, members);
  } catch (error) {
    console.warn(error);
  }
}

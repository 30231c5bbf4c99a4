/** Keeps the parts of a page with `data-live`, which says what they wait for, as they are now, drawn by the server. */
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { on } from "../runtime/events.ts";
import { onRejoined, onReturn } from "../runtime/lifecycle.ts";
import { fetchPage } from "../runtime/other_page.ts";
import { reloader } from "../runtime/reloader.ts";
import { anyBegun, renew } from "./renew.ts";

/** Milliseconds, at random: every open page hears of a change in the same moment. */
const reloadWithin = 1000;

const partsOf = (page: ParentNode) => [...page.querySelectorAll<HTMLElement>("[data-live]")];
const nameOf = ({ dataset: { live, book } }: HTMLElement): string => `${live} ${book}`;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Something was not drawn: nobody looked, or somebody has begun a form. */
let isBehind = false;

// A page that leads elsewhere by now is left as it is.
const { reload } = reloader(() => fetchPage(new Request(addressOfParts(), { redirect: "manual" })), show);

function addressOfParts(): URL {
  const address = new URL(location.href);
  address.searchParams.set("part", "live");
  return address;
}

function show(page: Document | undefined): void {
  if (!page) return;
  const fresh = Map.groupBy(partsOf(page), nameOf);
  const areDrawn = partsOf(document).map((part) => {
    const drawn = fresh.get(nameOf(part))?.shift();
    return !drawn || renew(part, drawn);
  });
  isBehind = areDrawn.includes(false);
}

function reloadSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (document.hidden) isBehind = true;
    else void reload();
  }, Math.random() * reloadWithin);
}

function catchUp(): void {
  if (isBehind) reloadSoon();
}

function changed(what: string, bookId?: string): void {
  const isWaiting = ({ dataset: { live, book } }: HTMLElement) => live === what && (!bookId || book === bookId);
  if (partsOf(document).some(isWaiting)) reloadSoon();
}

/** Of one that is not listed there is a notice. */
function followConversation({ groupId }: { groupId: string }): void {
  if (document.querySelector(`[data-live=conversations] a[href="${groupPaths.group(groupId)}"]`)) reloadSoon();
}

on("partChanged", ({ part, bookId }) => changed(part, bookId));
on("progressUpdated", ({ bookId }) => changed("pace", bookId));
on("groupActivity", followConversation);
on("readUpdated", followConversation);
on("notice", ({ kind }) => {
  if (kind === "direct") changed("conversations");
});
onRejoined(reloadSoon);
onReturn(catchUp);
// A form that was left as it was can be drawn again.
document.addEventListener("focusout", ({ relatedTarget }) => anyBegun(partsOf(document), relatedTarget) || catchUp());

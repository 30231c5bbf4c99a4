import { isGuest, showLink } from "../../../db/chat/link_previews.ts";
import { firstLink } from "../../contract/chat/first_link.ts";
import type { Message } from "../../contract/chat/shapes.ts";
import type { Written } from "../../contract/site/written_shapes.ts";
import type { Deps } from "../../deps.ts";
import { isWithin } from "../../rate_limits.ts";
import { announceChange } from "./announce_change.ts";

/** What the page of the first link of a text is stored under; null where there is none, or previews are off. */
export function linkKeyOf({ linkPreviews }: Deps, { content, form }: Written): string | null {
  const url = linkPreviews && firstLink(content, form?.nodes);
  return url ? linkPreviews.keyOf(url) : null;
}

/** Begins to show, below a message that is sent, the page that its first link leads to. Nobody waits for it. */
export function previewLink(
  deps: Deps,
  authorId: string,
  { id, groupId, content, format }: Pick<Message, "id" | "groupId" | "content" | "format">,
): void {
  const { linkPreviews, db, limiter } = deps;
  const url = linkPreviews && firstLink(content, format);
  if (!url) return;
  linkPreviews.request(url, {
    isAllowed: async () => !await isGuest(db, authorId) && await isWithin(limiter, "linkPreview", authorId),
    async show(key) {
      announceChange(deps, await showLink(db, authorId, { id, groupId, content, key }));
    },
  });
}

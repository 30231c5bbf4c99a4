import { herePlaceId } from "../../../../server/contract/books/text_paths.ts";

const block = /<[a-z][a-z0-9]*\sid="c(\d+)"[^>]*>/g;

/** A part's HTML with a target in the block in which its reader is: that needs no script. */
export function withOwnPlace(html: string, character: number): string {
  const own = [...html.matchAll(block)].findLast(([, first]) => Number(first) <= character);
  if (!own) return html;
  const end = own.index + own[0].length;
  return `${html.slice(0, end)}<span id="${herePlaceId}"></span>${html.slice(end)}`;
}

import { nextOf, type PartRow } from "../../../../db/books/texts.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { textEnd } from "../../../../server/contract/reading/positions.ts";
import type { TextOfPage } from "./text_of_page.ts";

interface Shown extends Pick<TextOfPage, "groupId" | "bookId"> {
  text: Pick<TextOfPage["text"], "characters">;
  reader: Pick<TextOfPage["reader"], "title">;
  /** That the page shows, if it does. */
  part?: Pick<PartRow, "from" | "to" | "previous">;
}

/**
 * Where a script offers to keep the text on this device (`islands/page/keep_text.ts`), and reads which part a page has
 * (`islands/offline/kept_texts.ts`): by its attributes, in this order.
 */
export const KeepText = ({ groupId, bookId, text: { characters }, reader: { title }, part }: Shown) => (
  <div
    className="keep-text"
    hidden
    data-keep-text={bookId}
    data-from={part?.from}
    data-next={part && (nextOf(part) ?? "")}
    data-previous={part && (part.previous ?? "")}
    data-characters={characters}
    data-path={textPaths.read(groupId, bookId)}
    data-end={textEnd}
    data-title={title}
  />
);

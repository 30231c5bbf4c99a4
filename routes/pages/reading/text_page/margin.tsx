/** What the group wrote at a part of a text, and the highlights in it. */
import type { ReactNode } from "react";
import type { PartRow } from "../../../../db/books/texts.ts";
import type { C } from "../../../layout/page.tsx";
import type { TextOfPage } from "./text_of_page.ts";

export interface Margin {
  /** The part's HTML with its highlights. */
  html: string;
  beside: ReactNode;
}

export const marginOf = (_c: C, _text: TextOfPage, part: PartRow): Margin | Promise<Margin> => (
  { html: part.html, beside: null }
);

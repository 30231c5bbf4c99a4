import type { Fields } from "../../../../server/http/form.ts";

/** The name of the field with the page that a chapter begins on. */
export const chapterField = (title: string) => `page ${title}`;

/** The pages that were typed, by their chapters; a blank field gives none. */
export const chapterPagesIn = (sent: Fields) =>
  Object.entries(sent).filter(([name, page]) => name.startsWith(chapterField("")) && page.trim())
    .map(([name, page]) => ({ title: name.slice(chapterField("").length), page }));

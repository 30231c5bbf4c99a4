/** A text as one line that Markdown takes as it is (CommonMark, section 2.4). */
export const asLine = (text: string): string =>
  text.replace(/\s+/g, " ").trim().replace(/[!-/:-@[-`{-~]/g, (mark) => `\\${mark}`);

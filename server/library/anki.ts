/** Cards for Anki's text import: https://docs.ankiweb.net/importing/text-files.html */
export interface Card {
  front: string;
  back: string[];
  /** What it is from; a tag of one word is made of it. */
  tag: string;
}

export const ankiHeader = (deck: string): string =>
  `#separator:tab\n#html:true\n#deck:${inOneLine(deck)}\n#tags:${
    tagOf(deck)
  }\n#columns:Front\tBack\tTags\n#tags column:3\n`;

/** A line. Its texts are no markup, neither HTML nor Anki's own; its tag is never read as HTML. */
export const ankiLine = ({ front, back, tag }: Card): string =>
  `${asHtml(front)}\t${back.filter(Boolean).map(asHtml).join("<br><br>")}\t${tagOf(tag)}\n`;

/** A line that begins with `#` would be left out, and a field that begins with a quotation mark go on to the next. */
const asHtml = (text: string): string =>
  text.trim().replace(/[&<>"'#\\{}[]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\r\n?|\n|\u2028|\u2029/g, "<br>").replace(/[\t\p{Cc}]/gu, " ");

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const tagOf = (text: string): string => text.trim().replace(/[\s\p{Cc}:"]+/gu, "_");

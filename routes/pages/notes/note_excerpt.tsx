import { Fragment } from "react";
import * as notesLimits from "../../../server/contract/notes/limits.ts";
import { quotesIn } from "../../../server/contract/notes/quotes.ts";

/** From its beginning, or from a little before what was searched for, if that is further on. */
export function NoteExcerpt({ content, query }: { content: string; query: string }) {
  const { excerpt, before } = notesLimits.note;
  const words = patternOf(query);
  const found = words ? content.search(words) : -1;
  const start = found > excerpt / 2 ? found - before : 0;
  const shown = content.slice(start, start + excerpt).toWellFormed();
  const whole = `${start > 0 ? "…" : ""}${shown}${start + excerpt < content.length ? "…" : ""}`;
  return quotesIn(whole).map(({ quote, text }, index) => (
    <Fragment key={index}>
      {quote && <blockquote>{marked(quote, words)}</blockquote>}
      {marked(text, words)}
    </Fragment>
  ));
}

const marked = (text: string, words: RegExp | undefined) =>
  words ? text.split(words).map((part, i) => i % 2 === 0 ? part : <mark key={i}>{part}</mark>) : text;

/** More of them would only take time. */
const maxWords = 10;

/** One of the words, as a group. */
function patternOf(query: string): RegExp | undefined {
  const words = query.split(/\s+/).filter(Boolean).slice(0, maxWords);
  const escaped = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
  return words.length > 0 ? new RegExp(`(${escaped.join("|")})`, "i") : undefined;
}

/** Lists and quotes, which go on with the next line. */
import type { Change, Typed } from "./write_change.ts";
import { isInFence, lineEnd, lineStart } from "./write_places.ts";

const beginning = /^((?:[ \t]*>[ \t]?)*)([ \t]*)(?:([-*+])([ \t]+)|(\d{1,8})([.)])([ \t]+))?/;

/** For Enter: undefined where a line is all that it makes. */
export function continued({ value, start, end }: Typed): Change | undefined {
  const from = lineStart(value, start);
  const line = value.slice(from, lineEnd(value, end));
  const [marker, quote, indent, bullet, space = "", number, dot, gap = ""] = beginning.exec(line)!;
  const isItem = bullet !== undefined || number !== undefined;
  if (!isItem && !quote || start < from + marker.length || isInFence(value, start)) return undefined;
  const isEmpty = line.slice(marker.length).trim() === "";
  if (isEmpty && start === end) return { from, to: from + line.length, text: "", start: from, end: from };
  const item = bullet !== undefined ? bullet + space : number !== undefined ? Number(number) + 1 + dot + gap : "";
  const text = `\n${quote}${isItem ? indent : ""}${item}`;
  return { from: start, to: end, text, start: start + text.length, end: start + text.length };
}

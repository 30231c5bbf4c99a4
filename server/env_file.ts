/**
 * The numbers of the lines of a file `.env` that say nothing: neither a comment nor `NAME=value`, nor part of a value in
 * quotes. Whoever reads the file leaves them out without a word.
 */
export function ignoredLines(text: string): number[] {
  const ignored: number[] = [];
  let quote: string | undefined;
  for (const [index, line] of text.replace(/^\uFEFF/, "").split(/\r?\n/).entries()) {
    if (quote !== undefined) quote = closes(line, quote) ? undefined : quote;
    else if (!/^\s*(#|$)/.test(line)) {
      const [, value] = /^[^=]*=\s*(.*)$/.exec(line) ?? [];
      if (value === undefined) ignored.push(index + 1);
      else quote = opened(value);
    }
  }
  return ignored;
}

/** The quote that a value begins with and that its line does not close. */
const opened = (value: string): string | undefined =>
  /^["']/.test(value) && !closes(value.slice(1), value[0]) ? value[0] : undefined;

const closes = (text: string, quote: string) => text.replace(/\\./g, "").includes(quote);

/** The same for a file; none where there is none to be read. */
export function ignoredLinesOf(file: string): number[] {
  try {
    return ignoredLines(Deno.readTextFileSync(file));
  } catch {
    return [];
  }
}

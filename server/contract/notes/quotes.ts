interface Part {
  /** Without its marks; empty for a text before any quote. */
  quote: string;
  text: string;
}

/** The quotes of a note (`> …`), each with what follows it. */
export function quotesIn(note: string): Part[] {
  const parts: Part[] = [];
  let isQuote = false;
  for (const line of note.replaceAll("\r\n", "\n").split("\n")) {
    const quoted = line.startsWith(">");
    if (parts.length === 0 || quoted && !isQuote) parts.push({ quote: "", text: "" });
    const part = parts.at(-1)!;
    if (quoted) part.quote += `${line.replace(/^> ?/, "")}\n`;
    else part.text += `${line}\n`;
    isQuote = quoted;
  }
  return parts.map(({ quote, text }) => ({ quote: quote.trim(), text: text.trim() }))
    .filter(({ quote, text }) => quote || text);
}

export const withoutQuoteMarks = (note: string): string => note.replace(/^> ?/gm, "");

/** A paragraph of a text, and its sentences, by characters of the whole text. */
export interface Paragraph {
  from: number;
  to: number;
  text: string;
}

/** The block around a character. @param plain blocks with a line feed after each @param base the first character of it */
export function paragraphAt(plain: string, { base, at }: { base: number; at: number }): Paragraph {
  const inside = Math.min(Math.max(0, at - base), Math.max(0, plain.length - 1));
  const start = plain.lastIndexOf("\n", inside - 1) + 1;
  const found = plain.indexOf("\n", Math.max(inside, start));
  const end = found < 0 ? plain.length : found;
  return { from: base + start, to: base + end, text: plain.slice(start, end) };
}

/** @param most of them; the last one has the rest */
export function sentencesOf(
  { from, text }: Paragraph,
  { language, most }: { language: string | null; most: number },
): Paragraph[] {
  const sentences: Paragraph[] = [];
  for (const { segment, index } of segmenterFor(language).segment(text)) {
    const sentence = { from: from + index, to: from + index + segment.length, text: segment };
    const last = sentences.at(-1);
    if (last && sentences.length === most) {
      last.text += segment;
      last.to = sentence.to;
    } else if (segment.trim() !== "") sentences.push(sentence);
  }
  return sentences;
}

function segmenterFor(language: string | null): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language ?? "en", { granularity: "sentence" });
  } catch {
    return new Intl.Segmenter("en", { granularity: "sentence" });
  }
}

/** A paragraph of a text, and its sentences, by characters of the whole text. */
export interface Paragraph {
  from: number;
  to: number;
  text: string;
}

/**
 * The block around a character: one of verse has lines of its own.
 * @param plain blocks with a line feed after each @param base the first character of it
 */
export function paragraphAt(
  { plain, html }: { plain: string; html: string },
  { base, at }: { base: number; at: number },
): Paragraph {
  const starts = [...html.matchAll(/\sid="c(\d+)"/g)].map(([, start]) => Number(start));
  const from = starts.findLast((start) => start <= at) ?? base;
  const next = starts.find((start) => start > at) ?? base + plain.length;
  return { from, to: next - 1, text: plain.slice(from - base, next - 1 - base) };
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

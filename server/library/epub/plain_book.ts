/**
 * A book as a text file. First lines like `Title: …`, then, after an empty line, its paragraphs, a line each: `# ` begins
 * a chapter, `> ` is part of a letter or another quote, `>> ` (within one too) is set at the end of its line, as dates
 * and signatures are. `_Emphasis_` and `*strong emphasis*` are within a paragraph.
 */
export interface PlainBook {
  title: string;
  author: string;
  /** BCP 47. */
  language: string;
  /** Where the text is from, and of which version. */
  source: string;
  revision: string;
  /** `YYYY`, and the day `YYYY-MM-DD` of that version. */
  published: string;
  modified: string;
  rights: string;
  chapters: PlainChapter[];
}

export interface PlainChapter {
  title: string;
  blocks: PlainBlock[];
}

export interface PlainBlock {
  text: string;
  quoted: boolean;
  atEnd: boolean;
}

const names = ["title", "author", "language", "source", "revision", "published", "modified", "rights"] as const;

/** @throws Error that names what is missing */
export function parsePlainBook(file: string): PlainBook {
  const [head, ...lines] = file.trim().split(/\n{2,}/);
  const chapters: PlainChapter[] = [];
  for (const line of lines) {
    if (line.startsWith("# ")) chapters.push({ title: line.slice(2), blocks: [] });
    else if (chapters.length === 0) throw new Error(`A paragraph is before the first chapter: ${line.slice(0, 40)}`);
    else chapters.at(-1)!.blocks.push(blockOf(line));
  }
  return { ...headOf(head), chapters };
}

function headOf(head: string): Omit<PlainBook, "chapters"> {
  const given = new Map(
    head.split("\n").map((line) => {
      const [, name, value] = /^(\w+): (.+)$/.exec(line) ?? [];
      return [name?.toLowerCase(), value];
    }),
  );
  const missing = names.find((name) => !given.has(name));
  if (missing) throw new Error(`The book has no line for its ${missing}.`);
  return Object.fromEntries(names.map((name) => [name, given.get(name)])) as Record<typeof names[number], string>;
}

function blockOf(line: string): PlainBlock {
  const [, quote, end, text] = /^(> )?(>> )?(.*)$/s.exec(line)!;
  return { text, quoted: quote !== undefined, atEnd: end !== undefined };
}

import { clothColour } from "./Avatar.tsx";

interface Props {
  book: { title: string; author: string | null; coverImage: string | null };
  width?: number;
}

/** The drawn one shows where there is no picture, or it cannot be loaded. */
export function Cover({ book, width = 56 }: Props) {
  const area = { width, height: width * 1.5 };
  const { size, lines } = titleLines(book.title);
  return (
    <span className="cover">
      <svg {...area} viewBox="0 0 80 120" aria-hidden="true">
        <rect width="80" height="120" fill={clothColour(book.title + book.author)} />
        <path d="M10 10h60v100H10Z" fill="none" stroke="#fff" strokeOpacity=".45" />
        <text y="21" textAnchor="middle" fontSize={size} fill="#fff">
          {lines.map((line, index) => <tspan key={index} x="40" dy={size * 1.35}>{line}</tspan>)}
        </text>
        <path d="M32 92h16" stroke="#fff" strokeOpacity=".6" />
      </svg>
      {book.coverImage && <img src={book.coverImage} {...area} loading="lazy" alt="" />}
    </span>
  );
}

/** Of type, and how many characters of it a line takes, and how many lines there is room for. */
const sizes = [[9.5, 11, 5], [8, 13, 6], [6.5, 16, 8]];

interface Lines {
  size: number;
  lines: string[];
}

/** As large as it fits, without its subtitle if need be; words are cut only where one is longer than any line. */
export function titleLines(title: string): Lines {
  let fitted: Lines;
  for (const [size, width, most] of sizes) {
    for (const text of [title, title.split(": ")[0]]) {
      const words = text.split(/\s+/);
      const lines = broken(words.flatMap(hyphenated(width)), width);
      fitted = { size, lines: lines.length > most ? [...lines.slice(0, most - 1), "…"] : lines };
      if (lines.length <= most && words.every((word) => widthOf(word) <= width)) return fitted;
    }
  }
  return fitted!;
}

function broken(words: string[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line && widthOf(`${line} ${word}`) > width) line = "";
    else lines.pop();
    lines.push(line += (line && " ") + word);
  }
  return lines;
}

/** At its own hyphens first. */
const hyphenated = (width: number) => (word: string): string[] => {
  if (widthOf(word) <= width) return [word];
  if (/-./.test(word)) return word.split(/(?<=-)/).flatMap(hyphenated(width));
  const most = (width - 1) / widthOf(word[0]) | 0;
  return word.match(new RegExp(`.{1,${most}}`, "gu"))!.map((part) => word.endsWith(part) ? part : `${part}-`);
};

/** Characters of Chinese, Japanese and Korean take two. */
const widthOf = (text: string): number =>
  text.length * (/[\u1100-\u11ff\u2e80-\ud7ff\uff00-\uff60]/.test(text) ? 2 : 1);

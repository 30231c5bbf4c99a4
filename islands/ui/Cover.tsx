import { clothColour } from "./Avatar.tsx";

interface Props {
  book: { title: string; author: string | null; coverImage: string | null };
  width?: number;
}

/** The drawn one shows where there is no picture, or it cannot be loaded. */
export function Cover({ book, width = 56 }: Props) {
  const size = { width, height: width * 1.5 };
  return (
    <span className="cover">
      <svg {...size} viewBox="0 0 80 120" aria-hidden="true">
        <rect width="80" height="120" fill={clothColour(book.title + book.author)} />
        <path d="M10 10h60v100H10Z" fill="none" stroke="#fff" strokeOpacity=".45" />
        <text y="21" textAnchor="middle" fontSize="9.5" fill="#fff">
          {lines(book.title).map((line, index) => <tspan key={index} x="40" dy="13">{line}</tspan>)}
        </text>
        <path d="M32 92h16" stroke="#fff" strokeOpacity=".6" />
      </svg>
      {book.coverImage && <img src={book.coverImage} {...size} loading="lazy" alt="" />}
    </span>
  );
}

function lines(title: string): string[] {
  const broken: string[] = [];
  for (const word of title.split(/\s+/)) {
    const last = broken.at(-1);
    if (last !== undefined && last.length + word.length < 11) broken[broken.length - 1] = `${last} ${word}`;
    else broken.push(short(word));
  }
  return broken.length > 4 ? [...broken.slice(0, 3), `${broken[3]} …`] : broken;
}

/** By code points, and fewer of the wide characters of Chinese, Japanese and Korean. */
function short(word: string): string {
  const letters = [...word];
  const most = /[\u1100-\u11ff\u2e80-\ud7ff\uff00-\uff60]/.test(word) ? 6 : 11;
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : word;
}

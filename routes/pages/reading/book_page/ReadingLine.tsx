import { clothColour } from "../../../../islands/ui/Avatar.tsx";
import { initials } from "../../../../server/contract/people/names.ts";
import { pictureAt } from "../../../../server/contract/people/paths.ts";
import { textEnd } from "../../../../server/contract/reading/positions.ts";
import type { SharingReader } from "../../../../server/contract/reading/shapes.ts";
import { paceTexts } from "../../../../server/contract/reading/texts.ts";

type PlacedReader = SharingReader & { position: number };

interface Props {
  readers: PlacedReader[];
  viewer: number;
  /** As where chapters begin: a position. */
  expected?: number;
  chapters: number[];
  label: string;
}

const face = 28;
const laneHeight = face + 4;
const maxLanes = 4;
const textLine = 20;
/** How far two faces of a lane are apart, as a part of the line: more than a face on the narrowest phone. */
const apart = textEnd / 8;
/** The mark of a chapter nearer to the start than this would look like a part of the line's rounded end. */
const apartFromStart = textEnd / 50;
/** The room beside the line, which a label at its end reaches into. */
const shifts = { start: -16, middle: undefined, end: 16 };

export function ReadingLine({ readers, viewer, expected, chapters, label }: Props) {
  const { placed, more } = inLanes(readers);
  const lanes = Math.max(0, ...placed.map(({ lane }) => lane + 1)) + (more.length > 0 ? 1 : 0);
  const y = lanes * laneHeight + 16;
  const labels = labelsOf(viewer, expected);
  const last = Math.max(...labels.map(({ line }) => line));
  return (
    <svg className="reading-line" height={y + 30 + last * textLine} role="img" aria-label={label}>
      <line className="reading-line-book" x1="0" x2="100%" y1={y} y2={y} />
      <line className="reading-line-read" x1="0" x2={at(viewer)} y1={y} y2={y} />
      {chapters.filter((position) => position >= apartFromStart).map((position) => (
        <line
          className="reading-line-chapter"
          key={position}
          x1={at(position)}
          x2={at(position)}
          y1={y - 5}
          y2={y + 5}
        />
      ))}
      {expected !== undefined && (
        <line className="reading-line-today" x1={at(expected)} x2={at(expected)} y1={y - 14} y2={y + 10} />
      )}
      <circle className="reading-line-you" cx={at(viewer)} cy={y} r="6" />
      {labels.map(({ position, text, anchor, line }) => (
        <text key={text} x={at(position)} dx={shifts[anchor]} y={y + 26 + line * textLine} textAnchor={anchor}>
          {text}
        </text>
      ))}
      {placed.map(({ lane, ...reader }) => <ReaderFace key={reader.user.id} {...reader} y={topOf(y, lane)} />)}
      {more.map(({ position, count }) => (
        <svg key={position} className="reading-line-face" x={at(position)} y={topOf(y, maxLanes)}>
          <circle className="reading-line-more" r={face / 2} cy={face / 2} />
          <text y={face / 2} dy=".36em" textAnchor="middle">{`+${count}`}</text>
        </svg>
      ))}
    </svg>
  );
}

const at = (position: number): string => `${(100 * position / textEnd).toFixed(1)}%`;
const topOf = (line: number, index: number): number => line - 10 - face - index * laneHeight;

function inLanes(readers: PlacedReader[]) {
  const ends: number[] = [];
  const placed: (PlacedReader & { lane: number })[] = [];
  const more: { position: number; count: number }[] = [];
  for (const reader of readers.toSorted((a, b) => a.position - b.position)) {
    const isFree = (end: number | undefined) => end === undefined || reader.position - end >= apart;
    const lane = [...Array(maxLanes).keys()].find((index) => isFree(ends[index]));
    if (lane !== undefined) {
      ends[lane] = reader.position;
      placed.push({ ...reader, lane });
    } else {
      const last = more.at(-1);
      if (last && !isFree(last.position)) last.count++;
      else more.push({ position: reader.position, count: 1 });
    }
  }
  return { placed, more };
}

function ReaderFace({ user, position, y }: PlacedReader & { y: number }) {
  const letters = initials(user.fullName || user.username);
  return (
    <svg className="reading-line-face" x={at(position)} y={y}>
      <circle r={face / 2} cy={face / 2} fill={clothColour(user.id)} />
      {user.profileImage
        ? <image href={pictureAt(user.profileImage, face)} x={-face / 2} width={face} height={face} />
        : <text y={face / 2} dy=".36em" textAnchor="middle">{letters}</text>}
    </svg>
  );
}

interface Label {
  position: number;
  text: string;
  anchor: "start" | "middle" | "end";
  /** Of the two lines below. */
  line: 0 | 1;
}

/** Two that would touch on a phone are one above the other, and one label where they are at one place. */
export function labelsOf(viewer: number, expected: number | undefined): Label[] {
  const you: Label = { position: viewer, text: paceTexts.you, anchor: anchorAt(viewer), line: 0 };
  if (expected === undefined) return [you];
  if (expected === viewer) return [{ ...you, text: `${paceTexts.you} · ${paceTexts.today}` }];
  const today: Label = { position: expected, text: paceTexts.today, anchor: anchorAt(expected), line: 0 };
  const [first, second] = viewer < expected ? [you, today] : [today, you];
  return [you, { ...today, line: endOf(first) <= beginningOf(second) ? 0 : 1 }];
}

const widths = { start: 0, middle: 0.5, end: 1 };
const beginningOf = ({ position, anchor }: Label) => position - widths[anchor] * labelWidth;
const endOf = (label: Label) => beginningOf(label) + labelWidth;

/** Of the line, on the narrowest phone, with the room between two. */
const labelWidth = 0.2 * textEnd;

/** So near to an end a label begins, or ends, at its place. */
const margin = 0.08 * textEnd;

const anchorAt = (position: number): Label["anchor"] =>
  position < margin ? "start" : position > textEnd - margin ? "end" : "middle";

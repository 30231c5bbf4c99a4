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
/** How far two faces of a lane are apart, as a part of the line: more than a face on the narrowest phone. */
const apart = textEnd / 8;

export function ReadingLine({ readers, viewer, expected, chapters, label }: Props) {
  const { placed, more } = inLanes(readers);
  const lanes = Math.max(0, ...placed.map(({ lane }) => lane + 1)) + (more.length > 0 ? 1 : 0);
  const y = lanes * laneHeight + 16;
  return (
    <svg className="reading-line" height={y + 30} role="img" aria-label={label}>
      <line className="reading-line-book" x1="0" x2="100%" y1={y} y2={y} />
      <line className="reading-line-read" x1="0" x2={at(viewer)} y1={y} y2={y} />
      {chapters.map((position) => (
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
      {labelsOf(viewer, expected).map((label) => (
        <text key={label.text} x={at(label.position)} y={y + 26} textAnchor={label.anchor}>{label.text}</text>
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
}

/** Of two that would touch on a phone one ends where the other begins; where there is no room for that they are one. */
export function labelsOf(viewer: number, expected: number | undefined): Label[] {
  const you: Label = { position: viewer, text: paceTexts.you, anchor: anchorAt(viewer) };
  if (expected === undefined) return [you];
  const today: Label = { position: expected, text: paceTexts.today, anchor: anchorAt(expected) };
  const [first, second] = viewer <= expected ? [you, today] : [today, you];
  if (endOf(first) <= beginningOf(second)) return [you, today];
  const isApart = second.position - first.position >= labelWidth / 4;
  if (!isApart || first.anchor === "start" || second.anchor === "end") {
    return [{ ...you, text: `${paceTexts.you} · ${paceTexts.today}` }];
  }
  return [{ ...first, anchor: "end" }, { ...second, anchor: "start" }];
}

const widths = { start: 0, middle: 0.5, end: 1 };
const beginningOf = ({ position, anchor }: Label) => position - widths[anchor] * labelWidth;
const endOf = (label: Label) => beginningOf(label) + labelWidth;

/** Of the line, on the narrowest phone. */
const labelWidth = 0.16 * textEnd;

const anchorAt = (position: number): Label["anchor"] =>
  position < labelWidth ? "start" : position > textEnd - labelWidth ? "end" : "middle";

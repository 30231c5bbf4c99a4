import type { ReactNode } from "react";

interface Props {
  picture: DrawingName;
  text: string;
  children?: ReactNode;
}

export function EmptyState({ picture, text, children }: Props) {
  return (
    <div className="empty-state">
      <EmptyDrawing name={picture} />
      <p className="empty-state-text">{text}</p>
      {children}
    </div>
  );
}

const drawings = {
  groups: {
    ink: "M40 62h80M80 62v26m-12 0h24M22 46v42m0-20h16v20M138 46v42m0-20h-16v20",
    mark: "M62 62v-5c7-2 13-1.5 18 2 5-3.5 11-4 18-2v5M80 59v3",
  },
  requests: {
    ink: "M46 38h68v46H46Zm0 2 34 25 34-25M46 82l24-22m44 22L90 60",
    mark: "M80 60a5.5 5.5 0 1 0 .01 0Z",
  },
  messages: {
    ink: "M52 28h50v62H52Zm10 14h30M62 54h18",
    mark: "M84 74c8-16 20-30 36-40-3 20-14 32-30 37l-6 3Zm0 0-5 9",
  },
  friends: {
    ink:
      "M30 80h100M48 56h22v13a9 9 0 0 1-9 9h-4a9 9 0 0 1-9-9Zm0 4h-3a5 5 0 0 0 0 10h3M90 56h22v13a9 9 0 0 1-9 9h-4a9 9 0 0 1-9-9Zm22 4h3a5 5 0 0 1 0 10h-3",
    mark: "M59 48c-3-4 3-6 0-10m42 10c-3-4 3-6 0-10",
  },
  books: {
    ink: "M28 84h104M28 34v54m104-54v54M38 84V48h10v36m0 0V42h12v42m36 0 14-37 9 3.5L107 84",
    mark: "M60 84V52h9v32M60 60h9",
  },
  failure: {
    ink: "M58 88h44M80 88V62M62 62h36l-8-24H70ZM52 34l-8-5M46 48h-9M108 34l8-5M114 48h9",
    mark: "M92 62v10M40 96h80",
  },
  people: { ink: "M40 54h80v36H40ZM72 72h16v7H72ZM50 54l3-16h54l3 16", mark: "M56 46h48M62 30h36v8H62" },
};

type DrawingName = keyof typeof drawings;

export function EmptyDrawing({ name }: { name: DrawingName }) {
  return (
    <svg className="drawing" width="160" height="112" viewBox="0 0 160 112" aria-hidden="true">
      <ellipse className="drawing-ground" cx="80" cy="60" rx="72" ry="46" />
      <path d={drawings[name].ink} />
      <path className="drawing-mark" d={drawings[name].mark} />
    </svg>
  );
}

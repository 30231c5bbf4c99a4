import type { ReactNode } from "react";
import { sitePaths } from "../../server/contract/site/paths.ts";

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

/** In the sprite: what is drawn in ink, and the mark in the accent's colour. */
type DrawingName = "groups" | "requests" | "messages" | "friends" | "books" | "failure" | "people";

export function EmptyDrawing({ name }: { name: DrawingName }) {
  return (
    <svg className="drawing" width="160" height="112" viewBox="0 0 160 112" aria-hidden="true">
      <ellipse className="drawing-ground" cx="80" cy="60" rx="72" ry="46" />
      <use href={sitePaths.icon(`drawing-${name}`)} />
      <use className="drawing-mark" href={sitePaths.icon(`drawing-${name}-mark`)} />
    </svg>
  );
}

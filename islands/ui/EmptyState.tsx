import type { ReactNode } from "react";
import { type DrawingName, EmptyDrawing } from "./EmptyDrawing.tsx";

interface Props {
  picture: DrawingName;
  text: string;
  /** The next action. */
  children?: ReactNode;
}

/** What a list shows when there is nothing in it: a drawing, why, and what to do next. */
export function EmptyState({ picture, text, children }: Props) {
  return (
    <div className="empty-state">
      <EmptyDrawing name={picture} />
      <p className="empty-state-text">{text}</p>
      {children}
    </div>
  );
}

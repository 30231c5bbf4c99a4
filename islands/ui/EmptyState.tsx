import type { ReactNode } from "react";
import { Picture, type PictureName } from "./EmptyDrawing.tsx";

export interface EmptyStateProps {
  picture: PictureName;
  text: string;
  /** The next action. */
  children?: ReactNode;
}

/** What a list shows when there is nothing in it: a picture, why, and what to do next. */
export function EmptyState({ picture, text, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Picture name={picture} />
      <p className="empty-state-text">{text}</p>
      {children}
    </div>
  );
}

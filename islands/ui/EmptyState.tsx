import type { ReactNode } from "react";
import { type DrawingName, EmptyDrawing } from "./EmptyDrawing.tsx";

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

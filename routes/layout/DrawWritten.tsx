import type { ReactNode } from "react";
import { drawWritten } from "../../islands/chat/messages/draw_written.ts";
import { DrawWrittenContext } from "../../islands/chat/messages/WrittenText.tsx";

/** What a browser loads late, a page has at once. */
export const DrawWritten = ({ children }: { children: ReactNode }) => (
  <DrawWrittenContext value={drawWritten}>{children}</DrawWrittenContext>
);

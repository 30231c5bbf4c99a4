// deno-lint-ignore-file react-no-danger -- what is set here was made safe by `draw_written.ts`
import { createContext, useContext, useEffect, useMemo, useRef, useState } from "react";
import { late } from "../../runtime/late.ts";
import { useLate } from "../../runtime/useLate.ts";
import type { drawWritten, WrittenMessage } from "./draw_written.ts";

interface Props extends WrittenMessage {
  /** Whether it arrived after the page. */
  isLate: boolean;
  tabIndex: number | undefined;
}

/** A server has it; a browser loads it once there is a message with a form, which most groups have none of. */
export const DrawWrittenContext = createContext<typeof drawWritten | undefined>(undefined);

const loadDrawing = late(() => import("./draw_written.ts"));

/** Until it can be drawn: what the server has drawn, or else what was written. */
export function WrittenText({ isLate, tabIndex, ...message }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const { loaded, prepare } = useLate(loadDrawing);
  const drawAtOnce = useContext(DrawWrittenContext);
  const draw = drawAtOnce ?? loaded?.drawWritten;
  const html = draw?.(message) ?? "";
  // As another object it would be written anew, and what is open in it be closed.
  const inner = useMemo(() => ({ __html: html }), [html]);
  const [wasDrawn] = useState(!isLate);
  useEffect(prepare, []);
  useEffect(() => loaded?.setStops(element.current!, tabIndex), [loaded, tabIndex, message.format]);
  return draw || wasDrawn
    ? (
      <div
        ref={element}
        className="message-text written"
        dir="auto"
        dangerouslySetInnerHTML={inner}
      />
    )
    : <p className="message-text" dir="auto">{message.content}</p>;
}

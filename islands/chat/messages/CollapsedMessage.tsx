import type { ReactNode } from "react";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  collapsed: boolean;
  tabIndex?: number;
  children: ReactNode;
}

export const CollapsedMessage = ({ collapsed, tabIndex, children }: Props) =>
  collapsed
    ? (
      <details className="message-folded">
        <summary tabIndex={tabIndex}>{chatTexts.hiddenByBlock}</summary>
        {children}
      </details>
    )
    : children;

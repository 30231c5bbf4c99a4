import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";

/** The icon of each outcome, so that colour is never the only sign. */
export const outcomeIcons = { success: "check", error: "warning", info: "info" } as const;

interface Props {
  kind: "success" | "info";
  children: ReactNode;
}

/** News in place, announced politely. */
export function Notice({ kind, children }: Props) {
  return (
    <div className="notice" role="status" data-kind={kind}>
      <Icon name={outcomeIcons[kind]} />
      <div>{children}</div>
    </div>
  );
}

import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";

export type Outcome = "success" | "error" | "info";

/** The icon of each outcome, so that colour is never the only sign. */
export const outcomeIcons = { success: "check", error: "warning", info: "info" } as const;

export interface NoticeProps {
  kind: Exclude<Outcome, "error">;
  children: ReactNode;
}

/** Something said in place, politely. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className="notice" role="status" data-kind={kind}>
      <Icon name={outcomeIcons[kind]} />
      <div>{children}</div>
    </div>
  );
}

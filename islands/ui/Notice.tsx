import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { outcomeIcons } from "../../server/contract/site/limits.ts";

interface Props {
  kind: "success" | "info";
  children: ReactNode;
}

export function Notice({ kind, children }: Props) {
  return (
    <div className="notice" role="status" data-kind={kind}>
      <Icon name={outcomeIcons[kind]} />
      <div>{children}</div>
    </div>
  );
}

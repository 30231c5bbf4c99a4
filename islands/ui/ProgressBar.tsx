import type { ReactNode } from "react";

interface Props {
  value: number;
  max: number;
  label: ReactNode;
}

export function ProgressBar({ value, max, label }: Props) {
  return (
    <label className="progress">
      {label}
      <progress value={value} max={max} />
    </label>
  );
}

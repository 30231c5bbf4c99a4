import type { ReactNode } from "react";

interface Props {
  value: number;
  max: number;
  /** What is shown above the bar and names it, such as "Page 12 of 300". */
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

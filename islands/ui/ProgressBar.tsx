import type { ReactNode } from "react";

export interface ProgressBarProps {
  value: number;
  max: number;
  /** What is shown above the bar and names it, such as "Page 12 of 300". */
  label: ReactNode;
}

export function ProgressBar({ value, max, label }: ProgressBarProps) {
  return (
    <label className="progress">
      {label}
      <progress value={value} max={max} />
    </label>
  );
}

import type { ReactNode } from "react";

interface FoldProps {
  /** What is in it, in one line. */
  now: string;
  open?: boolean;
  children: ReactNode;
}

/** Folded on a phone. */
export const Fold = ({ now, open, children }: FoldProps) => (
  <details className="fold about-fold" open={open}>
    <summary>{now}</summary>
    <div className="stack">{children}</div>
  </details>
);

interface RowProps {
  id: string;
  label: string;
  hint?: string;
  kind?: "switch" | "group";
  children: ReactNode;
}

/** A `group` has several controls, which refer to the label by its id. */
export const SettingRow = ({ id, label, hint, kind, children }: RowProps) => (
  <div className={kind === "switch" ? "setting setting--switch" : "setting"}>
    <div className="setting-text">
      {kind !== "group"
        ? <label className="field-label" htmlFor={id}>{label}</label>
        : <p className="field-label" id={id}>{label}</p>}
      {hint && <p className="field-hint" id={`${id}-hint`}>{hint}</p>}
    </div>
    {children}
  </div>
);

interface SelectProps {
  /** Its name too. */
  id: string;
  value: string;
  options: { value: string; label: string }[];
  "aria-describedby"?: string;
}

export const SettingSelect = ({ id, value, options, ...described }: SelectProps) => (
  <div className="field-row">
    <select className="input" id={id} name={id} defaultValue={value} {...described}>
      {options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
    </select>
  </div>
);

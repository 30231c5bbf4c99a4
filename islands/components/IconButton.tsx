import type { ComponentProps } from "react";
import { Icon, type IconName } from "./Icon.tsx";

export interface IconButtonProps extends ComponentProps<"button"> {
  icon: IconName;
  /** Its name, since it has no text. */
  label: string;
}

/** A 44 px button that is only an icon. */
export function IconButton({ icon, label, className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...button}
      className={className ? `icon-button ${className}` : "icon-button"}
    >
      <Icon name={icon} />
    </button>
  );
}

import type { ComponentProps } from "react";
import { blockedProps } from "./Button.tsx";
import { Icon, type IconName } from "./Icon.tsx";

interface Props extends ComponentProps<"button"> {
  icon: IconName;
  label: string;
  busy?: boolean;
}

export function IconButton({ icon, label, busy, className, ...button }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...button}
      {...(busy ? blockedProps : {})}
      className={className ? `icon-button ${className}` : "icon-button"}
    >
      <Icon name={icon} />
    </button>
  );
}

import type { ComponentProps, MouseEvent } from "react";
import { Icon, type IconName } from "./Icon.tsx";

type ButtonKind = "primary" | "quiet" | "plain" | "danger";

interface ButtonProps extends ComponentProps<"button"> {
  /** `primary` once in a form, `plain` beside it, `danger` for what cannot be undone; `quiet` by default. */
  kind?: ButtonKind;
  icon?: IconName;
  busy?: boolean;
  busyText?: string;
  replacesCall?: boolean;
}

export function Button(
  { kind = "quiet", icon, busy = false, busyText, replacesCall, children, className, ...button }: ButtonProps,
) {
  const blocked = busy && !replacesCall ? blockedProps : {};
  return (
    <button
      type="button"
      {...button}
      {...blocked}
      aria-busy={busy || undefined}
      className={buttonClass(kind, className)}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {busy ? busyText ?? children : children}
    </button>
  );
}

interface LinkButtonProps extends ComponentProps<"a"> {
  href: string;
  kind?: ButtonKind;
  icon?: IconName;
}

export function LinkButton({ kind = "quiet", icon, children, className, ...link }: LinkButtonProps) {
  return (
    <a {...link} className={buttonClass(kind, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  icon: IconName;
  label: string;
  busy?: boolean;
}

export function IconButton({ icon, label, busy, className, ...button }: IconButtonProps) {
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

const buttonClass = (kind: ButtonKind, more?: string): string =>
  ["button", `button--${kind}`, more].filter(Boolean).join(" ");

/** Blocks a button without taking its focus. A prevented click is a form not sent, by pointer and by Enter alike. */
export const blockedProps = { "aria-disabled": true, onClick: (event: MouseEvent) => event.preventDefault() };

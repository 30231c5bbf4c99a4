export type IconName =
  | "search"
  | "menu"
  | "close"
  | "plus"
  | "trash"
  | "user"
  | "users"
  | "user-plus"
  | "user-minus"
  | "chat"
  | "book"
  | "video"
  | "voice"
  | "settings"
  | "send"
  | "moon"
  | "sun"
  | "eye"
  | "eye-off"
  | "check"
  | "warning"
  | "info"
  | "arrow-left"
  | "arrow-right"
  | "external"
  | "logout"
  | "bell"
  | "mail"
  | "down"
  | "google"
  | "github";

interface Props {
  name: IconName;
  /** What screen readers announce. Without one it is decoration. */
  label?: string;
}

/** One symbol of the sprite, 20 px, in the colour of the text around it. */
export function Icon({ name, label }: Props) {
  const meaning = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg className="icon" width="20" height="20" {...meaning}>
      <use href={`/icons/sprite.svg#${name}`} />
    </svg>
  );
}

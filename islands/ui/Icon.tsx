import { sitePaths } from "../../server/contract/site/paths.ts";

export type IconName =
  | "search"
  | "menu"
  | "close"
  | "plus"
  | "minus"
  | "trash"
  | "user"
  | "users"
  | "user-plus"
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
  | "megaphone"
  | "arrow-left"
  | "arrow-right"
  | "external"
  | "bell"
  | "mail"
  | "smile"
  | "reply"
  | "more"
  | "pencil"
  | "pin"
  | "link"
  | "arrow-up"
  | "arrow-down"
  | "attach"
  | "file"
  | "download"
  | "key"
  | "screen"
  | "lock"
  | "flag"
  | "calendar"
  | "chart"
  | "google"
  | "github";

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" width="20" height="20" aria-hidden="true">
      <use href={sitePaths.icon(name)} />
    </svg>
  );
}

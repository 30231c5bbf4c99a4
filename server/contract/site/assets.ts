export interface Assets {
  script: string;
  shared: string[];
  styles: Record<StyleName, Style>;
  /** By island: the chunks that work for it before it is hydrated. */
  first: Record<string, string[]>;
  islands: Record<string, string[]>;
}

/** Each is made of files of `static/css`, in the order of the cascade. */
export const styleFiles = {
  "main": ["tokens", "base", "controls", "site"],
  "site-footer": ["site-footer"],
  "server-toast": ["site-toast"],
  "announcement": ["site-announcement"],
  "auth-pages": ["bookplate", "account-login"],
  "today": ["fold", "reading-turn", "reading-today"],
  "people-pages": ["card-parts", "dashboard", "people", "more-fields", "more-buttons", "dialog"],
  "group-page": ["groups", "card-parts", "chat", "books"],
  "message-marks": ["chat-marks"],
  "pins": ["chat-pins"],
  "group-script": ["dialog", "chat-tools", "chat-files", "chat-pins", "notes"],
  "book-page": ["books-facts", "books-dialog", "fold"],
  "books-add": ["fold", "books-add"],
  "chat-files": ["chat-files"],
  "landing": ["site-landing"],
  "title-page": ["site-title"],
  "notices-page": ["notices"],
  "together-page": ["more-buttons", "card-parts", "fold", "notes", "books-facts", "reading-turn", "reading"],
  "reading-log": ["card-parts", "reading-log"],
  "timer": ["reading-timer"],
  "account-page": ["more-buttons", "lists", "account"],
  "about-page": ["more-fields", "more-buttons", "lists", "fold", "groups-about", "groups-settings"],
  "ask": ["groups-ask"],
  "overview-page": ["groups-overview"],
  "cards-page": ["bookplate", "lists", "fold", "account-cards"],
  "join-page": ["bookplate", "groups-join"],
  "operator-page": ["more-buttons", "lists", "fold", "operator"],
  "join-banner": ["groups-join-banner"],
  "invite-page": ["more-fields", "lists", "fold", "groups-invite"],
  "group-steps": ["groups-steps"],
  "report-page": ["people-report"],
  "developers-page": ["site-developers"],
} as const;
export type StyleName = keyof typeof styleFiles;

export interface Style {
  href: string;
  /** What is in it, for a page whose browser does not have the file yet. */
  css: string;
}

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
  "main": ["tokens", "base", "controls", "site/header"],
  "site-footer": ["site/footer"],
  "server-toast": ["site/toast"],
  "announcement": ["site/announcement"],
  "auth-pages": ["parts/touch", "parts/bookplate", "parts/buttons", "account/login"],
  "today": ["parts/fold", "reading/turn", "reading/today"],
  "people-pages": [
    "parts/touch",
    "parts/cards",
    "groups/dashboard",
    "people/profile",
    "parts/fields",
    "parts/buttons",
    "parts/dialog",
  ],
  "group-page": ["groups/page", "parts/cards", "chat/messages", "books/panel"],
  "message-marks": ["chat/marks"],
  "pins": ["chat/pins"],
  "message-forms": ["parts/buttons", "chat/forms"],
  "group-script": [
    "parts/dialog",
    "parts/fold",
    "books/parts",
    "chat/forms",
    "chat/tools",
    "chat/files",
    "chat/pins",
    "notes",
  ],
  "books-parts": ["parts/fold", "books/parts"],
  "book-page": ["books/facts", "books/dialog", "parts/fold"],
  "books-add": ["parts/fold", "books/add"],
  "chat-files": ["chat/files"],
  "offline-page": ["site/offline"],
  "landing": ["site/landing"],
  "title-page": ["site/title"],
  "notices-page": ["parts/touch", "parts/fold", "notices"],
  "together-page": [
    "parts/touch",
    "parts/buttons",
    "parts/cards",
    "parts/fold",
    "notes",
    "books/facts",
    "reading/turn",
    "reading/book-page",
    "reading/reader-cell",
  ],
  "reading-log": ["parts/touch", "parts/cards", "parts/fold", "reading/log"],
  "book-end": ["parts/touch", "parts/buttons", "parts/lists", "reading/log"],
  "timer": ["reading/timer"],
  "account-page": ["parts/touch", "parts/buttons", "parts/lists", "account/settings"],
  "about-page": [
    "parts/touch",
    "parts/fields",
    "parts/buttons",
    "parts/lists",
    "parts/fold",
    "groups/head",
    "groups/about",
    "groups/settings",
  ],
  "ask": ["groups/ask"],
  "overview-page": ["parts/touch", "parts/fold", "groups/head", "groups/overview", "reading/reader-cell"],
  "cards-page": ["parts/touch", "parts/bookplate", "parts/lists", "parts/fold", "account/cards"],
  "join-page": ["parts/touch", "parts/bookplate", "parts/buttons", "groups/join"],
  "operator-page": ["parts/touch", "parts/buttons", "parts/lists", "parts/fold", "operator"],
  "join-banner": ["groups/join-banner"],
  "invite-page": ["parts/touch", "parts/fields", "parts/lists", "parts/fold", "groups/head", "groups/invite"],
  "polls-page": [
    "parts/touch",
    "parts/fields",
    "parts/lists",
    "parts/fold",
    "groups/head",
    "groups/head-name",
    "groups/polls",
    "reading/reader-cell",
  ],
  "threads-page": [
    "parts/touch",
    "parts/fields",
    "parts/lists",
    "groups/head",
    "groups/head-name",
    "chat/messages",
    "chat/marks",
    "chat/files",
    "chat/threads",
  ],
  "archive-page": ["parts/touch", "groups/head", "groups/head-name"],
  "scan-page": ["parts/touch", "parts/fields", "groups/head", "groups/head-name", "books/scan"],
  "club-page": ["parts/touch", "groups/head", "groups/club"],
  "shelf-page": [
    "parts/touch",
    "parts/cards",
    "parts/buttons",
    "parts/lists",
    "parts/fold",
    "groups/head",
    "groups/head-name",
    "books/shelf",
  ],
  "meetings-page": [
    "parts/touch",
    "parts/lists",
    "parts/fold",
    "reading/reader-cell",
    "groups/head",
    "groups/head-name",
    "groups/meetings",
  ],
  "find-page": ["parts/touch", "parts/fields", "parts/lists", "groups/head", "groups/head-name", "groups/find"],
  "conversations-page": ["parts/touch", "parts/lists", "parts/cards", "groups/head", "groups/conversations"],
  "closed-conversation": ["groups/closed_conversation"],
  "demo-step": ["site/demo"],
  "group-steps": ["groups/steps"],
  "report-page": ["people/report"],
  "developers-page": ["parts/touch", "parts/fold", "site/developers"],
} as const;
export type StyleName = keyof typeof styleFiles;

export interface Style {
  href: string;
  /** What is in it, for a page whose browser does not have the file yet. */
  css: string;
}

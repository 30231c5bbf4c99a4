/** Every address a page links to. Islands and pages build links here, never by hand. */
import * as constants from "./constants.ts";
import type { ReportKind } from "./people/reports.ts";

export const paths = {
  home: "/",
  landing: "/pre",
  login: "/login",
  socialLogin: "/login/social",
  register: "/register",
  verifyEmail: "/verify-email",
  resendVerification: "/verify-email/resend",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  logout: "/logout",
  about: "/about",
  contact: "/contact",
  events: "/events",
  dashboard: "/dashboard",
  profile: "/profile",
  search: "/search",
  socket: "/socket.io",
  /** What a browser shows in place of any page that it cannot reach. */
  offline: "/offline",
  serviceWorker: "/sw.js",
  /** The same, for an API that is not at `/api`: a worker has only its own address to read that from. */
  serviceWorkerOf: (api: string) => api === "/api" ? "/sw.js" : `/sw.js?api=${encodeURIComponent(api)}`,
  manifest: "/manifest.webmanifest",
  favicon: (hasNews: boolean) => `/icons/favicon${hasNews ? "-news" : ""}.svg`,
  robots: "/robots.txt",
  sprite: "/icons/sprite.svg",
  /** Where an icon is drawn: in the sprite, by its name. */
  icon: (name: string) => `/icons/sprite.svg#${name}`,
  report: (kind: ReportKind, id: string) => `/report?kind=${kind}&id=${encodeURIComponent(id)}`,
  user: (userId: string) => `/profile/${encodeURIComponent(userId)}`,
  group: (groupId: string, tab?: GroupTab) => `/group/${encodeURIComponent(groupId)}${tab ? `?tab=${tab}` : ""}`,
  /** What the group is about, who is in it, and who can join. */
  aboutGroup: (groupId: string, section?: string) =>
    `/group/${encodeURIComponent(groupId)}/about${section ? `#${section}` : ""}`,
  // What the forms of pages post to. HTML forms cannot send DELETE: what is removed has an address for that.
  groups: "/dashboard/groups",
  deleteGroup: (groupId: string) => `/dashboard/groups/${encodeURIComponent(groupId)}/delete`,
  /** The page with the form that makes a group. */
  newGroup: "/dashboard?create",
  /** The pages with other forms, where there is no script to open them in place. */
  editProfile: "/profile?edit",
  addMember: (groupId: string) => `${paths.group(groupId, "members")}&add`,
  requestVerification: "/verify-email?resend",
  messages: (groupId: string) => `/group/${encodeURIComponent(groupId)}/messages`,
  /** What the form of a message posts to. */
  message: (groupId: string, messageId: string, action: MessageAction) =>
    `${paths.messages(groupId)}/${encodeURIComponent(messageId)}/${action}`,
  read: (groupId: string) => `/group/${encodeURIComponent(groupId)}/read`,
  /** The page of a group with the session in which it reads in silence, and what its forms post to. */
  timer: (groupId: string) => `${paths.group(groupId)}?timer`,
  /** The same with the chat open, which is folded for those who read along. */
  timerWithChat: (groupId: string) => `${paths.group(groupId)}?timer=chat`,
  timerForm: (groupId: string, action?: TimerAction | "close") =>
    `/group/${encodeURIComponent(groupId)}/timer${action ? `/${action}` : ""}`,
  /** The chat around a message. */
  messageAt: (groupId: string, seq: number) => `${paths.group(groupId)}?message=${seq}`,
  /** The chat with a form that writes about a page of a book. */
  aboutPage: (groupId: string, { bookId, page }: { bookId: string; page: number }) =>
    `${paths.group(groupId)}?${new URLSearchParams({ about: bookId, page: String(page) })}`,
  members: (groupId: string) => `/group/${encodeURIComponent(groupId)}/members`,
  removeMember: (groupId: string, userId: string) => `${paths.members(groupId)}/${encodeURIComponent(userId)}/remove`,
  /** The page that asks whether to remove a member. */
  confirmRemoveMember: (groupId: string, userId: string) =>
    `${paths.group(groupId, "members")}&remove=${encodeURIComponent(userId)}`,
  books: (groupId: string) => `/group/${encodeURIComponent(groupId)}/books`,
  /** The page where a group reads a book together. */
  together: (groupId: string, bookId: string, tab?: TogetherTab) =>
    `${paths.books(groupId)}/${encodeURIComponent(bookId)}${tab ? `?tab=${tab}` : ""}`,
  progress: (groupId: string, bookId: string) => `${paths.books(groupId)}/${encodeURIComponent(bookId)}/progress`,
  notes: (groupId: string, bookId: string) => `${paths.books(groupId)}/${encodeURIComponent(bookId)}/notes`,
  noteAnswers: (groupId: string, bookId: string, noteId: string) =>
    `${paths.notes(groupId, bookId)}/${encodeURIComponent(noteId)}/answers`,
  questions: (groupId: string, bookId: string) => `${paths.books(groupId)}/${encodeURIComponent(bookId)}/questions`,
  /** All notes of the viewer. */
  ownNotes: "/notes",
  /** The viewer's friends. */
  friends: "/profile?tab=friends",
  /** What the viewer has read: a year of it, and their own list of books. */
  reading: "/reading",
  library: "/reading/books",
  readingImport: "/reading/import",
  /** What the viewer was notified of, and the settings of it. */
  notices: "/notices",
  /** The settings of notices by mail, for those who have the link of such a mail. */
  unsubscribe: "/unsubscribe",
  /** The requests that wait for the viewer's answer. */
  pendingRequests: "/dashboard?tab=friends",
  friendRequests: "/friends/requests",
  answerFriendRequest: (requestId: string, answer: "accept" | "decline") =>
    `/friends/requests/${encodeURIComponent(requestId)}/${answer}`,
  unfriend: (userId: string) => `/friends/${encodeURIComponent(userId)}/remove`,
  /** The page that asks whether to end a friendship. */
  confirmUnfriend: (userId: string) => `${paths.friends}&remove=${encodeURIComponent(userId)}`,
  /** A file of a message. */
  file: (fileId: string, name: string) => `/files/${encodeURIComponent(fileId)}/${encodeURIComponent(name)}`,
  loginThen: (next: string) => withNext(paths.login, next),
};

/** The group whose page has this path. */
export const groupIdOf = (pathname: string): string | undefined => {
  const [, id] = /^\/group\/([^/]+)$/.exec(pathname) ?? [];
  return id && decodeURIComponent(id);
};

/**
 * An address that leads on to `next`, where there is one. A query may hold backslashes as they are, which `ownPath`
 * takes for something else.
 */
export const withNext = (path: string, next: string | undefined): string =>
  next ? `${path}?next=${encodeURIComponent(next.replaceAll("\\", "%5C"))}` : path;

/** A stored picture in the size that is enough for so many pixels; what is no picture of ours stays as it is. */
export const pictureAt = (url: string, pixels: number): string =>
  pixels > constants.picture.small / 2
    ? url
    : url.replace(/^(\/media\/[0-9a-f]{64})-\d+\.webp$/, `$1-${constants.picture.small}.webp`);

export type MessageAction = "edit" | "delete" | "pin" | "unpin" | "reactions" | "unveil";

export const timerActions = ["join", "leave", "end"] as const;
export type TimerAction = (typeof timerActions)[number];

export const groupTabs = ["chat", "members", "video", "voice", "settings"] as const;
export type GroupTab = (typeof groupTabs)[number];

export const invitationAnswers = ["accept", "decline", "never"] as const;
export type InvitationAnswer = (typeof invitationAnswers)[number];

export const operatorTabs = ["people", "groups", "reports", "numbers", "mail", "announcement", "audit"] as const;
export type OperatorTab = (typeof operatorTabs)[number];

export const accountTabs = ["sign-in", "sessions", "privacy", "data"] as const;
export type AccountTab = (typeof accountTabs)[number];

export const togetherTabs = ["pace", "notes", "questions", "copy"] as const;
export type TogetherTab = (typeof togetherTabs)[number];

/**
 * The address to go on to after signing in.
 *
 * @param next what the address bar asked for, from anyone
 * @returns `next` when it is a path of ours, else undefined. Anything a browser could read as another
 * origin (`//host`, `/\host`, a control character that it strips) is not a path of ours.
 */
export function ownPath(next: string | undefined | null): string | undefined {
  if (!next || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(next)) return undefined;
  return next;
}

/** A book's page at Google Books, for a new tab. */
export const previewPage = (googleBooksId: string): string =>
  `https://books.google.com/books?id=${encodeURIComponent(googleBooksId)}`;

/** The same to be embedded, opened at a page. Its host stands in the content security policy. */
export const previewFrame = (googleBooksId: string, page: number): string =>
  `${previewPage(googleBooksId)}&pg=PA${page}&output=embed`;

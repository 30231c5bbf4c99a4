/** Every address a page links to. Islands and pages build links here, never by hand. */
import * as constants from "./constants.ts";
import type { ReportKind } from "./reports.ts";

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
  /** The page that asks whether to delete a group. */
  confirmDeleteGroup: (groupId: string) => `${paths.dashboard}?delete=${encodeURIComponent(groupId)}`,
  messages: (groupId: string) => `/group/${encodeURIComponent(groupId)}/messages`,
  /** What the form of a message posts to. */
  message: (groupId: string, messageId: string, action: MessageAction) =>
    `${paths.messages(groupId)}/${encodeURIComponent(messageId)}/${action}`,
  read: (groupId: string) => `/group/${encodeURIComponent(groupId)}/read`,
  notify: (groupId: string) => `/group/${encodeURIComponent(groupId)}/notify`,
  /** The page of a group with the session in which it reads in silence, and what its forms post to. */
  timer: (groupId: string) => `${paths.group(groupId)}?timer`,
  /** The same with the chat open, which is folded for those who read along. */
  timerWithChat: (groupId: string) => `${paths.group(groupId)}?timer=chat`,
  timerForm: (groupId: string, action?: TimerAction) =>
    `/group/${encodeURIComponent(groupId)}/timer${action ? `/${action}` : ""}`,
  /** The chat around a message. */
  messageAt: (groupId: string, seq: number) => `${paths.group(groupId)}?message=${seq}`,
  /** The same as a form that replies to it. */
  replyTo: (groupId: string, seq: number) => `${paths.messageAt(groupId, seq)}&reply`,
  /** The chat with a form that writes about a page of a book. */
  aboutPage: (groupId: string, { bookId, page }: { bookId: string; page: number }) =>
    `${paths.group(groupId)}?${new URLSearchParams({ about: bookId, page: String(page) })}`,
  /** The messages of a group that a search finds, before one of them. */
  searchMessages: (groupId: string, query: string, before: number) =>
    `${paths.group(groupId)}?${new URLSearchParams({ search: query, before: String(before) })}`,
  members: (groupId: string) => `/group/${encodeURIComponent(groupId)}/members`,
  removeMember: (groupId: string, userId: string) => `${paths.members(groupId)}/${encodeURIComponent(userId)}/remove`,
  /** The page that asks whether to remove a member. */
  confirmRemoveMember: (groupId: string, userId: string) =>
    `${paths.group(groupId, "members")}&remove=${encodeURIComponent(userId)}`,
  /** The page of a group with one of its books open, where the reader is in it. */
  book: (groupId: string, bookId: string) => `${paths.group(groupId)}?book=${encodeURIComponent(bookId)}`,
  books: (groupId: string) => `/group/${encodeURIComponent(groupId)}/books`,
  /** The page where a group reads a book together. */
  together: (groupId: string, bookId: string, tab?: TogetherTab) =>
    `${paths.books(groupId)}/${encodeURIComponent(bookId)}${tab ? `?tab=${tab}` : ""}`,
  /** What a form of it posts to. */
  togetherForm: (groupId: string, bookId: string, form: string) => `${paths.together(groupId, bookId)}/${form}`,
  progress: (groupId: string, bookId: string) => `${paths.books(groupId)}/${encodeURIComponent(bookId)}/progress`,
  notes: (groupId: string, bookId: string) => `${paths.books(groupId)}/${encodeURIComponent(bookId)}/notes`,
  /** What the forms of a book's shared notes and questions post to. */
  noteSharing: (groupId: string, bookId: string) => `${paths.notes(groupId, bookId)}/sharing`,
  noteAnswers: (groupId: string, bookId: string, noteId: string) =>
    `${paths.notes(groupId, bookId)}/${encodeURIComponent(noteId)}/answers`,
  removeNoteAnswer: (groupId: string, bookId: string, { noteId, id }: { noteId: string; id: string }) =>
    `${paths.noteAnswers(groupId, bookId, noteId)}/${encodeURIComponent(id)}/remove`,
  /** The page of a book at one of its shared notes. */
  noteAt: (groupId: string, bookId: string, noteId: string) =>
    `${paths.together(groupId, bookId, "notes")}#note-${encodeURIComponent(noteId)}`,
  /** The shared notes of one page, in the reader's copy. */
  notesOfPage: (groupId: string, bookId: string, page: number) =>
    `${paths.together(groupId, bookId, "notes")}&page=${page}`,
  questions: (groupId: string, bookId: string) => `${paths.books(groupId)}/${encodeURIComponent(bookId)}/questions`,
  answer: (groupId: string, bookId: string, questionId: string) =>
    `${paths.questions(groupId, bookId)}/${encodeURIComponent(questionId)}/answer`,
  removeQuestion: (groupId: string, bookId: string, questionId: string) =>
    `${paths.questions(groupId, bookId)}/${encodeURIComponent(questionId)}/remove`,
  /** The page of a book at one of its questions, with what others have answered. */
  questionAt: (groupId: string, bookId: string, questionId: string) =>
    `${paths.together(groupId, bookId, "questions")}&question=${encodeURIComponent(questionId)}`,
  /** All notes of the viewer. */
  ownNotes: "/notes",
  exportNotes: "/notes/export",
  /** The viewer's friends. */
  friends: "/profile?tab=friends",
  /** What the viewer has read: a year of it, and their own list of books. */
  reading: "/reading",
  readingYear: (year: number) => `/reading?year=${year}`,
  library: "/reading/books",
  libraryAfter: (id: string) => `/reading/books?after=${encodeURIComponent(id)}`,
  removeFromLibrary: (id: string) => `/reading/books/${encodeURIComponent(id)}/remove`,
  readingImport: "/reading/import",
  readingExport: "/reading/export",
  /** What the viewer was notified of, and the settings of it. */
  notices: "/notices",
  noticesBefore: (noticeId: string) => `/notices?before=${encodeURIComponent(noticeId)}`,
  readNotices: "/notices/read",
  mailSettings: "/notices/mail",
  /** The settings of notices by mail, for those who have the link of such a mail. */
  unsubscribe: "/unsubscribe",
  unsubscribeSettings: "/unsubscribe/settings",
  unsubscribeBy: (token: string) => `${paths.unsubscribe}?token=${token}`,
  /** The requests that wait for the viewer's answer. */
  pendingRequests: "/dashboard?tab=friends",
  friendRequests: "/friends/requests",
  answerFriendRequest: (requestId: string, answer: "accept" | "decline") =>
    `/friends/requests/${encodeURIComponent(requestId)}/${answer}`,
  unfriend: (userId: string) => `/friends/${encodeURIComponent(userId)}/remove`,
  /** The page that asks whether to end a friendship. */
  confirmUnfriend: (userId: string) => `${paths.friends}&remove=${encodeURIComponent(userId)}`,
  /** The messages of a group before one of them. */
  messagesBefore: (groupId: string, seq: number) => `${paths.group(groupId, "chat")}&before=${seq}`,
  /** A stored picture, in one of its sizes. */
  picture: (hash: string, size: number) => `/media/${hash}-${size}.webp`,
  /** A file of a message, and the small picture of one that is a picture. */
  file: (fileId: string, name: string) => `/files/${encodeURIComponent(fileId)}/${encodeURIComponent(name)}`,
  filePreview: (fileId: string, name: string) => `${paths.file(fileId, name)}?preview`,
  /** A book's cover, by the key it is known under. */
  cover: (key: string) => `/covers/${key}`,
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

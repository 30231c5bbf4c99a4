/** Addresses that no script needs: of pages that are reached by links, and of what forms post to. */
import { type AccountTab, type InvitationAnswer, type OperatorTab, paths } from "./paths.ts";

export const formPaths = {
  /** The page that asks what is wrong with something, and what its form posts to. */
  reports: "/report",
  /** What a form of *About this group* posts to. */
  aboutForm: (groupId: string, form: "edit" | "notify") => `${paths.aboutGroup(groupId)}/${form}`,
  /** A part of the members on *About this group*. */
  aboutMembers: (groupId: string, page: number) => `${paths.aboutGroup(groupId)}?page=${page}#members`,
  /** The same with what the creator can do about one of them. */
  aboutMember: (groupId: string, userId: string) =>
    `${paths.aboutGroup(groupId)}?member=${encodeURIComponent(userId)}#members`,
  /** What the form posts to that changes a member's role. */
  memberRole: (groupId: string, userId: string) =>
    `${paths.aboutGroup(groupId)}/members/${encodeURIComponent(userId)}/role`,
  /** An invite link. */
  join: (token: string) => `/join/${encodeURIComponent(token)}`,
  /** A mailed invitation. */
  invitation: (token: string) => `/invitations/${encodeURIComponent(token)}`,
  answerByMail: (token: string, answer: InvitationAnswer) => `${formPaths.invitation(token)}/${answer}`,
  /** What the forms of an invitation on the dashboard post to. */
  answerInvitation: (id: string, answer: InvitationAnswer) =>
    `/dashboard/invitations/${encodeURIComponent(id)}/${answer}`,
  invitedBefore: (groupId: string, id: string) =>
    `${paths.aboutGroup(groupId)}?invitedBefore=${encodeURIComponent(id)}#mail-invites`,
  mailInvites: (groupId: string) => `${paths.aboutGroup(groupId)}/mail-invites`,
  withdrawInvitation: (groupId: string, id: string) =>
    `${formPaths.mailInvites(groupId)}/${encodeURIComponent(id)}/withdraw`,
  invites: (groupId: string) => `${paths.aboutGroup(groupId)}/invites`,
  revokeInvite: (groupId: string, inviteId: string) =>
    `${formPaths.invites(groupId)}/${encodeURIComponent(inviteId)}/revoke`,
  /** What the form beside an announcement posts to. */
  closeAnnouncement: "/announcement/close",
  /** What operators see and do. */
  operator: "/operator",
  operatorTab: (tab: OperatorTab) => `/operator/${tab}`,
  operate: (tab: OperatorTab, id: string, act: string) => `/operator/${tab}/${encodeURIComponent(id)}/${act}`,
  /** The viewer's own account: how they sign in and where, what others see, and what becomes of it. */
  account: "/account",
  exportAccount: "/account/export",
  deleteAccount: "/account/deletion",
  keepAccount: "/account/deletion/cancel",
  confirmEmail: "/confirm-email",
  endSession: (sessionId: string) => `/account/sessions/${encodeURIComponent(sessionId)}/end`,
  endOtherSessions: "/account/sessions/end",
  changePassword: "/account/password",
  changeEmail: "/account/email",
  privacy: "/account/privacy",
  renamePasskey: (id: string) => `/account/passkeys/${encodeURIComponent(id)}/rename`,
  removePasskey: (id: string) => `/account/passkeys/${encodeURIComponent(id)}/remove`,
  /** The page that says why signing in elsewhere failed. */
  loginElsewhere: "/login/elsewhere",
  elsewhereFailed: (problem: string) => `/login/elsewhere?problem=${encodeURIComponent(problem)}`,
  /** What the forms about accounts elsewhere post to. */
  linkIdentity: "/account/elsewhere",
  unlinkIdentity: "/account/elsewhere/remove",
  /** The page that asks for a code after the password. */
  loginCode: "/login/code",
  /** What the forms about such codes post to. */
  setUpTwoStep: "/account/two-step",
  twoStepForm: (form: "confirm" | "codes" | "off") => `/account/two-step/${form}`,
  accountTab: (tab: AccountTab) => tab === "sign-in" ? formPaths.account : `${formPaths.account}?tab=${tab}`,
  /** What the forms that block somebody, or no longer, post to, and whom the viewer has blocked. */
  block: (userId: string) => `${paths.user(userId)}/block`,
  unblock: (userId: string) => `${paths.user(userId)}/unblock`,
  blocked: "/account?tab=privacy#blocked",
  blockedAfter: (userId: string) => `/account?tab=privacy&blockedAfter=${encodeURIComponent(userId)}#blocked`,
  /** Every call of the API. */
  developers: "/developers",
  developersOf: (noun: string) => `/developers?of=${encodeURIComponent(noun)}`,
  notify: (groupId: string) => `/group/${encodeURIComponent(groupId)}/notify`,
  /** The page that asks whether to delete a group. */
  confirmDeleteGroup: (groupId: string) => `${paths.dashboard}?delete=${encodeURIComponent(groupId)}`,
  /** The chat around a message with a form that replies to it. */
  replyTo: (groupId: string, seq: number) => `${paths.messageAt(groupId, seq)}&reply`,
  /** The messages of a group that a search finds, before one of them. */
  searchMessages: (groupId: string, query: string, before: number) =>
    `${paths.group(groupId)}?${new URLSearchParams({ search: query, before: String(before) })}`,
  /** The page of a group with one of its books open, where the reader is in it. */
  book: (groupId: string, bookId: string) => `${paths.group(groupId)}?book=${encodeURIComponent(bookId)}`,
  /** What a form of the page where a group reads a book together posts to. */
  togetherForm: (groupId: string, bookId: string, form: string) => `${paths.together(groupId, bookId)}/${form}`,
  /** What the forms of a book's shared notes and questions post to. */
  noteSharing: (groupId: string, bookId: string) => `${paths.notes(groupId, bookId)}/sharing`,
  removeNoteAnswer: (groupId: string, bookId: string, { noteId, id }: { noteId: string; id: string }) =>
    `${paths.noteAnswers(groupId, bookId, noteId)}/${encodeURIComponent(id)}/remove`,
  /** The page of a book at one of its shared notes. */
  noteAt: (groupId: string, bookId: string, noteId: string) =>
    `${paths.together(groupId, bookId, "notes")}#note-${encodeURIComponent(noteId)}`,
  /** The shared notes of one page, in the reader's copy. */
  notesOfPage: (groupId: string, bookId: string, page: number) =>
    `${paths.together(groupId, bookId, "notes")}&page=${page}`,
  removeQuestion: (groupId: string, bookId: string, questionId: string) =>
    `${paths.questions(groupId, bookId)}/${encodeURIComponent(questionId)}/remove`,
  /** The page of a book at one of its questions, with what others have answered. */
  questionAt: (groupId: string, bookId: string, questionId: string) =>
    `${paths.together(groupId, bookId, "questions")}&question=${encodeURIComponent(questionId)}`,
  exportNotes: "/notes/export",
  readingYear: (year: number) => `/reading?year=${year}`,
  libraryAfter: (id: string) => `/reading/books?after=${encodeURIComponent(id)}`,
  removeFromLibrary: (id: string) => `/reading/books/${encodeURIComponent(id)}/remove`,
  readingExport: "/reading/export",
  noticesBefore: (noticeId: string) => `/notices?before=${encodeURIComponent(noticeId)}`,
  readNotices: "/notices/read",
  mailSettings: "/notices/mail",
  unsubscribeSettings: "/unsubscribe/settings",
  unsubscribeBy: (token: string) => `${paths.unsubscribe}?token=${token}`,
  /** The messages of a group before one of them. */
  messagesBefore: (groupId: string, seq: number) => `${paths.group(groupId, "chat")}&before=${seq}`,
  /** A stored picture, in one of its sizes. */
  picture: (hash: string, size: number) => `/media/${hash}-${size}.webp`,
  /** The small picture of a file that is a picture. */
  filePreview: (fileId: string, name: string) => `${paths.file(fileId, name)}?preview`,
  /** A book's cover, by the key it is known under. */
  cover: (key: string) => `/covers/${key}`,
  answer: (groupId: string, bookId: string, questionId: string) =>
    `${paths.questions(groupId, bookId)}/${encodeURIComponent(questionId)}/answer`,
  /** A group's pinned messages, before one that was pinned then. */
  pinnedMessages: (groupId: string, before: string) =>
    `${paths.group(groupId)}?${new URLSearchParams({ pins: "", before })}`,
};

import { fileSize } from "./file_size.ts";
import * as chatLimits from "./limits.ts";
import { placeWithin } from "../reading/places.ts";
import type { Copy } from "../reading/shapes.ts";
import { counted } from "../site/plural.ts";

type Unit = Copy["unit"];

function aboutWords(length: number): string {
  const words = Math.max(1, Math.round(length / 6));
  return `About ${counted(words, "word")}`;
}

export const filesTexts = {
  usage: (used: number, quota: number) => `${fileSize(used)} of ${fileSize(quota)} for this group’s files are used.`,
  attach: "Attach files",
  failed: "The file could not be sent.",
  stillUploading: "A file is still being uploaded. Wait for it, or stop it.",
  download: "Download",
};

export const chatTexts = {
  hiddenByBlock: "Message from someone you blocked",
  empty: "Message cannot be empty",
  notConnected: "Not connected to chat server",
  joinFailed: "Failed to join chat",
  retrying: "Connection error. Retrying...",
  reconnecting: "Connection error. Attempting to reconnect...",
  initFailed: "Failed to initialize chat connection",
  sendFailed: "Failed to send message",
  placeholder: "Type a message...",
  earlier: "Earlier messages",
  latest: "Latest messages",
  noMessages: "No messages yet. Say hello!",
  connecting: "Connecting to the chat...",
  reconnect: "Reconnect",
  disconnected: "Disconnected. Messages can be sent again once the chat is back.",
  evicted: "You are no longer a member of this group.",
  deleted: "Message deleted",
  edited: "edited",
  newSince: "New since you were here",
  takeBack: (emoji: string) => `Take back ${emoji}`,
  pinned: "Pinned",
  replyingTo: (name: string) => `Replying to ${name}`,
  editing: "Editing your message",
  editedDeleted: "This message was deleted.",
  editedElsewhere: "Changed elsewhere. Save again to overwrite.",
  editFailed: "Failed to edit message",
  deleteFailed: "Failed to delete message",
  reactFailed: "Failed to add the reaction",
  pinFailed: "Failed to pin message",
  loadFailed: "Failed to load messages",
  isTyping: (name: string) => `${name} is typing…`,
  areTyping: (one: string, other: string) => `${one} and ${other} are typing…`,
  manyTyping: "Several people are typing…",
  markRead: "Mark as read",
};

export const anchorsTexts = {
  page: (page: number, unit: Unit = "pages") => unit === "pages" ? `p. ${page}` : placeWithin(page, unit),
  about: "About",
  remove: "Not about a page",
  choose: "Write about a page",
  writeAboutPage: "Write about this page",
  removedBook: "Removed book, ",
  /** How long the text is, in characters; a word with its space has six. A removed book has no way there. */
  veiled: (length = 0, book?: unknown) =>
    (length === 0 ? "A file" : aboutWords(length)) + (book ? ", shown when you get there." : "."),
  veiledQuote: "About a page ahead of yours",
  lastMessage: "A message about a page of a book",
  showAnyway: "Show anyway",
  keepHidden: "Keep hidden",
  confirmShow: "You have not read this far yet. What it says may give away what happens.",
  show: "Show it now",
  showFailed: "Failed to show the message",
};

export const filesServerTexts = {
  noRoom: (free: number) => `There is no room for this file: ${fileSize(free)} of this group’s storage are free.`,
  notMultipart: "The file must be sent as multipart/form-data.",
  tooFast: "You’ve sent many files in a short time. Please try again in a few minutes.",
  notFound: "File not found",
  unsupported: "This kind of file cannot be sent. Please use a picture (PNG, JPEG, WebP or GIF), a PDF, a document " +
    "(.docx, .odt, .pptx, .epub), or plain text (.txt, .md, .csv).",
  otherKind: "The file's type doesn't match its contents.",
  none: "No file was sent.",
};

export const chatServerTexts = {
  allMembers: "All members",
  tooMany: "You are sending messages too quickly. Please wait a moment.",
  oneEmoji: "Please choose one emoji.",
  saved: "Message updated",
  reacted: "Reactions updated",
  notifySaved: "Notification settings saved.",
  notFound: "Message not found",
  get tooManyReactions() {
    return `This message has the maximum of ${chatLimits.message.reactions} different reactions`;
  },
  onlyAuthorEdits: "Only the author can edit a message.",
  pollStays: "The question of a poll can’t be edited.",
  onlyAuthorDeletes: "Only the author or an organizer can delete a message.",
  onlyOrganizersPin: "Only an organizer can pin a message.",
  tooManyPins: "This group has no room for another pinned message. Unpin one first.",
  pinnedNow: "Message pinned",
  unveiledNow: "Message shown",
  unpinnedNow: "Message unpinned",
  deletedNow: "Message deleted.",
  markedRead: "Marked as read",
};

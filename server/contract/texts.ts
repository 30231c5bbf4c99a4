/** The texts that people are shown by more than one place. */
import * as constants from "./constants.ts";
import { fileSize } from "./chat/file_size.ts";
import { placeName, placeWithin, unitNames } from "./reading/places.ts";
import type { Edition } from "./reading/positions.ts";

type Unit = Edition["unit"];
type Copy = Pick<Edition, "pageCount" | "unit">;

function aboutWords(length: number): string {
  const words = Math.max(1, Math.round(length / 6));
  return `About ${words} ${words === 1 ? "word" : "words"}`;
}

export const texts = {
  transport: {
    serverError: "Server error occurred. Please try again later.",
    network: "No connection to the server. Please check your network and try again.",
    chunkTimeout: "This part of the page could not be loaded.",
    stopped: "This part of the page has stopped working.",
    reload: "Reload",
  },

  validation: {
    fillAll: "Please fill in all fields.",
    tooLong: (max: number) => `Please use at most ${max.toLocaleString("en")} characters.`,
  },

  login: {
    success: "Login successful!",
    redirecting: "Redirecting to dashboard...",
    submitting: "Signing in...",
    invalidResponse: "Invalid login response",
    comingSoon: "coming soon",
    noUserData: "No user data received",
    loading: "Loading...",
  },

  logout: { success: "You have been logged out." },

  register: {
    success: "Registration successful! Please check your email to verify your account.",
    hint: "No email yet? Check your spam folder, or ask for a new link on the verification page.",
    submitting: "Creating Account...",
    passwordsDiffer: "Passwords do not match.",
    passwordTooShort: `Password must be at least ${constants.password.min} characters long.`,
    invalidEmail: "Please enter a valid email address.",
    checkFailed: "Error checking email availability",
  },

  verify: {
    noToken: "No verification token provided.",
    resent: "Verification email resent! Please check your inbox.",
    resendFailed: "Failed to resend verification email. Please try again.",
  },

  session: {
    welcome: (username: string) => `Welcome, ${username}!`,
  },

  groups: {
    loadFailed: "Failed to load groups",
    created: "Group created successfully",
    createFailed: "Failed to create group",
    deleted: "Group deleted successfully",
    deleteFailed: "Failed to delete group",
    confirmDelete: "Are you sure you want to delete this group? This action cannot be undone.",
    nameRequired: "Group name is required",
    tooMany:
      `You have made ${constants.groups.perCreator} groups, which is the most. Delete one to make room for another.`,
    empty: "No groups found. Create a new group to get started!",
    noDescription: "No description available",
    loadDetailsFailed: "Failed to load group details",
    notFound: "Group not found",
    memberCount: (count: number) => count === 1 ? "1 member" : `${count} members`,
    unread: (count: string, mentions?: string) =>
      `${count} unread${mentions ? `, ${mentions} ${mentions === "1" ? "mention" : "mentions"}` : ""}`,
    backToAll: "Back to my groups",
    onlyCreatorDeletes: "Only the creator of a group can delete it.",
    /** What happened to one of the reader's groups elsewhere. */
    gone: (name: string) => `You are no longer in “${name}”.`,
    deletedByCreator: (name: string) => `“${name}” was deleted.`,
  },

  presence: {
    title: "Here now",
    count: (count: number) => `${count} here`,
    here: (names: string[], more: number) =>
      `${texts.presence.count(names.length + more)}: ${
        names.concat(more > 0 ? texts.presence.more(more) : []).join(", ")
      }`,
    more: (count: number): string => `and ${count} more`,
  },

  members: {
    added: "Member added successfully",
    addFailed: "Failed to add member",
    removed: "Member removed successfully",
    removeFailed: "Failed to remove member",
    confirmRemove: "Are you sure you want to remove this member from the group?",
    confirmLeave: "Are you sure you want to leave this group?",
    left: "You have left the group.",
    noMatch: "No users found matching your search.",
  },

  users: {
    searchFailed: "Failed to search users",
  },

  profile: {
    loadFailed: "Failed to load profile data",
    updated: "Profile updated successfully",
    updateFailed: "Failed to update profile",
  },

  pictures: {
    choose: "Choose a picture",
    chooseOther: "Choose another picture",
    tooLarge: `This image is too large. Please use one of at most ${constants.picture.bytes / 1024 ** 2} MB.`,
  },

  files: {
    tooLarge: `This file is too large. Please use one of at most ${constants.file.bytes / 1024 ** 2} MB.`,
    empty: "This file is empty.",
    removed: "The file was removed.",
    usage: (used: number, quota: number) => `${fileSize(used)} of ${fileSize(quota)} for this group's files are used.`,
    tooMany: (most: number) => most === 1 ? "Please send one file at a time." : `A message has at most ${most} files.`,
    attach: "Attach files",
    attached: "Attached files",
    remove: (name: string) => `Remove ${name}`,
    stop: (name: string) => `Stop sending ${name}`,
    uploading: (name: string) => `Uploading ${name}`,
    failed: "The file could not be sent.",
    stillUploading: "A file is still being uploaded. Wait for it, or stop it.",
    download: "Download",
  },

  friends: {
    sent: "Friend request sent successfully!",
    sendFailed: "Failed to send friend request",
    alreadySent: "Friend request already sent",
    accepted: "Friend request accepted successfully!",
    acceptFailed: "Failed to accept the friend request.",
    declined: "Friend request declined!",
    declineFailed: "Failed to decline the friend request.",
    removed: "Friend removed successfully",
    removeFailed: "Failed to remove friend",
    none: "No friends yet",
    noneHint: "Start connecting with other users!",
    confirmRemove: "Are you sure you want to remove this friend?",
    noRequests: "No pending friend requests",
    requestSent: "Request Sent",
    profileRequestSent: "Friend Request Sent",
  },

  books: {
    searchPlaceholder: "Search for books...",
    searchFailed: "Failed to search books",
    loadFailed: "Failed to load books",
    addFailed: "Failed to add book to group",
    invalidResponse: "Received invalid response from server",
    addedToGroup: "Book added to group successfully",
    added: "Book added successfully",
    addedBy: (username: string | undefined) => `Added by ${username ?? "Unknown"}`,
    empty: "No books yet. Add the first one to read together!",
    noMatch: "No books found.",
    found: (count: number) => count === 1 ? "1 book found." : `${count} books found.`,
    addManually: "Add manually",
    about: "About this book",
    notAvailable: "This book is not available here. Please use a physical copy.",
    preview: (title: string) => `Preview of ${title}`,
    previewNote: "The preview comes from Google Books. Loading it shares your IP address with Google.",
    guide: [
      "Read in your own copy or in the preview, at your own pace.",
      "Update your page whenever you stop, so that you find your place again.",
      "Write down what you think of a page; your notes are yours alone, unless you share one.",
    ],
  },

  together: {
    title: "Read together",
    back: "Back to the book",
    tabs: { pace: "Pace", notes: "Notes", questions: "Questions", copy: "My copy" },
  },

  progress: {
    updated: "Reading progress updated",
    updateFailed: "Failed to update reading progress",
    invalidPage: "Please enter a valid page number",
    beyondEnd: (pageCount: number) => `Page number cannot exceed the book's total pages (${pageCount})`,
    /** In pages, or as the reader's copy counts. */
    pageOf: (page: number, { pageCount, unit }: Copy) =>
      placeName(page, unit) + (unit === "percent" ? "" : ` of ${pageCount}`),
    current: (unit: Unit) => `Current ${unitNames[unit].toLowerCase()}`,
    unit: (unit: Unit) => unitNames[unit],
    complete: (percent: number) => `${percent}% complete`,
    waits: "No connection. The page is stored in this browser, and saved when there is one.",
  },

  notes: {
    saved: "Note saved successfully",
    saveFailed: "Failed to save note",
    loadFailed: "Failed to load note",
    conflict:
      "This note was changed in another window meanwhile. Both versions are safe. Which one do you want to keep?",
    removed: "The note was removed.",
    share: "Share with the group",
    stopSharing: "Stop sharing",
    sharedHint: "Shared with the group. Saved empty it is removed, with the answers to it.",
    shareFailed: "Failed to share the note",
    shareLater: "Who sees the note is as before: choose it again once the note is saved.",
    label: (page: number, unit: Unit) => `Notes for ${placeWithin(page, unit)}`,
    loading: "Loading...",
    draftStored: "Not saved yet. It is stored in this browser.",
    draftNotStored: "Not saved. Save before you leave.",
    waits: "No connection. The note is stored in this browser, and saved when there is one.",
  },

  chat: {
    folded: "Message from someone you blocked",
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
    tooMany: "You are sending messages too quickly. Please wait a moment.",
    evicted: "You are no longer a member of this group.",
    deleted: "Message deleted",
    edited: "edited",
    oneEmoji: "Please choose one emoji.",
    newSince: "New since you were here",
    /** What can be done with a message. */
    react: "Add reaction",
    otherEmoji: "Other emoji",
    reply: "Reply",
    takeBack: (emoji: string) => `Take back ${emoji}`,
    edit: "Edit",
    delete: "Delete",
    confirmDelete: "Delete this message?",
    confirmDeleteText: "Everyone will see that it was deleted. This cannot be undone.",
    pin: "Pin",
    unpin: "Unpin",
    pinned: "Pinned",
    copyLink: "Copy link",
    report: "Report",
    linkCopied: "Link copied",
    copyFailed: "The link could not be copied. It is the message's time.",
    more: "More actions",
    replyingTo: (name: string) => `Replying to ${name}`,
    editing: "Editing your message",
    editedDeleted: "This message was deleted.",
    editedElsewhere: "Changed elsewhere. Save again to overwrite.",
    saved: "Message updated",
    editFailed: "Failed to edit message",
    deleteFailed: "Failed to delete message",
    reactFailed: "Failed to add the reaction",
    pinFailed: "Failed to pin message",
    loadFailed: "Failed to load messages",
    isTyping: (name: string) => `${name} is typing…`,
    areTyping: (one: string, other: string) => `${one} and ${other} are typing…`,
    manyTyping: "Several people are typing…",
    search: "Search messages",
    pins: "Pinned messages",
    noneFound: "No messages found.",
    noPins: "No messages are pinned.",
    searchMore: "Show more",
    back: "Back to the chat",
    markRead: "Mark as read",
    searchFailed: "Failed to search messages",
  },

  /** Messages that are tied to a page of a book. */
  anchors: {
    page: (page: number, unit: Unit = "pages") => unit === "pages" ? `p. ${page}` : placeWithin(page, unit),
    pageIn: ({ pageCount, unit }: Copy) => unit === "percent" ? "Percent" : `${unitNames[unit]}, of ${pageCount}`,
    about: "About",
    remove: "Not about a page",
    choose: "Write about a page",
    writeAboutPage: "Write about this page",
    hint: "Who has not read so far sees that you wrote about this page, and not what, until they get there.",
    book: "Book",
    tie: "Use this page",
    /** How long the text is, in characters; a word with its space has six. */
    veiled: (length = 0) => `${length === 0 ? "A file" : aboutWords(length)}, shown when you get there.`,
    veiledQuote: "About a page ahead of yours",
    lastMessage: "A message about a page of a book",
    showAnyway: "Show anyway",
    confirmShow: "You have not read this far yet. What it says may give away what happens.",
    show: "Show it now",
    showFailed: "Failed to show the message",
  },

  notices: {
    title: "Notifications",
    unread: (count: string) => `Notifications, ${count} unread`,
    empty: "Nothing here yet",
    markAllRead: "Mark all as read",
    readFailed: "Failed to mark as read",
    seeAll: "All notifications",
  },

  push: {
    notifyMe: "Notify me",
    hint: "Get a notification on this device, also while this site is closed.",
    stop: "Stop notifying me",
    on: "This device shows notifications.",
    blocked: "Notifications are blocked. Allow them for this site in your browser's settings.",
    unsupported: "This browser cannot show notifications. On an iPhone or iPad, add this site to the Home Screen.",
    failed: "Failed to turn on notifications",
    stopFailed: "Failed to turn off notifications",
    subscribed: "Notifications are on",
    unsubscribed: "Notifications are off",
  },

  mailSettings: {
    saveFailed: "Failed to save the settings",
  },
};

const inCopy = ({ pageCount, unit }: Copy) =>
  unit === "percent" ? "In percent." : `In the ${pageCount} ${unit} of your copy.`;

/** Of a reader's own copy. They stand apart since only the page of a book has them. */
export const copyTexts = {
  tooMany: "The readers of this book have too many different copies already.",
  title: "Your copy",
  intro: "Say how your copy counts, and every page you see here is one of yours, at the same place in the text.",
  own: (pageCount: number) => `You read the group's edition of ${pageCount} pages.`,
  has: {
    pages: (pageCount: number) => `Your copy has ${pageCount} pages.`,
    minutes: (pageCount: number) => `You listen to ${pageCount} minutes.`,
    percent: () => "You read by percent.",
  },
  unit: "My copy has",
  units: { pages: "Pages", minutes: "Minutes (an audiobook)", percent: "Percent (an e-book)" },
  pageCount: "How many",
  pageCountHint: "Not needed for percent.",
  save: "Save my copy",
  saved: "Your copy was saved. Your place in the text is the same.",
  useGroups: "Use the group's pages",
  invalidUnit: "Please choose pages, minutes or percent",

  chapters: "Contents",
  noChapters: "No table of contents yet. Any member can type it, once for everyone.",
  find: "Fill from Open Library",
  found: (count: number) => count === 1 ? "1 chapter was found." : `${count} chapters were found.`,
  noneFound: "Open Library has no contents with page numbers for this book. You can type them below.",
  findFailed: "Open Library does not answer at the moment. Please try again later.",
  alreadyThere: "The group has a table of contents already.",
  change: "Change the contents",
  contents: "One chapter a line, with its page",
  contentsHint: (copy: Copy) => `${inCopy(copy)} For example: The Whale … 12. Everyone in the group sees this.`,
  saveChapters: "Save contents",
  cancel: "Cancel",
  chaptersSaved: "Contents saved",
  tooManyChapters: (max: number) => `A table of contents has at most ${max} chapters.`,
  sameTitle: "Two chapters have the same title.",
  notRising: "A chapter begins before the one above it.",
  wrongLine: (line: string) => `A title and a page, please: “${line}”`,
  beyondEnd: (title: string, pageCount: number) => `“${title}” begins beyond page ${pageCount}, the last one.`,

  chapterPagesHint:
    "Where does each begin in your copy? A few of them are enough: pages between are compared by them. Until then, pages are estimated.",
  saveChapterPages: "Save pages",
  chapterPagesSaved: "The chapters of your copy were saved",
  noCopy: "Set your own copy first.",
  unknownChapter: (title: string) => `“${title}” is no chapter of this book.`,
};

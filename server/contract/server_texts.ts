/** The texts that no script needs: what the server answers, and what pages alone say. */
import * as constants from "./constants.ts";
import { fileSize } from "./chat/file_size.ts";

export const serverTexts = {
  pitch: "A quiet place to study together: groups, live chat, shared books and your own notes on every page.",

  /** What each page is, for search engines and previews of links. */
  descriptions: {
    about: "A quiet place to study together.",
    contact: "How to reach the people who run this site.",
    events: "Events of this site.",
    login: "Log in to your study groups, their chats and their books.",
    register: "Create an account, and read with others: groups, live chat, shared books and notes of your own.",
    verify: "Verify your email address.",
    notices: "What happened while you were away, and how you want to be notified.",
    readingLog: "What you have read, by day and by book.",
    mailSettings: "Choose which notifications you are mailed.",
    reset: "Choose a new password.",
    dashboard: "Your groups and friend requests.",
    group: "A study group and its books.",
    together: "Read a book at one pace, with notes and questions that wait until everyone is there.",
    ownNotes: "All your notes, in the books of all your groups.",
    profile: "Your profile, friends and the books you are reading.",
    person: "The profile of someone who reads here.",
    search: "Find other learners by name or username.",
    offline: "The page shown without a connection.",
    error: "Something went wrong.",
  },

  offline: {
    title: "No connection",
    text:
      "This site cannot be reached. Either this device is offline or the service is temporarily unavailable; what you had sent is safe.",
    tryAgain: "Try again",
  },

  reset: {
    requested: "If an account belongs to this address, we've emailed a link to choose a new password.",
    success: "Your password has been changed. Please log in.",
    invalidToken: "This password link is invalid, expired or has already been used. Please ask for a new one.",
  },

  transport: {
    unauthorized: "Please log in to continue.",
    socketUnauthorized: "Unauthorized",
    foreignOrigin: "This request did not come from this site.",
    notFound: "Not found",
    malformed: "The request body is not valid JSON.",
    malformedForm: "The form could not be read.",
    notJson: "The request body must be JSON.",
    tooSlow: "The request took too long to arrive. Please try again.",
    unexpectedTitle: "Unexpected Application Error!",
    forbidden: "You are not allowed to do that.",
    tooLarge: "The request is too large.",
    tooMany: "Too many requests. Please wait a moment and try again.",
    unavailable: "The service cannot save anything right now. Please try again in a moment.",
    updatingTitle: "We'll be right back",
    updating: "The site is being updated, which may take some minutes. Please try again then.",
    busy: "The service is busy just now. Please try again in a moment.",
  },

  register: {
    successVerified: "Registration successful! You can log in now.",
    usernameExists: "Username already exists",
    emailExists: "Email already exists",
    emailAvailable: "This email address is available.",
    emailTaken: "This email address is already registered.",
    invalidUsername: "A username has 3 to 30 characters: a-z, 0-9, dot, dash and underscore.",
  },

  groups: {
    /** On its own page. */
    thisDeleted: "This group was deleted.",
  },

  members: {
    already: "This user is already a member of the group.",
    onlyCreatorAdds: "Only the creator of the group can add members.",
    onlyCreatorRemoves: "Only the creator of the group can remove members.",
    creatorCannotLeave: "The creator cannot leave the group. You can delete it instead.",
    groupFull: `A group has at most ${constants.groups.members.toLocaleString("en")} members, and this one is full.`,
    notMember: "This user is not a member of the group.",
  },

  users: {
    noQuery: "No search query provided",
    notFound: "User not found",
    idMissing: "User ID is missing",
    noMatch: "No users found matching your search.",
    loadFailed: "Failed to load user profile",
  },

  profile: {
    reading: "Books in progress",
    groupsInCommon: "Groups in common",
    friendsInCommon: "Friends in common",
  },

  files: {
    noRoom: (free: number) => `There is no room for this file: ${fileSize(free)} of this group's storage are free.`,
    notMultipart: "The file must be sent as multipart/form-data.",
    tooFast: "You've sent many files in a short time. Please try again in a few minutes.",
    notFound: "File not found",
    unsupported:
      "This kind of file cannot be sent. Please use a picture (PNG, JPEG, WebP or GIF), a PDF, or plain text (.txt, .md, .csv).",
    otherKind: "The file's type doesn't match its contents.",
    none: "No file was sent.",
  },

  storage: {
    full: (free: number) =>
      `There is no room for this: ${
        fileSize(free)
      } of what your account may store are free. Delete something to make room.`,
    groupFull: (free: number) =>
      `There is no room for this: ${fileSize(free)} of what the person who made this group may store are free.`,
  },

  friends: {
    requestNotFound: "Friend request not found",
    notFriends: "You are not friends with this user",
    requestsLoadFailed: "Failed to load friend requests.",
    already: "You are already friends",
    self: "You cannot send a friend request to yourself",
  },

  books: {
    notFound: "Book not found",
    groupFull: `A group has at most ${constants.groups.books} books, and this one is full.`,
    already: "This book is already in the group.",
    titleRequired: "Book title is required",
    invalidPageCount: "Please enter a valid number of pages",
  },

  chat: {
    reacted: "Reactions updated",
    notifySaved: "Notifications of this group are saved.",
    notFound: "Message not found",
    tooManyReactions: "There is no room for another kind of reaction here.",
    onlyAuthorEdits: "Only the author can edit a message.",
    onlyAuthorDeletes: "Only the author or an organizer can delete a message.",
    onlyOrganizersPin: "Only an organizer can pin a message.",
    tooManyPins: "This group has no room for another pinned message. Unpin one first.",
    pinnedNow: "Message pinned",
    unveiledNow: "Message shown",
    unpinnedNow: "Message unpinned",
    deletedNow: "Message deleted.",
    markedRead: "Marked as read",
  },

  notices: {
    emptyHint: "When somebody mentions you, replies to you or sends you a friend request, you will find it here.",
    isUnread: "Unread",
    groupsTitle: "Groups",
    groupsHint: "Which messages of a group you are notified of.",
    noGroups: "You are in no group yet.",
    levels: { all: "All messages", mentions: "Mentions and replies", none: "Nothing" },
    levelOf: (groupName: string) => `Notifications of ${groupName}`,
    mention: (name: string, groupName: string) => `${name} mentioned you in ${groupName}`,
    reply: (name: string, groupName: string) => `${name} replied to you in ${groupName}`,
    friendRequest: (name: string) => `${name} sent you a friend request`,
    friendAccepted: (name: string) => `${name} accepted your friend request`,
    addedToGroup: (name: string, groupName: string) => `${name} added you to ${groupName}`,
    invited: (name: string, groupName: string) => `${name} invited you to ${groupName}`,
    bookFinished: (name: string, { title, groupName }: { title: string; groupName: string }) =>
      `${name} finished “${title}” in ${groupName}`,
    plan: (amount: string, { title, groupName }: { title: string; groupName: string }) =>
      `${amount} to go to where ${groupName} plans to be in “${title}”`,
    newMessages: (groupName: string) => `New messages in ${groupName}`,
    /** In a mail, where a name could be taken for a link. */
    unnamed: {
      mention: "Somebody mentioned you",
      reply: "Somebody replied to you",
      friendRequest: "Somebody sent you a friend request",
      friendAccepted: "Somebody accepted your friend request",
      addedToGroup: "Somebody added you to a group",
      invited: "Somebody invited you to a group",
      bookFinished: "Somebody finished a book",
      plan: "The plan for a book is ahead of you",
      report: "There is news of a report",
    },
    markRead: "Mark as read",
    marked: "Marked as read",
    older: "Older notifications",
    loadFailed: "Failed to load notifications",
    save: "Save",
  },

  mailSettings: {
    pageTitle: "Email notifications",
    unsubscribeAll: "Unsubscribe from all",
    invalidLink: "This link is invalid. Please log in to change your settings.",
    title: "Email",
    hint: "Mails name who and where, and lead there. What you have read by then is not mailed.",
    mentions: "Mentions and replies that are unread after 15 minutes",
    digest: "Everything else, once a day at most",
    save: "Save",
    saved: "Saved",
    unsubscribed: "You will get no more of these mails.",
  },

  validation: {
    required: "This field is required.",
    invalid: "This value is not valid.",
    shape: "What was sent does not have the form that is expected here.",
    text: "This must be text.",
    number: "This must be a number.",
    wholeNumber: "This must be a whole number.",
    atLeast: (min: number) => `This must be at least ${min.toLocaleString("en")}.`,
    atMost: (max: number) => `This must be at most ${max.toLocaleString("en")}.`,
    tooMany: (max: number) => `Please give at most ${max.toLocaleString("en")}.`,
    dob: "Please enter a date of birth in the past, as YYYY-MM-DD.",
    gender: "Please choose male, female or other.",
    url: "Please enter a full web address that begins with https:// or http://.",
  },

  verify: {
    confirm: "One more step: confirm that this address is yours.",
    verifying: "Verifying your email...",
    success: "Email verified successfully! You can log in now.",
    alreadyVerified: "Email already verified",
    invalidToken: "Invalid or expired verification token",
  },

  session: {
    other: "You're signed in with a different account now. Reload to continue.",
    tooManySockets: "You have this site open in too many windows. Please close some and try again.",
    loadingUser: "Loading user details",
  },

  pictures: {
    unreadable: "This file is not an image we can read. Please use PNG, JPEG, WebP or GIF.",
    otherKind: "The file's type doesn't match its contents. Please use PNG, JPEG, WebP or GIF.",
    tooMany: "Too many images are being read just now. Please try again in a moment.",
    tooManyPixels: `This image is too large. Please use one of at most ${constants.picture.pixels / 1e6} megapixels.`,
  },

  push: {
    title: "This device",
    noScript: "Notifications on this device need JavaScript.",
    invalidEndpoint: "This is not the address of a push service.",
  },

  login: {
    userNotFound: "User not found",
    invalidPassword: "Invalid password",
    unverified: "Please verify your email before logging in",
  },

  notes: {
    mismatch: "The note does not belong to the book and page it was sent to.",
  },
};

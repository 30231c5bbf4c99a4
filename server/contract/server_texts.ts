/** The texts that no script needs: what the server answers, and what pages alone say. */
import * as constants from "./constants.ts";
import { fileSize } from "./file_size.ts";

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
    socketUnauthorized: "Unauthorized",
    foreignOrigin: "This request did not come from this site.",
    notFound: "Not found",
    malformed: "The request body is not valid JSON.",
    malformedForm: "The form could not be read.",
    notJson: "The request body must be JSON.",
    tooSlow: "The request took too long to arrive. Please try again.",
    unexpectedTitle: "Unexpected Application Error!",
  },

  register: {
    successVerified: "Registration successful! You can log in now.",
    usernameExists: "Username already exists",
    emailExists: "Email already exists",
    emailAvailable: "This email address is available.",
    emailTaken: "This email address is already registered.",
  },

  groups: {
    /** On its own page. */
    thisDeleted: "This group was deleted.",
  },

  members: {
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
  },

  profile: {
    groupsInCommon: "Groups in common",
    friendsInCommon: "Friends in common",
  },

  files: {
    noRoom: (free: number) => `There is no room for this file: ${fileSize(free)} of this group's storage are free.`,
    notMultipart: "The file must be sent as multipart/form-data.",
    tooFast: "You've sent many files in a short time. Please try again in a few minutes.",
    notFound: "File not found",
  },

  friends: {
    requestNotFound: "Friend request not found",
    notFriends: "You are not friends with this user",
  },

  books: {
    notFound: "Book not found",
    groupFull: `A group has at most ${constants.groups.books} books, and this one is full.`,
  },

  chat: {
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
  },

  mailSettings: {
    pageTitle: "Email notifications",
    unsubscribeAll: "Unsubscribe from all",
    invalidLink: "This link is invalid. Please log in to change your settings.",
  },
};

import * as peopleLimits from "./limits.ts";

export const usersTexts = { searchFailed: "Failed to search users" };

export const profileTexts = {
  loadFailed: "Failed to load profile data",
  updated: "Profile updated successfully",
  updateFailed: "Failed to update profile",
  complete: (lacksPicture: boolean, lacksBio: boolean) =>
    `Add ${[lacksPicture && "a picture", lacksBio && "a few words about yourself"].filter(Boolean).join(" and ")}`,
};

export const picturesTexts = {
  choose: "Choose a picture",
  chooseOther: "Choose another picture",
  get tooLarge() {
    return `This image is too large. Please use one of at most ${peopleLimits.picture.bytes / 1024 ** 2} MB.`;
  },
};

export const friendsTexts = {
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
};

export const usersServerTexts = {
  noQuery: "No search query provided",
  notFound: "User not found",
  idMissing: "User ID is missing",
  noMatch: "No users found matching your search.",
  loadFailed: "Failed to load user profile",
};

export const profileServerTexts = {
  reading: "Books in progress",
  noReading: "No books in progress",
  noReadingHint: "A book that you begin in one of your groups appears here.",
  toGroups: "My Groups",
  groupsInCommon: "Groups in common",
  friendsInCommon: "Friends in common",
  nothingInCommon: "You have no groups or friends in common yet",
};

export const friendsServerTexts = {
  requestNotFound: "Friend request not found",
  notFriends: "You are not friends with this user",
  requestsLoadFailed: "Failed to load friend requests.",
  already: "You are already friends",
  self: "You cannot send a friend request to yourself",
};

export const picturesServerTexts = {
  unreadable: "This file is not an image we can read. Please use PNG, JPEG, WebP or GIF.",
  otherKind: "The file's type doesn't match its contents. Please use PNG, JPEG, WebP or GIF.",
  tooMany: "Too many images are being read just now. Please try again in a moment.",
  get tooManyPixels() {
    return `This image is too large. Please use one of at most ${peopleLimits.picture.pixels / 1e6} megapixels.`;
  },
};

export const blockTexts = {
  title: "Blocked people",
  none: "You haven't blocked anyone. You can block a person on their profile.",
  hint:
    "They cannot send you friend requests or invitations, their mentions do not reach you, and their messages are " +
    "folded. They are not notified.",
  block: "Block",
  blockPerson: (name: string) => `Block ${name}`,
  unblock: "Unblock",
  unblockPerson: (name: string) => `Unblock ${name}`,
  isBlocked: "You have blocked this person.",
  endsFriendship: "This also ends your friendship, any friend request between you and your direct conversation.",
  blocked: "You have blocked this person",
  unblocked: "You have unblocked this person",
  self: "You cannot block yourself",
  tooMany: "You cannot block any more people.",
  notBlocked: "You have not blocked this person.",
  noRequest: "You cannot send this person a friend request",
  requestToBlocked: "You have blocked this person. Unblock them first.",
  cannotAdd: "This person cannot be added to your group.",
  more: "Show more",
};

export const reportTexts = {
  description: "Tell the people who run this service about something that is not right.",
  title: { message: "Report a message", profile: "Report a person", group: "Report a group" },
  action: { message: "Report", profile: "Report this person", group: "Report this group" },
  about: "A problem with this group",
  aboutHint: "Only the people who run this service will see it, not the group.",
  hint: "Your report goes to the people who run this service, not to the person or group it is about.",
  hintMessage: "They also see the messages around it.",
  reason: "What is wrong?",
  reasonRequired: "Say what is wrong.",
  send: "Send report",
  cancel: "Cancel",
  sent: "Your report has been sent to the people who run this service",
  notFound: "There is nothing to report here",
  invalidKind: "Choose a message, a profile or a group.",
};

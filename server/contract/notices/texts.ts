import { placeWithin } from "../reading/places.ts";
import type { CopyUnit } from "../reading/shapes.ts";

export const noticesTexts = {
  title: "Notifications",
  unread: (count: string) => `Notifications, ${count} unread`,
  markAllRead: "Mark all as read",
  readFailed: "Failed to mark as read",
};

export const pushTexts = {
  failed: "Failed to turn on notifications",
  stopFailed: "Failed to turn off notifications",
  subscribed: "Notifications are on",
  unsubscribed: "Notifications are off",
};

export const mailSettingsTexts = { saveFailed: "Failed to save the settings" };

export const noticesServerTexts = {
  empty: "Nothing here yet",
  emptyHint: "When somebody mentions you, replies to you or sends you a friend request, you will find it here.",
  isUnread: "Unread",
  newOnes: "New",
  earlier: "Earlier",
  settings: "What you are notified of",
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
  requestAccepted: (name: string, groupName: string) => `${name} accepted your request to join ${groupName}`,
  invited: (name: string, groupName: string) => `${name} invited you to ${groupName}`,
  bookFinished: (name: string, { title, groupName }: { title: string; groupName: string }) =>
    `${name} finished “${title}” in ${groupName}`,
  plan: (amount: string, { title, groupName }: { title: string; groupName: string }) =>
    `${amount} to go by the plan of “${title}” in ${groupName}`,
  question: (name: string, { title, groupName }: { title: string; groupName: string }) =>
    `${name} asked a question about “${title}” in ${groupName}`,
  questions: (title: string) => ` new questions in “${title}”`,
  planSet: (name: string, { title, groupName }: { title: string; groupName: string }) =>
    `${name} set the plan of “${title}” in ${groupName}`,
  plansSet: (title: string) => ({ before: `The plan of “${title}” has changed `, after: " times" }),
  sharedNote: (name: string, { title, groupName }: { title: string; groupName: string }) =>
    `${name} shared a note near your page of “${title}” in ${groupName}`,
  sharedNotes: (title: string) => ` new notes near your page of “${title}”`,
  direct: (name: string) => `${name} wrote to you`,
  directs: (name: string) => ` new messages from ${name}`,
  overviewAsked: (name: string, groupName: string) =>
    `${name} asks for your answer: may the organizers of ${groupName} see how far you have read?`,
  /** Of a text that its reader may not see yet. */
  onPage: (page: number, { unit, title }: { unit: CopyUnit; title: string }) =>
    `${unit === "pages" ? "on" : "at"} ${placeWithin(page, unit)} of “${title}”`,
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
    overviewAsked: "The organizers of a group wait for your answer",
    newCard: "A new card was made for you",
    question: "Somebody asked about a book",
    bookAdded: "Somebody added a book",
    poll: "A poll was opened or closed",
    meeting: "A meeting was planned or changed",
    sharedNote: "Somebody shared a note",
    direct: "Somebody wrote to you",
    joinRequest: "Somebody asks to join a group",
  },
  markRead: "Mark as read",
  marked: "Marked as read",
  older: "Older notifications",
  seeAll: "All notifications",
  loadFailed: "Failed to load notifications",
  save: "Save",
};

export const mailSettingsServerTexts = {
  noEmail: "You have no email address here. Add one on the page of your account to be notified by email.",
  pageTitle: "Email notifications",
  unsubscribeAll: "Unsubscribe from all",
  invalidLink: "This link is invalid. Please log in to change your settings.",
  title: "Email",
  hint: "An email says who wrote and where, not what. Nothing you have already read is sent.",
  mentions: "Mentions and replies that are unread after 15 minutes",
  digest: "Everything else, once a day at most; meetings when they are unread after 15 minutes",
  reminders: "Reminders of meetings",
  day: "A day before",
  hour: "An hour before",
  save: "Save",
  saved: "Saved",
  unsubscribed: "You will get no more of these mails.",
};

export const pushServerTexts = {
  title: "This device",
  notifyMe: "Notify me",
  hint: "Get a notification on this device, also while this site is closed.",
  stop: "Stop notifying me",
  on: "This device shows notifications.",
  blocked: "Notifications are blocked. Allow them for this site in your browser’s settings.",
  unsupported: "This browser cannot show notifications. On an iPhone or iPad, add this site to the Home Screen.",
  noScript: "Notifications on this device need JavaScript.",
  invalidEndpoint: "This is not the address of a push service.",
};

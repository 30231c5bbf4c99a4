import * as groupsLimits from "./limits.ts";
import { liveGroupTexts } from "./live_texts.ts";

export const groupsTexts = {
  ...liveGroupTexts,
  loadFailed: "Failed to load groups",
  created: "Group created successfully",
  createFailed: "Failed to create group",
  deleted: "Group deleted successfully",
  deleteFailed: "Failed to delete group",
  confirmDelete: "Are you sure you want to delete this group? This action cannot be undone.",
  nameRequired: "Group name is required",
  get tooMany() {
    const { perCreator } = groupsLimits.groups;
    return `You have made ${perCreator} groups, which is the most. Delete one to make room for another.`;
  },
  empty: "No groups found. Create a new group to get started!",
  noDescription: "No description available",
  notFound: "Group not found",
  onlyCreatorDeletes: "Only the creator of a group can delete it.",
};

export const stepsTexts = {
  title: "Getting started",
  done: "Done:",
  invite: "Invite people",
  book: "Add a book",
  plan: "Make a plan",
  planLater: "add a book first",
  hide: "Hide",
  hideSteps: "Hide the first steps",
  hidden: "The first steps are hidden",
};

export const membersTexts = {
  added: "Member added successfully",
  addFailed: "Failed to add member",
  removed: "Member removed successfully",
  removeFailed: "Failed to remove member",
  confirmRemove: "Are you sure you want to remove this member from the group?",
  confirmLeave: "Are you sure you want to leave this group?",
  left: "You have left the group",
  noMatch: "No users found matching your search.",
  earlier: "Earlier members",
  later: "Later members",
  hidden: "Organizers see all members. You see the organizers and yourself.",
  pages: (page: number, pages: number) => `Page ${page} of ${pages}`,
};

export const groupsServerTexts = { thisDeleted: "This group was deleted" };

export const membersServerTexts = {
  already: "This user is already a member of the group.",
  onlyCreatorAdds: "Only the creator of the group can add members.",
  onlyCreatorRemoves: "Only the creator of the group can remove members.",
  creatorCannotLeave: "The creator cannot leave the group. You can delete it instead.",
  get groupFull() {
    return `A group has at most ${groupsLimits.groups.members.toLocaleString("en")} members, and this one is full.`;
  },
  notMember: "This user is not a member of the group.",
};

export const aboutTexts = {
  sections: "Parts of this page",
  parts: {
    you: { title: "For you", hint: "Only you see these, and only you change them." },
    organizers: { title: "For organizers", hint: "Only organizers see this. What they decide applies to everyone." },
    everyone: { title: "For everyone", hint: "All members see this." },
    end: "Leaving and problems",
  },
  what: {
    title: "What it is",
    edit: "Edit group",
    name: "Group name",
    description: "Description",
    image: "Group picture",
    save: "Save Changes",
    since: (date: string) => `since ${date}`,
  },
  members: {
    title: "Members",
    changeRole: "Change role",
    changeRoleOf: (name: string) => `Change role of ${name}`,
    role: "Role",
    save: "Save role",
    handOver: "Hand over",
    handOverTo: (name: string) => `Hand the group over to ${name}`,
    handOverText: "The group will be theirs: you become one of its organizers, and only they can give it back.",
    cancel: "Cancel",
    explained: "Organizers invite people, remove members, delete and pin messages, and edit the group.",
  },
  notifications: { title: "What you are notified of", save: "Save" },
  leave: {
    title: "Leave group",
    hint: "You will not see the group any more until somebody adds you again.",
    creator: "To leave this group, hand it over to another member first.",
    action: "Leave",
  },
  remove: {
    title: "Delete group",
    hint: "The group is deleted for everyone, with its messages, files and books.",
    action: "Delete",
  },
  loadFailed: "Failed to load this part of the group",
};

/** The link to the page for codes: islands show it without the other texts of that page. */
export const haveCode = "Have a code?";

export const inviteTexts = {
  pageTitle: "Invite people",
  pageDescription: "The code, the link and the mails by which people join the group.",
  invite: "Invite",
  people: "Invite people",
  toInvite: "Organizers invite people by a code, a link or email.",
  none: "Make an invitation to get a code, a link and a QR code that you can share.",
  make: "Make an invitation",
  made: "The invitation is ready",
  goTo: "Go to",
  andEnter: "and enter the code",
  code: "Code",
  spelled: (code: string) => `Code: ${[...code].join(" ")}`,
  orLink: "Or send the link",
  share: "Share",
  shareText: (groupName: string) => `Join ${groupName}`,
  print: "Print",
  another: "Make a new code",
  choose: "Expiry and number of people",
  show: "Show",
  showCode: (code: string) => `Show the code ${code}`,
  revokeCode: (code: string) => `Revoke the code ${code}`,
  withoutCode: "A link without a code",
  title: "Codes and links",
  hint: "Anyone with a code or its link can join. You can revoke it at any time.",
  days: "Expires after",
  get daysHint() {
    return `Days, at most ${groupsLimits.invites.days.max}.`;
  },
  maxUses: "For how many people",
  maxUsesHint: "Leave it empty for any number.",
  copy: "Copy link",
  copied: "Copied",
  qr: "QR code of the link",
  uses: (uses: number, max: number | null) =>
    max !== null ? `${uses} of ${max} joined` : uses === 0 ? "Nobody has joined yet" : `${uses} joined`,
  until: (day: string) => `valid until ${day}`,
  madeBy: (name: string) => `Made by ${name}`,
  revoke: "Revoke",
  revoked: "The invitation is revoked",
  get invalidDays() {
    return `Please choose 1 to ${groupsLimits.invites.days.max} days`;
  },
  get invalidUses() {
    return `Please choose 1 to ${groupsLimits.invites.uses} people`;
  },
  tooMany: (max: number) => `A group can have at most ${max} links. Please revoke one first.`,
  onlyOrganizers: "Only organizers can invite people",
  notFound: "This invite link does not exist. Please ask for a new one.",
  unknownCode: "There is no invitation with this code. Please check the letters, or ask for a new one.",
  noCode: "A code has six letters, like ABC DEF. Please check what you have typed.",
  tooManyCodes: "Too many wrong codes were tried. Please try again in an hour, or ask for the link.",
  manyCodes:
    "Many wrong codes are being tried at the moment. Please ask for the link, log in first, or try again in ten " +
    "minutes.",
  expired: "This invite link has expired. Please ask for a new one.",
  usedUp: "This invite link has been used as often as it may be. Please ask for a new one.",
  wasRevoked: "This invite link was revoked. Please ask for a new one.",
  full: "This group is full. Please ask its organizers.",
  inviteNotFound: "There is no such link.",

  joinTitle: "Join a group",
  yourCode: "Your code",
  yourCodeHint: "Six letters, from the person who invited you.",
  goOn: "Continue",
  joining: (groupName: string) => `You are joining ${groupName}.`,
  welcome: (groupName: string) => `Welcome to ${groupName}`,
  previewTitle: (groupName: string) => `Join ${groupName}`,
  joinDescription: "You are invited to a study group.",
  invitedBy: (name: string) => `${name} invites you to join.`,
  join: "Join",
  joinNew: "Join: I'm new here",
  joinKnown: "Join: I have an account",
  joined: (groupName: string) => `You are in ${groupName} now`,
  toHome: "To the start page",

  mailTitle: "Invite by email",
  mailHint:
    "People with an account are asked on their dashboard, all others by email. Nobody joins without saying yes.",
  addresses: "Email addresses",
  get addressesHint() {
    return `Up to ${groupsLimits.invitations.emails}, separated in any way.`;
  },
  send: "Invite",
  noAddress: "Please enter at least one email address",
  tooManyAddresses: (max: number) => `At most ${max} addresses at a time`,
  unreadable: (piece: string) => `This is not an email address: ${piece}`,
  sent: ({ invited, alreadyIn }: { invited: number; alreadyIn: number }) =>
    `${invited} invited${alreadyIn > 0 ? `, ${alreadyIn} already in the group` : ""}`,
  waiting: "Waiting for an answer",
  invitedOn: (day: string) => `Invited: ${day}`,
  withdraw: "Withdraw",
  withdrawn: "The invitation is withdrawn",
  moreWaiting: "More",
  invitationNotFound: "This invitation does not exist any more.",
  invitations: "Invitations",
  decline: "Decline",
  never: "Never from this group",
  declined: "You have declined the invitation",
  neverAgain: "You have declined, and will not be invited into this group again",
};

export const roleNames = { creator: "Creator", organizer: "Organizer", member: "Member" };

export const roleTexts = {
  saved: "Group updated successfully",
  changed: {
    creator: "The group was handed over, and you are one of its organizers now",
    organizer: "This member is an organizer now",
    member: "This member is no longer an organizer",
  },
  onlyOrganizersEdit: "Only the creator and the organizers of the group can change it.",
  onlyCreator: "Only the creator of the group can change roles.",
  ownRole: "To change your own role, hand the group over to another member.",
  tooManyGroups: "This member has created as many groups as one person can.",
  cannotTakeOver: "The group cannot be handed over to this member.",
  onlyPlainMembers: "Only the creator of the group can remove organizers.",
};

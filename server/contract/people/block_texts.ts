/** What blocking people says. */
export const blockTexts = {
  title: "Blocked people",
  none: "You haven't blocked anyone. You can block a person on their profile.",
  hint:
    "They cannot send you friend requests or invitations, their mentions do not reach you, and their messages are folded. They are not notified.",
  block: "Block",
  blockPerson: (name: string) => `Block ${name}`,
  unblock: "Unblock",
  unblockPerson: (name: string) => `Unblock ${name}`,
  isBlocked: "You have blocked this person.",
  endsFriendship: "This also ends your friendship and any friend request between you.",
  blocked: "You have blocked this person.",
  unblocked: "You have unblocked this person.",
  self: "You cannot block yourself",
  tooMany: "You cannot block any more people.",
  notBlocked: "You have not blocked this person.",
  noRequest: "You cannot send this person a friend request",
  requestToBlocked: "You have blocked this person. Unblock them first.",
  cannotAdd: "This person cannot be added to your group.",
  more: "Show more",
};

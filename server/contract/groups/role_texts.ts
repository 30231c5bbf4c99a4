/** The names of the roles. */
export const roleNames = { creator: "Creator", organizer: "Organizer", member: "Member" };

/** Texts about the roles in a group, and of what those who have one may do. */
export const roleTexts = {
  saved: "Group updated successfully",
  saveFailed: "Failed to update group",
  changed: {
    creator: "The group was handed over. You are one of its organizers now.",
    organizer: "This member is an organizer now.",
    member: "This member is no longer an organizer.",
  },
  changeFailed: "Failed to change the role",
  onlyOrganizersEdit: "Only the creator and the organizers of the group can change it.",
  onlyCreator: "Only the creator of the group can change roles.",
  ownRole: "To change your own role, hand the group over to another member.",
  tooManyGroups: "This member has created as many groups as one person can.",
  cannotTakeOver: "The group cannot be handed over to this member.",
  onlyPlainMembers: "Only the creator of the group can remove organizers.",
};

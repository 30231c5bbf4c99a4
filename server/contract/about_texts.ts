/** What a group's page *About this group* says. */
export const aboutTexts = {
  title: "About this group",
  description: "What a group is, who is in it, and who may come in.",
  back: "Back to the group",
  loadFailed: "Failed to load this part of the group",
};

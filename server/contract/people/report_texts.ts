/** Texts about reports. */
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
  sent: "Thank you. Your report is with the people who run this service.",
  notFound: "There is nothing to report here.",
  invalidKind: "Choose a message, a profile or a group.",
};

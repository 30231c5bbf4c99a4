/** What is said of a group's archive on its page, and in the archive itself. */
export const archiveTexts = {
  title: "Archive of the group",
  description: "What organizers can download of this group, and what they cannot.",
  intro: "Organizers can download what the group has written and read together, as a ZIP file.",
  download: "Download the archive",
  limits: "Up to five downloads an hour. A large group takes some minutes.",
  onlyOrganizers: "Only organizers can download the archive.",
  isIn: "What is in it",
  isNotIn: "What is not in it",
  contents: [
    "The name, the description and the settings of the group",
    "The names and roles of its members",
    "Messages with their files and reactions",
    "The shelf in its order, with the members who are interested, plans and chapters",
    "Shared notes with their answers",
    "Shared highlights with their answers",
    "Questions, and the answers to those that the organizer has answered",
    "Reviews of the books that the organizer has finished",
    "Polls with their options, and of closed ones how many voted for each; who voted for what, also of people who have left, only " +
    "where the poll is not secret",
    "Meetings with the members who are coming; of a repeating one, to its next date",
  ],
  leftOut: [
    "Notes that nobody has shared",
    "How far anybody has read",
    "What each member has voted for in a secret poll, and who might come to a meeting or will not",
    "Email addresses and profiles",
    "Deleted messages, and books that were removed from the shelf",
    "Texts about pages that the organizer has not reached: a placeholder is in their place",
    "Answers to questions that the organizer has not answered: only their number is given",
  ],
  readMe: (groupName: string, at: string) =>
    `${groupName}: an archive made at ${at}\n\nWhat is in it:\n${listed(archiveTexts.contents)}\n\n` +
    `What is not in it:\n${listed(archiveTexts.leftOut)}\n\n` +
    'A text that is hidden has "hidden": true in its place. Pages are those of the copy of the organizer who\n' +
    "made the archive. Times are in UTC. People are named by their usernames; their names are in members.json.\n",
};

const listed = (lines: string[]): string => lines.map((line) => `- ${line}`).join("\n");

/** What a group does together: its shelf, its polls, its meetings. */
const of = (groupId: string, what: string, id?: string) =>
  `/group/${encodeURIComponent(groupId)}/${what}${id === undefined ? "" : `/${encodeURIComponent(id)}`}`;

export const clubPaths = {
  shelf: (groupId: string) => of(groupId, "shelf"),
  polls: (groupId: string) => of(groupId, "polls"),
  poll: (groupId: string, pollId: string) => of(groupId, "polls", pollId),
  meetings: (groupId: string) => of(groupId, "meetings"),
  newMeeting: (groupId: string) => of(groupId, "new-meeting"),
  meeting: (groupId: string, meetingId: string) => of(groupId, "meetings", meetingId),
  archive: (groupId: string) => of(groupId, "archive"),
  archiveFile: (groupId: string) => of(groupId, "archive.zip"),
};

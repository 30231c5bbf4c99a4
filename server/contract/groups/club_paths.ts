/** What a group does together: its polls, its meetings, its threads. */
const of = (groupId: string, what: string, id?: string) =>
  `/group/${encodeURIComponent(groupId)}/${what}${id === undefined ? "" : `/${encodeURIComponent(id)}`}`;

export const clubPaths = {
  findGroups: "/groups",
  importGroup: "/groups/import",
  askToJoin: (groupId: string) => `/groups/${encodeURIComponent(groupId)}/requests`,
  takeBackRequest: (groupId: string) => `/groups/${encodeURIComponent(groupId)}/requests/withdraw`,
  requests: (groupId: string) => of(groupId, "requests"),
  acceptRequest: (groupId: string, userId: string) => `${of(groupId, "requests", userId)}/accept`,
  declineRequest: (groupId: string, userId: string) => `${of(groupId, "requests", userId)}/decline`,
  club: (groupId: string) => of(groupId, "club"),
  polls: (groupId: string) => of(groupId, "polls"),
  /** Its form is open, with what is suggested. */
  pollOfSuggested: (groupId: string) => `${of(groupId, "polls")}?suggested#open-poll`,
  newPoll: (groupId: string) => of(groupId, "new-poll"),
  poll: (groupId: string, pollId: string) => of(groupId, "polls", pollId),
  meetings: (groupId: string) => of(groupId, "meetings"),
  meetingsAfter: (groupId: string, id: string) => `${of(groupId, "meetings")}?after=${encodeURIComponent(id)}`,
  newMeeting: (groupId: string) => of(groupId, "new-meeting"),
  meeting: (groupId: string, meetingId: string) => of(groupId, "meetings", meetingId),
  meetingDate: (groupId: string, meetingId: string, date: string) =>
    `${of(groupId, "meetings", meetingId)}?date=${encodeURIComponent(date)}`,
  dateForm: (groupId: string, meetingId: string, date: string, what: "change" | "cancel") =>
    `${of(groupId, "meetings", meetingId)}/dates/${encodeURIComponent(date)}/${what}`,
  threads: (groupId: string) => of(groupId, "threads"),
  thread: (groupId: string, seq: number | string) => of(groupId, "threads", String(seq)),
  /** Opened by this its latest replies are read. */
  openThread: (groupId: string, seq: number | string) => `${clubPaths.thread(groupId, seq)}?opened`,
  threadReplies: (groupId: string, seq: number) => `${of(groupId, "threads", String(seq))}/messages`,
  archive: (groupId: string) => of(groupId, "archive"),
  archiveFile: (groupId: string) => of(groupId, "archive.zip"),
};

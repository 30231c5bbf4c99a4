/** A request of each operation. Names in braces are those of the scene (see `dress`). */
import { operations } from "../../routes/api/mod.ts";
import { chooseWinner } from "../../server/actions/groups/polls.ts";
import { declineByLink, withdrawInvitation } from "../../server/actions/groups/invitations.ts";
import { chooseMails, chooseMailsByLink, chooseReminders } from "../../server/actions/notices/mail_settings.ts";
import { findChapters, typeChapters } from "../../server/actions/reading/copies.ts";
import { catchUp } from "../../server/actions/reading/progress.ts";
import { setTextStyle } from "../../server/actions/reading/text_style.ts";
import { browserKeys } from "../support/servers/push_service.ts";
import { password } from "./scene.ts";

/** Those that pages alone have. */
export const ofPages = {
  catchUp,
  chooseMails,
  chooseMailsByLink,
  chooseReminders,
  chooseWinner,
  declineByLink,
  findChapters,
  setTextStyle,
  typeChapters,
  withdrawInvitation,
};

export type Fields = Record<string, string>;

export interface Example {
  /** What stands for parameters of its paths, where it is not the usual. */
  params?: Fields;
  /** The query of a GET, the JSON body of anything else: `{}` where it takes something and this says nothing. */
  takes?: Record<string, unknown> | Record<string, unknown>[];
  /** The content of the file that is sent in its place. */
  file?: string;
  /** The query of its form's address. */
  search?: string;
  /** The fields of its form, where they are not those of the body; or of one after another, null leaves one out. */
  form?: Fields | (Fields | null)[];
  /** For a visitor, Mallory, Grace, Ada and Olga, where its access does not say it. */
  answers?: [number, number, number, number, number?];
  /** Who changes what is stored, where it is not everybody who succeeds with what is no GET. */
  changes?: string;
}

/**
 * What stands for a parameter, with the part of the path before it or wherever it is, where its name does not say it.
 */
export const usualParams: Fields = {
  ":answerId": "{noteAnswer}",
  ":emoji": encodeURIComponent("🎉"),
  ":name": "a.txt",
  ":page": "3",
  ":seq": "2",
  ":userId": "eve",
  "books/:id": "{owned}",
  "dashboard/:id": "{group}",
  "files/:id": "{sent}",
  "friends/:id": "nora",
  "invitations/:token": "{mailed}",
  "members/:userId": "nora",
  "people/:id": "{newcomer}",
  "profile/:id": "eve",
  "unfriend/:userId": "nora",
};

type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** For those of which their access says everything. */
const plain = <Names extends string>(names: Names) =>
  Object.fromEntries(names.split(" ").map((name) => [name, {}])) as Record<Words<Names>, Example>;

const toAll = (status: number): Example["answers"] => [status, status, status, status];
const newcomer = { fullname: "New {n}", email: "new{n}@example.org", password };
const unknown = { takes: { email: "nobody@example.org" }, changes: "" };
const confirmed = { password, confirmPassword: password };
const newPassword = { currentPassword: password, newPassword: password };
const credential = { id: "a", rawId: "a", type: "public-key" };
const key = { ...credential, response: { clientDataJSON: "a", attestationObject: "a" } };
const signature = { clientDataJSON: "a", authenticatorData: "a", signature: "a", userHandle: "a" };
const atPage = { search: "?book={book}&page=3" };
const note = { content: "Mine", pageNumber: 3, bookId: "{book}" };
const schedule = { startsAt: "2026-03-02", targetAt: "2026-03-29" };
const endsAt = new Date(Date.now() + 3600_000).toISOString();
const meeting = {
  title: "Part one",
  startsAt: "2026-12-01T18:00:00Z",
  endsAt: "2026-12-01T20:00:00Z",
  timeZone: "UTC",
};
const newPoll = { question: "Next {n}?", kind: "many", options: [{ text: "One" }, { text: "Two" }] };
const typedMeeting = { ...meeting, startsAt: "2026-12-01T18:00", endsAt: "2026-12-01T20:00" };
const requestTo = (userId: string, next: string, answers?: Example["answers"]): Example => (
  { takes: { receiverId: userId }, form: { userId }, search: `?next=${encodeURIComponent(next)}`, answers }
);
const aboutSubject = (kind: string, id: string, answers?: Example["answers"]): Example => (
  { takes: { kind, id, reason: "Spam" }, answers }
);

export const examples: Record<keyof typeof operations | keyof typeof ofPages, Example | Example[]> = {
  // Accounts: Ada's two-step codes are on, and there is no identity provider.
  ...plain("readMe readSessions endSession readPasskeys beginPasskeyLogin beginProof readTwoStep readStorage"),
  ...plain("exportOwn beginPasskey removePasskey"),
  register: { takes: newcomer, form: { ...newcomer, ...confirmed } },
  logIn: { takes: { email: "nora@example.org", password }, changes: "" },
  logOut: { changes: "" },
  verifyEmail: {
    takes: { token: "{verify}" },
    search: "?token={verify}",
    form: {},
    changes: "visitor Mallory Grace Ada",
  },
  resendVerification: unknown,
  requestPasswordReset: unknown,
  resetPassword: { takes: { token: "{reset}", password }, search: "?token={reset}", form: confirmed },
  checkEmail: unknown,
  checkPassword: { takes: { password: "123456" }, changes: "" },
  // A browser of Ada's that is sent notices is so until its session ends.
  endOtherSessions: { changes: "Ada" },
  changePassword: { takes: newPassword, form: { ...newPassword, confirmPassword: password } },
  changeEmail: { takes: { email: "new{n}@example.org", password }, changes: "" },
  confirmEmail: { takes: { token: "made-up" }, search: "?token=made-up", answers: toAll(400) },
  addPasskey: { takes: { name: "Phone", response: key }, answers: [401, 400, 400, 400] },
  renamePasskey: { takes: { name: "Old phone" } },
  logInWithPasskey: { takes: { ...credential, response: signature }, answers: toAll(400) },
  prove: { takes: { password }, changes: "" },
  beginTwoStep: { takes: {}, answers: [401, 200, 200, 409] },
  confirmTwoStep: { takes: { code: "000000" }, answers: [401, 409, 409, 409] },
  renewRecoveryCodes: { takes: { password }, form: { proof: password }, answers: [401, 409, 409, 200] },
  endTwoStep: { takes: { password }, form: { proof: password }, answers: [401, 409, 409, 200] },
  logInWithCode: { takes: { ticket: "made-up", code: "000000" }, answers: toAll(400) },
  beginIdentityProviderLogin: { answers: toAll(404) },
  finishIdentityProviderLogin: { takes: { state: "made-up", code: "made-up" }, answers: toAll(404) },
  requestDeletion: { takes: { password } },
  cancelDeletion: { changes: "" },

  // Ada wrote {message} and {pinned}, which is pinned; she and Grace have reacted to both. Grace uploaded the files.
  ...plain("readBooks readPins deleteMessage pinMessage unveilMessage"),
  findBooks: { takes: { query: "a" } },
  ...plain("readText readTextPart"),
  findInText: { takes: { query: "goes on" } },
  updateBook: { takes: { title: "New" } },
  addInterest: { params: { bookId: "{suggested}" } },
  removeInterest: { params: { bookId: "{wanted}" } },
  addBook: { takes: { title: "New" }, search: "?add=" },
  sendMessage: { takes: { content: "Hello" } },
  readHistory: [{}, { takes: { before: "2" } }, { takes: { after: "1" } }],
  readChanges: { takes: { after: "0" } },
  findMessages: [{ takes: { query: "hello" } }, { takes: { query: "hello", before: "2" } }],
  editMessage: { takes: { content: "Edited" }, search: "?message=1" },
  addReaction: { form: { emoji: "🎉" }, search: "?message=1" },
  removeReaction: { params: { emoji: encodeURIComponent("👍") }, form: { emoji: "👍", remove: "yes" } },
  unpinMessage: { params: { messageId: "{pinned}" }, search: "?message=1" },
  markGroupRead: { takes: { seq: 1 } },
  setNotify: { takes: { level: "none" } },
  addFile: { file: "Hello" },
  readFile: [{}, { params: { id: "{unsent}" }, answers: [401, 404, 200, 404] }],
  removeFile: [{ answers: [401, 404, 404, 404] }, { params: { id: "{unsent}" }, answers: [401, 404, 200, 404] }],

  // Mallory is invited; Ada and Grace are in the group that links lead to.
  ...plain("readGroups readGroup deleteGroup readInviteLinks revokeInviteLink withdrawInvitation readJoinPreview"),
  ...plain("readInvitations declineByLink hideSteps"),
  ...plain(
    "readSettings readBookChanges readReadingOverview exportReadingOverview archiveGroup remindOfOverview removeBook undoChange",
  ),
  saveSettings: { takes: { plan: "organizers", contents: "members", shelf: "members" } },
  // Ada opened {poll}, one of whose options is {option}, and {decided}, which a book has won.
  ...plain("readPolls readPoll closePoll removePoll"),
  createPoll: { takes: newPoll, form: { question: "Next {n}?", kind: "many", options: "One\nTwo" } },
  vote: { takes: { options: ["{option}"] }, form: { option: "{option}" } },
  chooseWinner: { params: { pollId: "{decided}" } },
  // Ada made {meeting}.
  ...plain("readMeetings cancelMeeting"),
  createMeeting: { takes: meeting, form: typedMeeting },
  changeMeeting: { takes: meeting, form: typedMeeting },
  changeDate: { params: { meetingId: "{weekly}" }, takes: { place: "Library {n}" } },
  cancelDate: { params: { meetingId: "{weekly}" } },
  sendMeeting: { params: { "meetingId.ics": "{meeting}.ics" } },
  // Its address is Ada's, and open.
  sendCalendar: { takes: { token: "{calendar}" }, answers: toAll(200) },
  ...plain("readCalendar renewCalendar revokeCalendar chooseReminders"),
  replyToMeeting: { takes: { reply: "yes" } },
  // {pinned} has the second `seq`, its replies the next ones.
  readThreads: [{}, { takes: { before: 100 } }],
  readThread: [{}, { takes: { before: 100, limit: 1 } }],
  markThreadRead: { takes: { seq: 4 } },
  // The group is listed, and Eve has asked to join it.
  readListedGroups: [{}, { takes: { query: "a" } }, { takes: { after: "{group}" } }],
  openOwnShelf: {},
  openConversation: { params: { id: "nora" }, answers: [401, 403, 200, 200] },
  listConversations: {},
  askToJoin: { takes: { text: "Hello" }, answers: [401, 201, 404, 404] },
  takeBackRequest: { answers: [401, 404, 404, 404] },
  readRequests: [{}, { takes: { after: "eve" } }],
  answerRequest: { takes: { accept: true }, form: {} },
  sharePages: { takes: { shared: true }, search: "?from=members" },
  agreeToOverview: { takes: { shared: true }, search: "?from={book}" },
  restoreBook: { params: { bookId: "{removed}" } },
  createGroup: { takes: { groupName: "New" } },
  updateGroup: { takes: { groupName: "Looms" } },
  setRole: [{ takes: { role: "organizer" } }, { takes: { role: "creator" } }],
  addMember: { takes: { userId: "eve" } },
  // The creator removes others, and everybody but the creator may leave.
  removeMember: [
    { answers: [401, 404, 403, 200] },
    { params: { userId: "grace" } },
    { params: { userId: "ada" }, answers: [401, 404, 403, 400] },
  ],
  // {pupil} was added to the group from a list, and has not used {card}; nor {linked} the link that was mailed.
  addPeopleToGroup: { takes: { people: [{ fullName: "New {n}" }] }, form: { people: "New {n}" } },
  makeCardForMember: { params: { userId: "{pupil}" } },
  makeUnusedCards: { changes: "" },
  useCard: { takes: { token: "{card}", password }, search: "?token={card}", form: confirmed },
  createInviteLink: { takes: { days: 3 } },
  inviteByMail: { takes: { emails: ["new{n}@example.org"] } },
  joinByLink: { changes: "Mallory" },
  acceptInvitation: { answers: [401, 200, 404, 404] },
  declineInvitation: { takes: { never: true }, form: {}, answers: [401, 200, 404, 404] },

  // On the first page Ada shares a note, which Grace has answered, and has answered her own question.
  ...plain("readNote exportNotes exportCards readPushKey"),
  readSharedNotes: [{}, { takes: { page: "0", before: "{note}" } }],
  readOwnNotes: [{}, { takes: { query: "why" } }, { takes: { before: "9999999999999.none" } }],
  readNotices: [{}, { takes: { before: "{notice}" } }],
  importGroup: { file: "no archive {n}", answers: [401, 400, 400, 400], form: {} },
  importHighlights: {
    file: "Highlight,Book Title,Book Author,Location Type,Location\nWords {n},Sketch,,page,3\n",
    changes: "Grace Ada",
  },
  saveNote: [
    { takes: note, form: [{ ...note, pageNumber: "3" }, { ...note, pageNumber: "3" }, null], ...atPage },
    {
      params: { page: "0" },
      takes: { content: "", pageNumber: 0, bookId: "{book}" },
      form: [null, null, { pageNumber: "0" }],
      changes: "Ada",
    },
  ],
  shareNote: { params: { page: "0" }, takes: { shared: false }, form: { pageNumber: "0", shared: "false" } },
  answerNote: { takes: { content: "Looms" } },
  removeNoteAnswer: { answers: [401, 404, 200, 200] },
  // Ada has marked the text's first words, and Grace has answered.
  ...plain("exportMarks removeMark"),
  readMarks: [{}, { takes: { from: 0, to: 1_000_000 } }, { takes: { after: "{mark}" } }],
  readOwnMarks: [{}, { takes: { query: "why" } }, { takes: { before: "9999999999999.none" } }],
  addMark: { takes: { from: 0, to: 10_000_000, color: "blue" } },
  changeMark: { takes: { note: "Changed" } },
  answerMark: { takes: { content: "Looms" } },
  removeMarkAnswer: { params: { answerId: "{markAnswer}" }, answers: [401, 404, 200, 200] },
  markNoticesRead: [
    { takes: { ids: ["{notice}"] }, form: { id: "{notice}" }, changes: "Ada" },
    { takes: { all: true }, form: {}, changes: "Ada" },
  ],
  subscribeToPush: { takes: { endpoint: "https://push.example.org/{n}", keys: browserKeys } },
  unsubscribeFromPush: { takes: { endpoint: "https://push.example.org/ada" }, changes: "Ada" },
  chooseMails: { takes: { mentions: "on" } },
  chooseMailsByLink: { takes: { digest: "on" }, search: "?token={unsubscribe}" },

  ...plain("readSiteSettings endPersonSessions readNumbers retryMail dropMail withdrawAnnouncement"),
  ...plain("deletePerson turnOffPersonCodes deleteAnyGroup"),
  addPeopleToSite: {
    takes: { people: [{ fullName: "New {n}" }], groupId: "{group}" },
    form: { people: "New {n}", groupId: "{group}" },
  },
  makeCardForPerson: { params: { id: "{pupil}" } },
  sendLinkToPerson: { params: { id: "{linked}" } },
  readPeople: [{}, { takes: { query: "gra" } }, { takes: { query: "grace@ex" } }, { takes: { after: "grace" } }],
  readReports: [{}, { takes: { after: "a" } }, { takes: { decided: "1" } }, { takes: { decided: "1", after: "a" } }],
  readAllGroups: [{}, { takes: { after: "0" } }],
  readMailQueue: [{}, { takes: { after: "0" } }],
  readAudit: [{}, { takes: { after: "0" } }],
  updatePerson: [
    { takes: { disabled: true }, form: [{}, null] },
    { takes: { disabled: false }, params: { id: "{disabled}" }, form: [null, {}] },
  ],
  decideReport: { takes: { decision: "dismissed" }, form: { decision: "dismissed", note: "" } },
  setUp: {
    takes: { token: "made-up", ...newcomer },
    form: { token: "made-up", ...newcomer, ...confirmed },
    answers: toAll(404),
  },
  // No folder for backups is set.
  backUpNow: { answers: [404, 404, 404, 404, 409] },
  updateSiteSettings: { takes: { mailFrom: "post{n}@x.example" } },
  announce: { takes: { text: "Hello", endsAt }, form: { text: "Hello", hours: "1" } },

  // Grace has a copy of her own, and Ada a book on her list; Ada alone is in her reading session.
  ...plain("readCopy readChapters readChapterPages readPlan removePlan readReaders removeQuestion"),
  ...plain("readTimer endTimer readReadingList removeListedBook readOverview readDescription"),
  readTalk: { takes: { after: 1 } },
  readQuestions: [{}, { takes: { after: "{question}" } }],
  readReadingLog: [{}, { takes: { year: "2026" } }],
  turnPage: { takes: { currentPage: 3 }, ...atPage },
  catchUp: { takes: { page: 9 } },
  setCopy: { takes: { unit: "minutes", pageCount: 600 } },
  saveChapters: { takes: [{ title: "New", page: 3 }] },
  setTextStyle: { form: { size: "large", at: "9" }, changes: "nobody" },
  typeChapters: { takes: { contents: "New … 3" } },
  findChapters: { answers: [401, 404, 404, 404] },
  saveChapterPages: { takes: [{ title: "One", page: 3 }], form: { "page One": "3" }, answers: [401, 404, 200, 400] },
  savePlan: { takes: { ...schedule, days: [1] }, form: { ...schedule, day1: "on" } },
  sharePage: { takes: { shared: true } },
  askQuestion: { takes: { page: 3, question: "Why?" } },
  // {message} is a spoiler to Grace, and {pinned} about no page.
  askByMessage: [
    { form: { bookId: "{book}" }, search: "?message=1", answers: [401, 404, 404, 201] },
    { params: { messageId: "{pinned}" }, search: "?message=1", answers: [401, 404, 400, 400] },
  ],
  saveAnswer: { takes: { content: "Cards" } },
  saveReview: { takes: { stars: 4.5, text: "Worth it" }, answers: [401, 404, 403, 403] },
  removeReview: { answers: [401, 404, 404, 404] },
  readReviews: { answers: [401, 404, 403, 403] },
  readGoal: [{}, { takes: { year: "2026" } }],
  saveGoal: { takes: { year: "{n}", books: 12 } },
  readWanted: {},
  addWanted: { takes: { title: "Flatland {n}" } },
  removeWanted: { takes: { id: "{owned}" } },
  readAnswers: { answers: [401, 404, 403, 200] },
  startTimer: { takes: { minutes: 25 }, changes: "Grace" },
  joinTimer: { changes: "Grace" },
  leaveTimer: { changes: "Ada" },
  importReadingList: { file: "Title,Author,Exclusive Shelf\nFlatland {n},Edwin A. Abbott,read\n" },

  // Grace has asked Ada to be friends; Nora is both their friend, and {blocked} is blocked by Ada.
  ...plain("readOwnProfile blockPerson readPerson readFriends readFriendRequests requestFriendByPath"),
  ...plain("readFriendStatus acceptFriendRequest declineFriendRequest"),
  readBlocked: [{}, { takes: { after: "eve" } }],
  searchPeople: ["a", "ma", "eve", "eve.x", "zzz"].map((username) => ({ takes: { username } })),
  updateProfile: { takes: { bio: "{n}" }, form: [{ bio: "{n}" }, {}] },
  unblockPerson: { params: { userId: "{blocked}", id: "{blocked}" }, answers: [401, 404, 404, 200] },
  requestFriend: [requestTo("eve", "/profile/eve"), requestTo("nobody", "//evil.example", [401, 404, 404, 404])],
  unfriend: { search: "?next=%2Fprofile", answers: [401, 404, 200, 200] },
  // {message} is a spoiler to Grace.
  sendReport: [
    aboutSubject("message", "{message}", [401, 404, 404, 201]),
    aboutSubject("message", "{pinned}", [401, 404, 201, 201]),
    aboutSubject("group", "{group}", [401, 404, 201, 201]),
    aboutSubject("profile", "nora"),
  ],
};

/** Who may do what on pages. A path is where a 303 leads: the answer of every form, whatever it could do. */
import { everyone, inGroup, loginThen, open, password, type Right, right, signedIn } from "./right.ts";
import { note } from "./table.ts";
import { accountPages } from "./tables/account.ts";
import { invitationPages } from "./tables/invitations.ts";
import { operatorPages } from "./tables/operator.ts";
import { invitePages } from "./tables/invites.ts";
import { aboutGroupPages } from "./tables/about_group.ts";
import { reportPages } from "./tables/reports.ts";
import { identityPages } from "./tables/identities.ts";
import { keyPages } from "./tables/keys.ts";

const dashboard = "/dashboard";
const home = (route: string) => right(route, {}, [200, dashboard, dashboard, dashboard]);
const email = "nora@example.org";

const forEveryone = [
  home("GET /"),
  ...["/pre", "/about", "/contact", "/events", "/offline", "/developers"].map((path) => open(`GET ${path}`)),
  home("GET /login"),
  open("POST /login", { form: { email, password } }, dashboard),
  open("POST /login", { form: { email, password: "wrong" } }, 400),
  open("GET /login/social", {}, "/login"),
  open("POST /login/social", { form: {} }, "/login"),
  open("POST /login/social", { path: "/login/social?next=%2Fprofile", form: {} }, "/login?next=%2Fprofile"),
  home("GET /register"),
  open(
    "POST /register",
    { form: { fullname: "New", email: "new{n}@example.org", password, confirmPassword: password } },
    "/register?done",
    everyone,
  ),
  open("GET /logout", {}, "/"),
  open("POST /logout", { form: {} }, "/login"),
  open("POST /announcement/close", { form: { id: "1" } }, "/"),
  open("POST /announcement/close", { path: "/announcement/close?next=//elsewhere.example", form: { id: "1" } }, "/"),
  open("GET /announcement/close", { path: "/announcement/close?next=%2Fevents" }, "/events"),
  open("GET /verify-email", {}, 400),
  open("GET /verify-email", { path: "/verify-email?token={verify}" }),
  open("POST /verify-email", { form: {} }, 400),
  open("POST /verify-email", { path: "/verify-email?token={verify}", form: {} }, 200, everyone),
  open("GET /verify-email/resend", {}, "/verify-email?resend"),
  open("POST /verify-email/resend", { form: { email: "nobody@example.org" } }, "/login"),
  open("GET /forgot-password"),
  open("POST /forgot-password", { form: { email: "nobody@example.org" } }, "/forgot-password?sent"),
  open("GET /reset-password"),
  open("POST /reset-password", { form: { password, confirmPassword: password } }, 400),
  open(
    "POST /reset-password",
    { path: "/reset-password?token={reset}", form: { password, confirmPassword: password } },
    "/login",
    everyone,
  ),
];

/** A page, or a form of one, for users who are signed in: others go to log in. */
const page = (route: string, path: string, form: Record<string, string> | undefined, answer: string | number) => {
  return (changes = "") => right(route, { path, form }, [loginThen(path), answer, answer, answer], changes);
};

const own = [
  page("GET /dashboard", "/dashboard", undefined, 200)(),
  page("GET /dashboard", "/dashboard?tab=friends", undefined, 200)(),
  page("POST /dashboard/groups", "/dashboard/groups", { groupName: "New" }, dashboard)(signedIn),
  page("POST /dashboard/groups/:id/delete", "/dashboard/groups/{group}/delete", {}, dashboard)("Ada"),
  open("GET /dashboard/groups", {}, "/dashboard?create"),
  open("GET /dashboard/groups/:id/delete", { path: "/dashboard/groups/{group}/delete" }, "/dashboard?delete={group}"),
  page("GET /profile", "/profile", undefined, 200)(),
  page("POST /profile", "/profile", { bio: "{n}" }, "/profile")(signedIn),
  page("GET /search", "/search?username=a", undefined, 200)(),
  page("GET /profile/", "/profile/", undefined, dashboard)(),
  page("GET /profile/:id", "/profile/eve", undefined, 200)(),
  page("GET /profile/:id", "/profile/nobody", undefined, dashboard)(),
];

const library = "/reading/books";
const readingLog = [
  page("GET /reading", "/reading", undefined, 200)(),
  page("GET /reading", "/reading?year=2024", undefined, 200)(),
  page("GET /reading/books", library, undefined, 200)(),
  page("GET /reading/export", "/reading/export", undefined, 200)(),
  page("POST /reading/import", "/reading/import", {}, "/reading")(),
  page("POST /reading/books/:id/remove", `${library}/{owned}/remove`, {}, library)("Ada"),
  open("GET /reading/import", {}, "/reading"),
  open("GET /reading/books/:id/remove", { path: `${library}/{owned}/remove` }, library),
];

const unsubscribe = "/unsubscribe?token={unsubscribe}";
const unsubscribeSettings = "/unsubscribe/settings?token={unsubscribe}";
const notices = [
  page("GET /notices", "/notices", undefined, 200)(),
  page("POST /notices/read", "/notices/read", { id: "{notice}" }, "/notices")("Ada"),
  page("POST /notices/read", "/notices/read", {}, "/notices")("Ada"),
  page("POST /notices/mail", "/notices/mail", { mentions: "on" }, "/notices")(signedIn),
  open("GET /notices/read", {}, "/notices"),
  open("GET /notices/mail", {}, "/notices"),
  page("POST /group/:id/notify", "/group/{group}/notify", { level: "none" }, "/notices")(inGroup),
  open("GET /group/:id/notify", { path: "/group/{group}/notify" }, "/notices"),
  // Anyone with the link of a mail, signed in or not.
  open("GET /unsubscribe", {}, 404),
  open("GET /unsubscribe", { path: unsubscribe }),
  open("POST /unsubscribe", { form: {} }, 404),
  open("POST /unsubscribe", { path: unsubscribe, form: { "List-Unsubscribe": "One-Click" } }, 200, everyone),
  open("GET /unsubscribe/settings", { path: unsubscribeSettings }, unsubscribe),
  open("POST /unsubscribe/settings", { path: unsubscribeSettings, form: { digest: "on" } }, unsubscribe, everyone),
];

const remove = "/friends/:id/remove";
const friends = [
  page("POST /friends/requests", "/friends/requests?next=%2Fprofile%2Feve", { userId: "eve" }, "/profile/eve")(
    signedIn,
  ),
  page("POST /friends/requests", "/friends/requests?next=%2F%2Fevil.example", { userId: "nobody" }, dashboard)(),
  ...["accept", "decline"].flatMap((answer) => {
    const [route, path] = [`/friends/requests/:id/${answer}`, `/friends/requests/{request}/${answer}?next=%2Fprofile`];
    return [page(`POST ${route}`, path, {}, "/profile")("Ada"), open(`GET ${route}`, { path }, "/profile")];
  }),
  page(`POST ${remove}`, "/friends/nora/remove?next=%2Fprofile", {}, "/profile")(inGroup),
  // What is posted here is asked for by a user who logs in on the way: it leads to the form.
  open("GET /friends/requests", {}, dashboard),
  open("GET /friends/requests", { path: "/friends/requests?next=%2F%2Fevil.example" }, dashboard),
  open(`GET ${remove}`, { path: "/friends/nora/remove?next=%2Fprofile" }, "/profile"),
];

const here = "/group/{group}";
const members = `${here}?tab=members`;

/** A form of a group's page, for its members: others are led to the dashboard, as from the page itself. */
const groupForm = (route: string, { path, form }: { path: string; form: Record<string, string> }, to = here) =>
  right(`POST ${route}`, { path, form }, [loginThen(path), dashboard, to, to], inGroup);
/** A form of the members' tab: what someone may not do is a toast on that tab. */
const membersForm = (route: string, { path, form = {} }: { path: string; form?: Record<string, string> }, by: string) =>
  right(`POST ${route}`, { path, form }, [loginThen(path), members, members, members], by);
/** The address of a form, when it is asked for: it leads to the page that has the form. */
const formAddress = (route: string, path: string, to: string) => open(`GET ${route}`, { path }, to);

/** A form of the group's reading session, which leads to where it is shown; that leads others to the dashboard. */
const timerForm = (action: string, form: Record<string, string>, by: string) => {
  const path = `${here}/timer${action}`;
  const to = `${here}?timer`;
  return right(`POST /group/:id/timer${action}`, { path, form }, [loginThen(path), to, to, to], by);
};

/** A form of a message, which leads back to it: what someone may not do is a toast there. */
const messageForm = (
  action: string,
  { id = "message", form = {} }: { id?: string; form?: Record<string, string> },
  by: string,
) => {
  const path = `${here}/messages/{${id}}/${action}?message=1`;
  const to = `${here}?message=1`;
  return right(`POST /group/:id/messages/:messageId/${action}`, { path, form }, [loginThen(path), to, to, to], by);
};
/** A form about one's own view of a group. */
const viewForm = (name: string, form: Record<string, string>) =>
  right(
    `POST /group/:id/${name}`,
    { path: `${here}/${name}`, form },
    [loginThen(`${here}/${name}`), here, here, here],
    inGroup,
  );

const [sentFile, unsentFile] = ["/files/{sent}/a.txt", "/files/{unsent}/a.txt"];
const bookPath = `${here}/books/{book}`;
const openBook = "book={book}&page=3";

/** A form of the page where the group reads a book together: an outsider is led to it, and from there away. */
const bookForm = (name: string, form: Record<string, string>, tab: string) => {
  const path = `${bookPath}/${name}`;
  const to = `${bookPath}?tab=${tab}`;
  return [
    right(`POST /group/:id/books/:bookId/${name}`, { path, form }, [loginThen(path), to, to, to], inGroup),
    formAddress(`/group/:id/books/:bookId/${name}`, path, to),
  ];
};
const togetherPage = ["", "?tab=pace"].map((query) =>
  right("GET /group/:id/books/:bookId", { path: bookPath + query }, [
    loginThen(bookPath + query),
    dashboard,
    200,
    200,
  ])
);
const planPath = `${bookPath}/plan`;

const reading = [
  ...togetherPage,
  right(
    "POST /group/:id/books/:bookId/plan",
    { path: planPath, form: { startsAt: "2026-03-02", targetAt: "2026-03-29", day1: "on" } },
    [loginThen(planPath), dashboard, `${bookPath}?tab=pace`, `${bookPath}?tab=pace`],
    inGroup,
  ),
  formAddress("/group/:id/books/:bookId/plan", planPath, `${bookPath}?tab=pace`),
  ...bookForm("plan/remove", {}, "pace"),
  ...bookForm("sharing", { shared: "true" }, "pace"),
  ...bookForm("caught-up", { page: "9" }, "pace"),
];

const group = [
  ...["", ...["pace", "notes", "questions", "copy"].map((tab) => `?tab=${tab}`)].map((query) =>
    right(
      "GET /group/:id/books/:bookId",
      { path: bookPath + query },
      [loginThen(bookPath + query), dashboard, 200, 200],
    )
  ),
  right("GET /group/:id", { path: here }, [loginThen(here), dashboard, 200, 200]),
  right("GET /group/:id/about", { path: `${here}/about` }, [loginThen(`${here}/about`), dashboard, 200, 200]),
  ...["members", "video", "voice", "settings"].map((tab) =>
    right("GET /group/:id", { path: `${here}?tab=${tab}` }, [loginThen(`${here}?tab=${tab}`), dashboard, 200, 200])
  ),
  groupForm("/group/:id/messages", { path: `${here}/messages`, form: { content: "Hello" } }),
  messageForm("edit", { form: { content: "Changed" } }, "Ada"),
  messageForm("delete", {}, "Ada"),
  messageForm("pin", {}, "Ada"),
  messageForm("unpin", { id: "pinned" }, "Ada"),
  messageForm("unveil", {}, inGroup),
  messageForm("reactions", { form: { emoji: "🎉" } }, inGroup),
  messageForm("reactions", { form: { emoji: "👍", remove: "yes" } }, inGroup),
  ...["edit", "delete", "pin", "unpin", "reactions", "unveil"].map((action) =>
    formAddress(
      `/group/:id/messages/:messageId/${action}`,
      `${here}/messages/{message}/${action}?message=1`,
      `${here}?message=1`,
    )
  ),
  viewForm("read", { seq: "1" }),
  formAddress("/group/:id/read", `${here}/read`, here),
  timerForm("", { minutes: "25" }, inGroup),
  ...["/join", "/leave", "/end"].map((action) => timerForm(action, {}, "")),
  right(
    "POST /group/:id/timer/close",
    { path: `${here}/timer/close`, form: { id: "2026-03-01T12:00:00.000Z" } },
    [loginThen(`${here}/timer/close`), here, here, here],
    "",
  ),
  formAddress("/group/:id/timer/close", `${here}/timer/close`, here),
  ...["", "/join", "/leave", "/end"].map((action) =>
    formAddress(`/group/:id/timer${action}`, `${here}/timer${action}`, `${here}?timer`)
  ),
  ...["message=1", "message=1&reply", "search=hello", "pins", "timer"].map((query) =>
    right("GET /group/:id", { path: `${here}?${query}` }, [loginThen(`${here}?${query}`), dashboard, 200, 200])
  ),
  right("GET /files/:id/:name", { path: sentFile }, [loginThen(sentFile), 404, 200, 200]),
  right("GET /files/:id/:name", { path: unsentFile }, [loginThen(unsentFile), 404, 200, 404]),
  groupForm("/group/:id/books", { path: `${here}/books?add=`, form: { title: "New" } }),
  groupForm("/group/:id/books", { path: `${here}/books?add=`, form: { book: '{"title":"New"}' } }),
  groupForm(
    "/group/:id/books/:bookId/progress",
    { path: `${bookPath}/progress?${openBook}`, form: { currentPage: "3" } },
    `${here}?${openBook}`,
  ),
  groupForm(
    "/group/:id/books/:bookId/notes",
    { path: `${bookPath}/notes?${openBook}`, form: { ...note, pageNumber: "3" } },
    `${here}?${openBook}`,
  ),
  membersForm("/group/:id/members", { path: `${here}/members`, form: { userId: "eve" } }, "Ada"),
  membersForm("/group/:id/members/:userId/remove", { path: `${here}/members/nora/remove` }, "Ada"),
  membersForm("/group/:id/members/:userId/remove", { path: `${here}/members/mallory/remove` }, ""),
  formAddress("/group/:id/messages", `${here}/messages`, here),
  formAddress("/group/:id/books", `${here}/books?add=`, `${here}?add=`),
  formAddress("/group/:id/books/:bookId/progress", `${bookPath}/progress?${openBook}`, `${here}?${openBook}`),
  formAddress("/group/:id/books/:bookId/notes", `${bookPath}/notes?${openBook}`, `${here}?${openBook}`),
  formAddress("/group/:id/members", `${here}/members`, members),
  formAddress("/group/:id/members", `${here}/members?add=&username=no`, `${members}&add=&username=no`),
  formAddress("/group/:id/members/:userId/remove", `${here}/members/nora/remove`, `${members}&remove=nora`),
];

const copyTab = `${bookPath}?tab=copy`;
/** A form of the tab of one's own copy: others are led to the dashboard, as from the page itself. */
const copyForm = (name: string, form: Record<string, string>, ofAda: string | number = copyTab) => {
  const path = `${bookPath}/${name}`;
  const answers: Right["answers"] = [loginThen(path), dashboard, copyTab, ofAda];
  return right(`POST /group/:id/books/:bookId/${name}`, { path, form }, answers, ofAda === copyTab ? inGroup : "Grace");
};
const findPath = `${bookPath}/chapters/find`;
const copies = [
  copyForm("edition", { unit: "minutes", pageCount: "600" }),
  copyForm("chapters", { contents: "New … 3" }),
  // Ada has no copy of her own.
  copyForm("anchors", { "page One": "3" }, 400),
  // There is no source of contents here: all are led to the tab, and those who may not see it on from there.
  right("POST /group/:id/books/:bookId/chapters/find", { path: findPath, form: {} }, [
    loginThen(findPath),
    copyTab,
    copyTab,
    copyTab,
  ]),
  ...["edition", "chapters", "chapters/find", "anchors"].map((name) =>
    formAddress(`/group/:id/books/:bookId/${name}`, `${bookPath}/${name}`, copyTab)
  ),
];

const notesTab = `${bookPath}?tab=notes`;
const questionsTab = `${bookPath}?tab=questions`;
const answerPath = `${bookPath}/notes/{note}/answers`;
const readTogether = [
  right(
    "POST /group/:id/books/:bookId/notes/sharing",
    { path: `${bookPath}/notes/sharing`, form: { pageNumber: "0", shared: "false" } },
    [loginThen(`${bookPath}/notes/sharing`), notesTab, notesTab, notesTab],
    "Ada",
  ),
  right(
    "POST /group/:id/books/:bookId/notes/:noteId/answers",
    { path: answerPath, form: { content: "Looms" } },
    [loginThen(answerPath), dashboard, `${notesTab}#note-{note}`, `${notesTab}#note-{note}`],
    inGroup,
  ),
  right(
    "POST /group/:id/books/:bookId/notes/:noteId/answers/:answerId/remove",
    { path: `${answerPath}/{noteAnswer}/remove`, form: {} },
    [loginThen(`${answerPath}/{noteAnswer}/remove`), ...Array(3).fill(`${notesTab}#note-{note}`)] as Right["answers"],
    inGroup,
  ),
  right(
    "POST /group/:id/books/:bookId/questions",
    { path: `${bookPath}/questions`, form: { page: "101", question: "Why?" } },
    [loginThen(`${bookPath}/questions`), dashboard, 400, 400],
  ),
  right(
    "POST /group/:id/books/:bookId/questions/:questionId/answer",
    { path: `${bookPath}/questions/{question}/answer`, form: { content: "Cards" } },
    [
      loginThen(`${bookPath}/questions/{question}/answer`),
      dashboard,
      `${questionsTab}&question={question}#question-{question}`,
      `${questionsTab}&question={question}#question-{question}`,
    ],
    inGroup,
  ),
  right(
    "POST /group/:id/books/:bookId/questions/:questionId/remove",
    { path: `${bookPath}/questions/{question}/remove`, form: {} },
    [loginThen(`${bookPath}/questions/{question}/remove`), questionsTab, questionsTab, questionsTab],
    "Ada",
  ),
  formAddress(
    "/group/:id/books/:bookId/questions/:questionId/remove",
    `${bookPath}/questions/{question}/remove`,
    questionsTab,
  ),
  formAddress("/group/:id/books/:bookId/notes/sharing", `${bookPath}/notes/sharing`, notesTab),
  formAddress("/group/:id/books/:bookId/notes/:noteId/answers", answerPath, `${notesTab}#note-{note}`),
  formAddress(
    "/group/:id/books/:bookId/notes/:noteId/answers/:answerId/remove",
    `${answerPath}/{noteAnswer}/remove`,
    `${notesTab}#note-{note}`,
  ),
  formAddress("/group/:id/books/:bookId/questions", `${bookPath}/questions`, questionsTab),
  formAddress(
    "/group/:id/books/:bookId/questions/:questionId/answer",
    `${bookPath}/questions/{question}/answer`,
    `${questionsTab}&question={question}#question-{question}`,
  ),
  page("GET /notes", "/notes", undefined, 200)(),
  page("GET /notes", "/notes?query=why", undefined, 200)(),
  page("GET /notes/export", "/notes/export", undefined, 200)(),
];

export const pages: Right[] = [
  ...forEveryone,
  ...own,
  ...accountPages,
  ...invitePages,
  ...operatorPages,
  ...invitationPages,
  ...reportPages,
  ...keyPages,
  ...identityPages,
  ...readingLog,
  ...notices,
  ...friends,
  ...group,
  ...reading,
  ...copies,
  ...readTogether,
  ...aboutGroupPages,
];

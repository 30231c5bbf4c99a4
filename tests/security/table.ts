import { browserKeys } from "../support/push_service.ts";
import { everyone, inGroup, open, password, type Right, right, signedIn } from "./right.ts";
import { accountCalls } from "./tables/account.ts";
import { invitationCalls } from "./tables/invitations.ts";
import { operatorCalls } from "./tables/operator.ts";
import { inviteCalls } from "./tables/invites.ts";
import { aboutGroupCalls } from "./tables/about_group.ts";
import { reportCalls } from "./tables/reports.ts";
import { identityCalls } from "./tables/identities.ts";
import { keyCalls } from "./tables/keys.ts";

const files = [
  open("GET /assets/:name{.+-[A-Z0-9]{8}\\.(js|css)}", { path: "{style}" }),
  open("GET /assets/:name{.+-[A-Z0-9]{8}\\.(js|css)}", { path: "/assets/chat-AAAAAAAA.js" }, 404),
  open("GET /assets/*", { path: "/assets/manifest.json" }, 404),
  open("GET /icons/*", { path: "/icons/sprite.svg" }),
  open("GET /pictures/*", { path: "/pictures/book-light.webp" }),
  open("GET /pictures/*", { path: "/pictures/none.webp" }, 404),
  open("GET /manifest.webmanifest"),
  open("GET /logo/:name", { path: "/logo/none.svg" }, 404),
  open("GET /sw.js"),
  open("GET /robots.txt"),
  open("GET /.well-known/security.txt", {}, 404),
  open("GET /.well-known/change-password", {}, "/account"),
  open("GET /.well-known/*", { path: "/.well-known/none" }, 404),
  open("GET /favicon.ico", {}, 404),
  open("GET /media/:name", { path: "{picture}" }),
  open("GET /covers/:key", { path: "/covers/{cover}" }),
  open("GET /healthz"),
  open("GET /readyz"),
  open("GET /metrics"),
  open("GET /metrics", { headers: { "X-Forwarded-For": "192.0.2.1" } }, 404),
  open("GET /dev/mail"),
  open("GET /dev/mail", { headers: { "X-Forwarded-For": "192.0.2.1" } }, "/"),
  open("GET /dev/mail.json"),
  open("GET /dev/mail.json", { headers: { Forwarded: "for=192.0.2.1" } }, "/"),
];

const newcomer = { fullname: "New {n}", email: "new{n}@example.org", password };

const accounts = [
  open("POST /api/auth/register", { json: newcomer }, 201, everyone),
  open("POST /api/auth/login", { json: { email: "nora@example.org", password } }, 200),
  open("POST /api/auth/logout"),
  right("GET /api/auth/me", {}, [401, 200, 200, 200]),
  open("GET /api/auth/verify-email", {}, 400),
  open("GET /api/auth/verify-email", { path: "/api/auth/verify-email?token={verify}" }, 200, everyone),
  open("POST /api/auth/resend-verification", { json: { email: "nobody@example.org" } }),
  open("POST /api/auth/forgot-password", { json: { email: "nobody@example.org" } }),
  open("POST /api/auth/reset-password", { json: { token: "made-up", password } }, 400),
  open("POST /api/auth/reset-password", { json: { token: "{reset}", password } }, 200, everyone),
  open("GET /api/openapi.json"),
  open("POST /api/users/check-email", { json: { email: "nobody@example.org" } }),
  open("POST /api/users/check-password", { json: { password: "123456" } }),
];

const people = [
  right("GET /api/users/search", { path: "/api/users/search?username=a" }, [401, 200, 200, 200]),
  right("GET /api/users/profile", {}, [401, 200, 200, 200]),
  right("PUT /api/users/profile", { json: { bio: "{n}" } }, [401, 200, 200, 200], signedIn),
  right("GET /api/users/:userId", { path: "/api/users/ada" }, [401, 200, 200, 200]),
  right("GET /api/friends/friends", {}, [401, 200, 200, 200]),
  right("GET /api/friends/friend-requests", {}, [401, 200, 200, 200]),
  right("GET /api/overview", {}, [401, 200, 200, 200]),
  right("POST /api/friends/request/:userId", { path: "/api/friends/request/eve" }, [401, 201, 201, 201], signedIn),
  right("POST /api/friends/friend-request", { json: { receiverId: "eve" } }, [401, 201, 201, 201], signedIn),
  right("GET /api/friends/request-status/:userId", { path: "/api/friends/request-status/nora" }, [401, 200, 200, 200]),
  // Grace asked Ada; Nora is both their friend.
  ...["accept", "decline"].map((answer) =>
    right(
      `POST /api/friends/${answer}-friend-request/:id`,
      { path: `/api/friends/${answer}-friend-request/{request}` },
      [401, 404, 404, 200],
      "Ada",
    )
  ),
  right("DELETE /api/friends/unfriend/:userId", { path: "/api/friends/unfriend/nora" }, [401, 404, 200, 200], inGroup),
];

const membersOf = "DELETE /api/groups/:id/members/:userId";
const groups = [
  right("GET /api/groups", {}, [401, 200, 200, 200]),
  right("POST /api/groups", { json: { groupName: "New" } }, [401, 201, 201, 201], signedIn),
  right("GET /api/groups/:id", { path: "/api/groups/{group}" }, [401, 404, 200, 200]),
  right("DELETE /api/groups/:id", { path: "/api/groups/{group}" }, [401, 404, 403, 200], "Ada"),
  right(
    "POST /api/groups/:id/members",
    { path: "/api/groups/{group}/members", json: { userId: "eve" } },
    [401, 404, 403, 201],
    "Ada",
  ),
  right(membersOf, { path: "/api/groups/{group}/members/nora" }, [401, 404, 403, 200], "Ada"),
  right(membersOf, { path: "/api/groups/{group}/members/grace" }, [401, 404, 200, 200], inGroup),
  right(membersOf, { path: "/api/groups/{group}/members/ada" }, [401, 404, 403, 400]),
  right(membersOf, { path: "/api/groups/{group}/members/mallory" }, [401, 404, 403, 404]),
  right("GET /api/groups/:id/messages", { path: "/api/groups/{group}/messages" }, [401, 404, 200, 200]),
  right(
    "POST /api/groups/:id/messages",
    { path: "/api/groups/{group}/messages", json: { content: "Hello" } },
    [401, 404, 201, 201],
    inGroup,
  ),
];

const messageRoute = "/api/groups/:id/messages/:messageId";
const messagePath = "/api/groups/{group}/messages";
// Ada wrote {message} and {pinned}, which is pinned; she and Grace have reacted to both.
const messages = [
  right("GET /api/groups/:id/changes", { path: "/api/groups/{group}/changes?after=0" }, [401, 404, 200, 200]),
  right("GET /api/groups/:id/pins", { path: "/api/groups/{group}/pins" }, [401, 404, 200, 200]),
  right(
    "GET /api/groups/:id/messages/search",
    { path: `${messagePath}/search?query=hello` },
    [401, 404, 200, 200],
  ),
  right(
    `PUT ${messageRoute}`,
    { path: `${messagePath}/{message}`, json: { content: "Edited" } },
    [401, 404, 403, 200],
    "Ada",
  ),
  right(`DELETE ${messageRoute}`, { path: `${messagePath}/{message}` }, [401, 404, 403, 200], "Ada"),
  right(
    `PUT ${messageRoute}/reactions/:emoji`,
    { path: `${messagePath}/{message}/reactions/%F0%9F%8E%89` },
    [401, 404, 200, 200],
    inGroup,
  ),
  right(
    `DELETE ${messageRoute}/reactions/:emoji`,
    { path: `${messagePath}/{message}/reactions/%F0%9F%91%8D` },
    [401, 404, 200, 200],
    inGroup,
  ),
  right(`PUT ${messageRoute}/pin`, { path: `${messagePath}/{message}/pin` }, [401, 404, 403, 200], "Ada"),
  right(`POST ${messageRoute}/unveil`, { path: `${messagePath}/{message}/unveil` }, [401, 404, 200, 200], inGroup),
  right(`DELETE ${messageRoute}/pin`, { path: `${messagePath}/{pinned}/pin` }, [401, 404, 403, 200], "Ada"),
  right(
    "PUT /api/groups/:id/read",
    { path: "/api/groups/{group}/read", json: { seq: 1 } },
    [401, 404, 200, 200],
    inGroup,
  ),
  right(
    "PUT /api/groups/:id/notify",
    { path: "/api/groups/{group}/notify", json: { level: "none" } },
    [401, 404, 200, 200],
    inGroup,
  ),
];

const shared = [
  right(
    "POST /api/groups/:id/files",
    { path: "/api/groups/{group}/files", file: "a.txt" },
    [401, 404, 201, 201],
    inGroup,
  ),
  right("POST /api/groups/:id/files", { path: "/api/groups/{group}/files", json: {} }, [401, 415, 415, 415]),
  // Grace sent one, and has uploaded another.
  right("GET /api/files/:id/:name", { path: "/api/files/{sent}/a.txt" }, [401, 404, 200, 200]),
  right("GET /api/files/:id/:name", { path: "/api/files/{unsent}/a.txt" }, [401, 404, 200, 404]),
  right("DELETE /api/files/:id", { path: "/api/files/{unsent}" }, [401, 404, 200, 404], "Grace"),
  right("DELETE /api/files/:id", { path: "/api/files/{sent}" }, [401, 404, 404, 404]),
];

const note = { content: "Mine", pageNumber: 3, bookId: "{book}" };
const books = [
  right("GET /api/books/search", { path: "/api/books/search?query=a" }, [401, 200, 200, 200]),
  right("GET /api/books/groups/:groupId/books", { path: "/api/books/groups/{group}/books" }, [401, 404, 200, 200]),
  right(
    "POST /api/books/groups/:groupId/books",
    { path: "/api/books/groups/{group}/books", json: { title: "New" } },
    [401, 404, 201, 201],
    inGroup,
  ),
  right(
    "PUT /api/books/:bookId/progress",
    { path: "/api/books/{book}/progress", json: { currentPage: 3 } },
    [401, 404, 200, 200],
    inGroup,
  ),
  right("GET /api/books/:bookId/plan", { path: "/api/books/{book}/plan" }, [401, 404, 200, 200]),
  right(
    "PUT /api/books/:bookId/plan",
    { path: "/api/books/{book}/plan", json: { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [1] } },
    [401, 404, 200, 200],
    inGroup,
  ),
  right("DELETE /api/books/:bookId/plan", { path: "/api/books/{book}/plan" }, [401, 404, 200, 200], inGroup),
  right("GET /api/books/:bookId/readers", { path: "/api/books/{book}/readers" }, [401, 404, 200, 200]),
  right(
    "PUT /api/books/:bookId/sharing",
    { path: "/api/books/{book}/sharing", json: { shared: true } },
    [401, 404, 200, 200],
    inGroup,
  ),
  right("GET /api/books/:bookId/notes/:page", { path: "/api/books/{book}/notes/3" }, [401, 404, 200, 200]),
  right(
    "POST /api/books/:bookId/notes/:page",
    { path: "/api/books/{book}/notes/3", json: note },
    [401, 404, 200, 200],
    inGroup,
  ),
];

const timer = "/api/groups/{group}/timer";
const timers = [
  right("GET /api/groups/:id/timer", { path: timer }, [401, 404, 200, 200]),
  right("POST /api/groups/:id/timer", { path: timer, json: { minutes: 25 } }, [401, 404, 201, 201], inGroup),
  // None is running.
  right("DELETE /api/groups/:id/timer", { path: timer }, [401, 404, 404, 404]),
  right("POST /api/groups/:id/timer/join", { path: `${timer}/join`, json: {} }, [401, 404, 404, 404]),
  right("DELETE /api/groups/:id/timer/join", { path: `${timer}/join` }, [401, 404, 404, 404]),
];

const readingLog = [
  right("GET /api/reading", {}, [401, 200, 200, 200]),
  right("GET /api/reading/export", {}, [401, 200, 200, 200]),
  right("POST /api/reading/import", { json: {} }, [401, 415, 415, 415]),
  // Ada's.
  right("DELETE /api/reading/books/:id", { path: "/api/reading/books/{owned}" }, [401, 404, 404, 200], "Ada"),
];

// Grace listens to as many minutes as the book has pages; one chapter is called "One".
const copies = [
  ...["edition", "chapters", "anchors"].map((name) =>
    right(`GET /api/books/:bookId/${name}`, { path: `/api/books/{book}/${name}` }, [401, 404, 200, 200])
  ),
  right(
    "PUT /api/books/:bookId/edition",
    { path: "/api/books/{book}/edition", json: { unit: "minutes", pageCount: 600 } },
    [401, 404, 200, 200],
    inGroup,
  ),
  right(
    "PUT /api/books/:bookId/chapters",
    { path: "/api/books/{book}/chapters", json: [{ title: "New", page: 3 }] },
    [401, 404, 200, 200],
    inGroup,
  ),
  right(
    "PUT /api/books/:bookId/anchors",
    { path: "/api/books/{book}/anchors", json: [{ title: "One", page: 3 }] },
    [401, 404, 200, 400],
    "Grace",
  ),
];

const noteOfBook = "/api/books/{book}/notes/0";
const readTogether = [
  right("GET /api/books/:bookId/notes", { path: "/api/books/{book}/notes" }, [401, 404, 200, 200]),
  right(
    "PUT /api/books/:bookId/notes/:page/sharing",
    { path: `${noteOfBook}/sharing`, json: { shared: false } },
    [401, 404, 404, 200],
    "Ada",
  ),
  right(
    "POST /api/notes/:noteId/answers",
    { path: "/api/notes/{note}/answers", json: { content: "Looms" } },
    [401, 404, 201, 201],
    inGroup,
  ),
  right(
    "DELETE /api/notes/:noteId/answers/:answerId",
    { path: "/api/notes/{note}/answers/{noteAnswer}" },
    [401, 404, 200, 200],
    inGroup,
  ),
  right("GET /api/notes", {}, [401, 200, 200, 200]),
  right("GET /api/notes/export", {}, [401, 200, 200, 200]),
  right("GET /api/books/:bookId/questions", { path: "/api/books/{book}/questions" }, [401, 404, 200, 200]),
  right(
    "POST /api/books/:bookId/questions",
    { path: "/api/books/{book}/questions", json: { page: 3, question: "Why?" } },
    [401, 404, 201, 201],
    inGroup,
  ),
  right(
    "PUT /api/questions/:questionId/answer",
    { path: "/api/questions/{question}/answer", json: { content: "Cards" } },
    [401, 404, 200, 200],
    inGroup,
  ),
  right("DELETE /api/questions/:questionId", { path: "/api/questions/{question}" }, [401, 404, 403, 200], "Ada"),
  right(
    "GET /api/questions/:questionId/answers",
    { path: "/api/questions/{question}/answers" },
    [401, 404, 403, 200],
  ),
];

const browser = {
  endpoint: "https://push.example.org/{n}",
  keys: browserKeys,
};
const notices = [
  right("GET /api/notices", {}, [401, 200, 200, 200]),
  right("POST /api/notices/read", { json: { ids: ["{notice}"] } }, [401, 200, 200, 200], "Ada"),
  right("POST /api/notices/read", { json: { all: true } }, [401, 200, 200, 200], "Ada"),
  open("GET /api/push/key"),
  right("POST /api/push", { json: browser }, [401, 201, 201, 201], signedIn),
  right("DELETE /api/push", { json: { endpoint: "https://push.example.org/ada" } }, [401, 200, 200, 200], "Ada"),
];

/** The table of the API, the files, and what is for operators. */
export const calls: Right[] = [
  ...files,
  ...accounts,
  ...accountCalls,
  ...inviteCalls,
  ...operatorCalls,
  ...invitationCalls,
  ...reportCalls,
  ...keyCalls,
  ...identityCalls,
  ...people,
  ...groups,
  ...messages,
  ...shared,
  ...books,
  ...timers,
  ...readingLog,
  ...copies,
  ...readTogether,
  ...notices,
  ...aboutGroupCalls,
];

/** For the pages' table. */
export { note };

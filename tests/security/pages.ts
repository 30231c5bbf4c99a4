/** Who gets what of the routes that no operation has: files, pages, and a few forms. */
import { type Asked, pathOf } from "./asked.ts";
import type { Fields } from "./examples.ts";

type Answer = number | string;
/** The route, what follows its usual path (or what is asked for), and the answers (see `inFull`). */
type Row = [route: string, path: string, ...answers: Answer[]];

/** Where a visitor is led who asks for a page: to log in and come back. */
export const loginThen = (path: string) => `/login?next=${encodeURIComponent(path)}`;

const login = "login";
const dashboard = "/dashboard";
const here = "/group/{group}";
const members = `${here}?tab=members`;
const markedPlace = `${here}/books/{book}/read?at=0&margin#mark-{mark}`;
const anonymous = ["/", "/login", "/register"];
const open = "/pre /about /contact /events /offline /developers /forgot-password /reset-password".split(" ");
const local = ["/healthz", "/readyz", "/metrics", "/dev/mail", "/dev/mail.json"];
const own = [
  "/dashboard",
  "/profile",
  "/conversations",
  "/notices",
  "/reading",
  "/reading/books",
  "/reading/wanted",
  "/reading/export",
  "/notes",
];
const tabs = ["members", "video", "voice", "settings"].map((tab) => `?tab=${tab}`);
const parts = ["message=1", "message=1&reply", "search=hello", "pins", "timer"].map((part) => `?${part}`);
const bookTabs = ["", ...["page", "notes", "questions", "talk", "copy"].map((tab) => `?tab=${tab}`)];
const operatorTabs = ["people", "groups", "reports", "numbers", "mail", "announcement", "setup", "audit"];
const styles = "GET /assets/:name{.+-[A-Z0-9]{8}\\.(js|css|json|woff2|wasm)}";

const pictures = "GET /group/:id/books/:bookId/pictures/:number{\\d{1,6}}";

const read: Row[] = [
  [styles, "{style}", 200],
  [styles, "/assets/chat-AAAAAAAA.js", 404],
  ["GET /assets/*", "/assets/manifest.json", 404],
  ["GET /icons/*", "/icons/sprite.svg", 200],
  ["GET /pictures/*", "/pictures/book-light.webp", 200],
  ["GET /pictures/*", "/pictures/none.webp", 404],
  ["GET /manifest.webmanifest", "", 200],
  ["GET /logo/:name", "/logo/none.svg", 404],
  ["GET /sw.js", "", 200],
  ["GET /robots.txt", "", 200],
  ["GET /.well-known/security.txt", "", 404],
  ["GET /.well-known/change-password", "", "/account"],
  ["GET /.well-known/*", "/.well-known/none", 404],
  ["GET /favicon.ico", "", 404],
  ["GET /media/:name", "{picture}", 200],
  ["GET /covers/:key", "/covers/{cover}", 200],
  ["GET /link-pictures/:name", "/link-pictures/{linkPicture}", login, 200],
  ...anonymous.map((path): Row => [`GET ${path}`, "", 200, dashboard]),
  ...[...open, ...local].map((path): Row => [`GET ${path}`, "", 200]),
  ...own.map((path): Row => [`GET ${path}`, "", login, 200]),
  ["GET /login/social", "", "/login"],
  ["GET /login/elsewhere", "", "/login"],
  ["GET /login/code", "", "/login", dashboard],
  ["GET /announcement/close", "?next=%2Fevents", "/events"],
  ["GET /verify-email", "", 400],
  ["GET /verify-email", "?token={verify}", 200],
  ["GET /confirm-email", "", 200],
  ["GET /dashboard", "?tab=friends", login, 200],
  ["GET /search", "?username=a", login, 200],
  ["GET /profile/", "", login, dashboard],
  ["GET /profile/:id", "", login, 200],
  ["GET /profile/:id", "/profile/nobody", login, dashboard],
  ["GET /reading", "?year=2024", login, 200],
  ["GET /notes", "?query=why", login, 200],
  ["GET /notes/export", "", login, 200],
  ["GET /notes/anki", "", login, 200],
  ["GET /preview", "", login, dashboard],
  ["GET /unsubscribe", "", 404],
  ["GET /unsubscribe", "?token={unsubscribe}", 200],
  ...["", "?tab=sessions", "?tab=privacy", "?tab=data"].map((tab): Row => ["GET /account", tab, login, 200]),
  ["GET /account/elsewhere", "", "/account"],
  ["GET /account/elsewhere/remove", "", "/account"],
  ...["", ...tabs, ...parts].map((part): Row => ["GET /group/:id", part, login, dashboard, 200, 200]),
  ...["", "?member=nora"].map((part): Row => ["GET /group/:id/about", part, login, dashboard, 200, 200]),
  ["GET /group/:id/polls", "", login, dashboard, 200, 200],
  ["GET /group/:id/polls/:pollId", "", login, dashboard, 200, 200],
  ["GET /group/:id/polls/:pollId", `${here}/polls/{decided}`, login, dashboard, 200, 200],
  ...["", "?query=a", "?query=a&after={group}"].map((part): Row => ["GET /groups", part, login, 200]),
  ["GET /group/:id/requests", "", login, dashboard, `${here}/club`, 200],
  ["GET /group/:id/scan", "", login, dashboard, 200, 200],
  ["GET /group/:id/books/:bookId/text", "", login, dashboard, 200, 200],
  ["GET /group/:id/club", "", login, dashboard, 200, 200],
  ["GET /group/:id/archive", "", login, dashboard, 200, 200],
  ["GET /group/:id/archive.zip", "", login, dashboard, `${here}/archive`, 200],
  ["GET /group/:id/threads", "?before=100", login, dashboard, 200, 200],
  ...["", "?before=4"].map((part): Row => ["GET /group/:id/threads/:seq", part, login, dashboard, 200, 200]),
  ["GET /group/:id/threads/:seq", "?message=2", login, `${here}?message=2`, `${here}?message=2`, `${here}?message=2`],
  ["GET /group/:id/shelf", "", login, dashboard, 200, 200],
  ["GET /group/:id/shelf/:bookId", "", login, dashboard, 200, 200],
  ["GET /group/:id/meetings", "", login, dashboard, 200, 200],
  ["GET /group/:id/meetings/:meetingId", "", login, dashboard, 200, 200],
  ["GET /group/:id/books/:bookId/end", "", login, dashboard, 200, 200],
  ...bookTabs.map((tab): Row => ["GET /group/:id/books/:bookId", tab, login, dashboard, 200, 200]),
  ["GET /group/:id/books/:bookId/read", "", login, dashboard, 200, 200],
  ["GET /group/:id/books/:bookId/read/contents", "", login, dashboard, 200, 200],
  ["GET /group/:id/books/:bookId/read/margin", "?at=9", login, dashboard, 200, 200],
  ...["", "?query=goes+on"].map((part): Row => [
    "GET /group/:id/books/:bookId/read/search",
    part,
    login,
    dashboard,
    200,
    200,
  ]),
  [pictures, "/group/{group}/books/{book}/pictures/0", login, 404, 200, 200],
  ["GET /group/:id/books/:bookId/read/mark", "?at=9", login, dashboard, 200, 200],
  ["GET /group/:id/books/:bookId/read/marks", "", login, dashboard, 200, 200],
  ["GET /group/:id/books/:bookId/read/marks/export", "?format=jsonld", login, 404, 200, 200],
  ["GET /group/:id/books/:bookId/read/marks/:markId", "", login, dashboard, markedPlace, markedPlace],
  ["GET /group/:id/overview", "", login, dashboard, `${here}/about`, 200],
  ["GET /group/:id/overview.csv", "", login, dashboard, `${here}/about`, 200],
  ["GET /group/:id/timer/close", "", here],
  ["GET /group/:id/people/add", "", login, dashboard, members, 200],
  ["GET /group/:id/cards", "", login, dashboard, members, 200],
  ["GET /group/:id/members/:userId/new-card", `${here}/members/{pupil}/new-card`, login, dashboard, members, 200],
  ["GET /group/:id/members/:userId/new-card", `${here}/members/nora/new-card`, login, dashboard, members, members],
  ["GET /card", "", 200],
  ["GET /card", "?token={card}", 200],
  ["GET /card", "?token=made-up", 410],
  ["GET /operator/people/add", "?group={group}", "/", "/", "/", "/", 200],
  ["GET /files/:id/:name", "", login, 404, 200, 200],
  ["GET /files/:id/:name", "/files/{unsent}/a.txt", login, 404, 200, 404],
  ["GET /group/:id/invite", "", login, dashboard, 403, 200],
  ["GET /join", "", 200],
  ["GET /join", "?code=abc-def", "/join/ABCDEF"],
  ["GET /join", "?code=abc", 400],
  ["GET /join/:token", "", 200, 200, here, here],
  ["GET /join/:token", "/join/made-up", 404],
  ["GET /invitations/:token", "", 200, 200, here, here],
  ["GET /invitations/:token", "/invitations/made-up", 404],
  // {message} is a spoiler to Grace.
  ["GET /report", "?kind=message&id={message}", login, dashboard, dashboard, 200],
  ["GET /report", "?kind=message&id={pinned}", login, dashboard, 200, 200],
  ["GET /report", "?kind=group&id={group}", login, dashboard, 200, 200],
  ["GET /report", "?kind=profile&id=nora", login, 200],
  ["GET /setup", "", 404],
  ["GET /setup", "?token=made-up", 404],
  ["GET /operator", "", "/", "/", "/", "/", "/operator/people"],
  ...operatorTabs.map((tab): Row => [`GET /operator/${tab}`, "", "/", "/", "/", "/", 200]),
];

type Sent = [route: string, path: string, form: Fields, changes: string, ...answers: Answer[]];

const identity = { issuer: "https://school.example", subject: "{identity}" };
const oneClick = { "List-Unsubscribe": "One-Click" };
const accept = "POST /invitations/:token/accept";

const sent: Sent[] = [
  ["POST /preview", "?to=/group/engine", { content: "**a**" }, "", login, 200],
  ["POST /preview", "?to=//evil.example", { content: "**a**" }, "", login, 400],
  ["POST /login/social", "", {}, "", "/login"],
  ["POST /login/social", "?next=%2Fprofile", {}, "", "/login?next=%2Fprofile"],
  ["POST /announcement/close", "?next=//evil.example", { id: "1" }, "", "/"],
  ["POST /group/:id/timer/close", "", { id: "2026-03-01T12:00:00.000Z" }, "", login, here],
  ["POST /account/elsewhere", "", {}, "", login, 404],
  ["POST /account/elsewhere/remove", "", identity, "Ada", login, "/account#elsewhere"],
  ["POST /join/:token", "", { by: "login" }, "Mallory", "/login?next=%2Fjoin%2F{token}", here],
  ["POST /group/:id/people/add", "", { people: "New" }, "", login, dashboard, members, 200],
  ["POST /operator/people/add", "", { people: "New" }, "", 404, 404, 404, 404, 200],
  // A member who answers the mail uses it up.
  [accept, "", { by: "login" }, "Mallory Grace Ada", "/login?next=%2Finvitations%2F{mailed}", here],
  // For everybody who has the link of a mail.
  ["POST /unsubscribe", "", {}, "", 404],
  ["POST /unsubscribe", "?token={unsubscribe}", oneClick, "visitor Mallory Grace Ada", 200],
];

/** Through a proxy, these are for nobody. */
const forwarded: Row[] = [["GET /metrics", "", 404], ["GET /dev/mail", "", "/"], ["GET /dev/mail.json", "", "/"]];

export const pages: Asked[] = [
  ...read.map((row) => inFull(row)),
  ...sent.map(([route, path, form, changes, ...answers]) => ({ ...inFull([route, path, ...answers], changes), form })),
  ...forwarded.map((row) => ({ ...inFull(row), headers: { "X-Forwarded-For": "192.0.2.1" } })),
];

/** One answer is for all; of two, the first is for visitors. */
function inFull([route, given, ...answers]: Row, changes = ""): Asked {
  const path = /^[/{]/.test(given) ? given : pathOf(route.split(" ")[1]) + given;
  const [visitor, mallory = visitor, grace = mallory, ada = grace, ...olga] = answers
    .map((answer) => answer === login ? loginThen(path) : answer);
  return { route, path, answers: [visitor, mallory, grace, ada, ...olga], changes };
}

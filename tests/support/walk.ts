/** Every page and call once, as the demo's Ada and Grace, a visitor and a newcomer make them. */
import { Secret, TOTP } from "otpauth";
import { groupId, personId } from "../../db/seed/mod.ts";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { accountTabs } from "../../server/contract/account/paths.ts";
import { answerWith, makeKey } from "./authenticator.ts";
import { browserKeys } from "./push_service.ts";

/** The id of somebody of the crowd of `db/seed/crowd.ts`. */
const crowdMember = (n: number): string => `01900001-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

export const password = "chapter-and-verse-1";

/** Whose session a request bears. */
export type As = { token: string } | null;

export interface Wish {
  as?: As;
  /** The body, of a call or of a page's form. */
  json?: unknown;
  form?: Record<string, string>;
  /** A text file of this content, in a form of its own. */
  file?: string;
}

/** The body of a request. */
export function bodyOf({ json, form, file }: Wish): BodyInit | undefined {
  if (form) return new URLSearchParams(form);
  if (file === undefined) return json ? JSON.stringify(json) : undefined;
  const data = new FormData();
  data.set("file", new File([file], "notes.txt", { type: "text/plain" }));
  return data;
}

/**
 * Makes a request and gives what it answered.
 *
 * @param what method and pattern of the route, with what else tells two requests of it apart
 */
// deno-lint-ignore no-explicit-any -- the walk knows what each call answers
export type Visit = (what: string, path: string, wish?: Wish) => Promise<any>;

/** Visits a service, and shows each answer to a test. */
export const visiting = (
  { url }: { url: string },
  look: (what: string, response: Response, text: string) => void,
): Visit =>
async (what, path, wish = {}) => {
  const { as, json } = wish;
  const headers = new Headers({ Origin: url });
  if (as) headers.set("Authorization", `Bearer ${as.token}`);
  if (as && !path.startsWith("/api/")) headers.set("Cookie", `${sessionCookie}=${as.token}`);
  if (json) headers.set("Content-Type", "application/json");
  const [method] = what.split(" ");
  const response = await fetch(url + path, { method, headers, body: bodyOf(wish), redirect: "manual" });
  const text = await response.text();
  look(what, response, text);
  return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
};

type Params = Record<string, string | number>;

/** What stands for the parameters of a pattern, unless something else is given. */
const usual: Params = {
  id: groupId("algebra"),
  groupId: groupId("algebra"),
  bookId: `${groupId("algebra")}-book-1`,
  page: 9,
};

/**
 * Makes requests with a session. Parameters that are not in the pattern are the query; the body is a call's JSON, a page's
 * form, or a file where it is a text.
 */
const asking = (visit: Visit, as: As) => (route: string, params: Params = {}, body?: unknown) => {
  const [, pattern] = route.split(" ");
  const path = pattern.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? usual[name]));
  const query = Object.entries(params).filter(([name]) => !pattern.includes(`:${name}`)).map((
    [name, value],
  ) => [name, `${value}`]);
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
  // Numbers and ids are others in each round.
  const told = query.map(([name, value]) => /\d/.test(value) ? name : `${name}=${value}`).join("&");
  const what = told ? `${route} ?${told}` : route;
  const sent = typeof body === "string"
    ? { file: body }
    : pattern.startsWith("/api/")
    ? { json: body }
    : { form: body };
  return visit(what, path + search, { as, ...body !== undefined && sent as Wish });
};

type Ask = ReturnType<typeof asking>;

/**
 * Makes every request, and takes back what would otherwise pile up.
 *
 * @param n the number of the round, another each time
 */
export async function walk(visit: Visit, n: number): Promise<void> {
  const visitor = asking(visit, null);
  await openPages(visitor);
  const [ada, grace] = await Promise.all(
    ["ada", "grace"].map(async (name) => asking(visit, await logIn(visitor, name))),
  );
  await newcomer(visit, n);
  await people(ada);
  await friends(ada, grace);
  await groups(ada, grace, visitor, n);
  await messages(ada, n);
  await books(ada, n);
  await readTogether(ada, n);
  await readingLog(ada, n);
  await timers(ada, grace);
  await notices(grace, n);
  await operate(ada, grace);
  for (const ask of [ada, grace]) await ask("POST /api/auth/logout", {}, {});
}

const logIn = (ask: Ask, name: string): Promise<{ token: string }> =>
  ask("POST /api/auth/login", {}, { email: `${name}@example.org`, password });

/** What follows a text in the latest mail to an address. */
async function mailed(ask: Ask, email: string, before: string): Promise<string> {
  const mails = await ask("GET /dev/mail.json");
  const { text } = mails.find(({ to }: { to: string }) => to === email);
  return new RegExp(`${before}([\\w-]+)`).exec(text)![1];
}

async function openPages(ask: Ask): Promise<void> {
  const pages = [
    "/",
    "/pre",
    "/about",
    "/contact",
    "/events",
    "/login",
    "/register",
    "/forgot-password",
    "/login/code",
  ];
  for (const page of [...pages, "/announcement/close", "/api/openapi.json"]) await ask(`GET ${page}`);
  await ask("GET /reset-password", { token: "none" });
  await ask("GET /login/elsewhere", { problem: "access_denied" });
  await ask("GET /developers", { of: "groups" });
}

/** Registers, verifies, resets the password, and changes how they sign in. */
async function newcomer(visit: Visit, n: number): Promise<void> {
  const ask = asking(visit, null);
  const email = `newcomer-${n}@example.org`;
  await ask("POST /api/users/check-email", {}, { email });
  await ask("POST /api/users/check-password", {}, { password, email });
  await ask("POST /api/auth/register", {}, { fullname: "New Comer", email, password });
  const newToken = () => mailed(ask, email, "token=");
  await ask("POST /api/auth/resend-verification", {}, { email });
  // A link works once: by the call in one round, by the page in the next.
  const token = await newToken();
  if (n % 2) await ask("GET /api/auth/verify-email", { token });
  else {
    await ask("GET /verify-email", { token });
    await ask("POST /verify-email", { token }, {});
  }
  await ask("POST /api/auth/forgot-password", {}, { email });
  await ask("POST /api/auth/reset-password", {}, { password, token: await newToken() });
  await ask("POST /login", {}, { email, password });
  const { token: session } = await logIn(ask, `newcomer-${n}`);
  await ownAccount(asking(visit, { token: session }), ask, email);
}

async function ownAccount(ask: Ask, visitor: Ask, email: string): Promise<void> {
  const { sessions } = await ask("GET /api/auth/sessions");
  const { id } = sessions.find(({ current }: { current: boolean }) => !current);
  await ask("DELETE /api/auth/sessions/:id", { id });
  await ask("DELETE /api/auth/sessions");
  await ask("PUT /api/auth/password", {}, { currentPassword: password, newPassword: password });
  await ask("POST /api/auth/proof/options");
  await ask("POST /api/auth/proof", {}, { password });
  await passkey(ask, visitor);
  await turnOnCodes(ask);
  await ask("GET /api/auth/totp");
  const { recoveryCodes: [code] } = await ask("POST /api/auth/totp/recovery-codes", {}, { password });
  const { ticket } = await visitor("POST /api/auth/login", {}, { email, password });
  await visitor("POST /api/auth/totp/login", {}, { ticket, code });
  await ask("DELETE /api/auth/totp", {}, { password });
  await ask("GET /api/users/storage");
  await ask("GET /api/users/export");
  await ask("GET /account/export");
  await ask("POST /account/export", {}, {});
  await ask("POST /api/users/deletion", {}, { password });
  await ask("DELETE /api/users/deletion");
  const moved = `moved-${email}`;
  await ask("PUT /api/auth/email", {}, { email: moved, password });
  const token = await mailed(visitor, moved, "token=");
  await visitor("GET /confirm-email", { token });
  await visitor("POST /api/auth/confirm-email", {}, { token });
}

/** Adds a passkey, signs in with it, and removes it. */
async function passkey(ask: Ask, visitor: Ask): Promise<void> {
  // The address of a service on any free port, as it knows it.
  const signing = { origin: "http://localhost:0" };
  await ask("GET /api/auth/passkeys");
  const { key, response } = makeKey(await ask("POST /api/auth/passkeys/options", {}, {}), signing);
  await ask("POST /api/auth/passkeys", {}, { response, name: "Phone" });
  await ask("PUT /api/auth/passkeys/:id", { id: key.id }, { name: "Laptop" });
  const challenge = await visitor("POST /api/auth/passkeys/login/options", {}, {});
  await visitor("POST /api/auth/passkeys/login", {}, answerWith(key, challenge, signing));
  await ask("DELETE /api/auth/passkeys/:id", { id: key.id });
}

async function turnOnCodes(ask: Ask): Promise<void> {
  const { secret } = await ask("POST /api/auth/totp", {}, {});
  await ask("POST /api/auth/totp/confirm", {}, { code: TOTP.generate({ secret: Secret.fromBase32(secret) }) });
}

async function people(ask: Ask): Promise<void> {
  const stranger = { userId: crowdMember(5), id: crowdMember(5) };
  await ask("GET /api/auth/me");
  for (const username of ["a", "ma", "ngstr", "uma.turing", "zzz"]) await ask("GET /api/users/search", { username });
  await ask("GET /api/users/profile");
  await ask("PUT /api/users/profile", {}, { bio: "Proofs first, coffee second." });
  await ask("GET /api/users/:userId", stranger);
  for (const tab of ["profile", "friends", "requests"]) await ask("GET /profile", { tab });
  await ask("GET /profile/:id", { id: stranger.id });
  for (const tab of accountTabs) await ask("GET /account", { tab });
  await ask("GET /api/overview");
  await ask("GET /search", { username: "a" });
  await ask("POST /profile", {}, { fullName: "Ada Marlowe" });
  await ask("PUT /api/users/:userId/block", { userId: stranger.userId });
  for (const params of [{}, { after: stranger.id }] as Params[]) await ask("GET /api/users/blocked", params);
  await ask("GET /group/:id blocked");
  await ask("DELETE /api/users/:userId/block", { userId: stranger.userId });
}

async function friends(ada: Ask, grace: Ask): Promise<void> {
  const userId = personId("grace");
  const requests = "GET /api/friends/friend-requests";
  const asked = async () =>
    (await grace(requests)).friendRequests.find(({ sender }: { sender: { id: string } }) =>
      sender.id === personId("ada")
    ).id;
  await ada("GET /api/friends/friends");
  await ada("GET /api/friends/request-status/:userId", { userId });
  await ada("DELETE /api/friends/unfriend/:userId", { userId });
  await ada("POST /api/friends/request/:userId", { userId }, {});
  await grace("POST /api/friends/decline-friend-request/:id", { id: await asked() }, {});
  await ada("POST /api/friends/friend-request", {}, { receiverId: userId });
  await grace("POST /api/friends/accept-friend-request/:id", { id: await asked() }, {});
}

async function groups(ada: Ask, grace: Ask, visitor: Ask, n: number): Promise<void> {
  const userId = crowdMember(5);
  for (const tab of ["groups", "friends"]) await ada("GET /dashboard", { tab });
  await ada("GET /api/groups");
  const { group } = await ada("POST /api/groups", {}, { groupName: `Round ${n}` });
  const { group: { description } } = await ada("GET /api/groups/:id");
  const counted = `${description ?? ""}`.replace(/ \(\d+\)$/, "") + ` (${n})`;
  await ada("PUT /api/groups/:id", {}, { description: counted });
  await ada("POST /api/groups/:id/members", { id: group.id }, { userId });
  await ada("DELETE /api/groups/:id/members/:userId", { id: group.id, userId });
  for (const tab of ["chat", "members", "settings"]) await ada("GET /group/:id", { tab });
  for (const params of [{}, { member: personId("grace") }] as Params[]) await ada("GET /group/:id/about", params);
  for (const role of ["organizer", "member"]) {
    await ada("PUT /api/groups/:id/members/:userId/role", { userId: personId("grace") }, { role });
  }
  for (const [kind, id] of [["group", usual.id], ["profile", personId("grace")]]) {
    await ada("GET /report", { kind, id });
    await ada("POST /api/reports", {}, { kind, id, reason: "Spam" });
  }
  await ada("POST /report", {}, { kind: "group", id: groupId("algebra"), reason: "Spam" });

  const { invite } = await ada("POST /api/groups/:id/invites", {}, { maxUses: 5 });
  await ada("GET /api/groups/:id/invites");
  const [, token] = /join\/(.*)/.exec(invite.url)!;
  await visitor("GET /api/join/:token", { token });
  await ada("POST /api/join/:token", { token });
  await visitor("GET /join/:token", { token });
  await ada("DELETE /api/groups/:id/invites/:inviteId", { inviteId: invite.id });
  const invited = "invited@example.org";
  await ada("POST /api/groups/:id/invites/mail", {}, { emails: [invited] });
  await visitor("GET /invitations/:token", { token: await mailed(visitor, invited, "invitations/") });
  for (const answer of ["decline", "accept"]) {
    await ada("POST /api/groups/:id/invites/mail", { id: group.id }, { emails: ["grace@example.org"] });
    const { invitations: [{ id }] } = await grace("GET /api/invitations");
    await grace(`POST /api/invitations/:id/${answer}`, { id }, {});
  }
  await ada("DELETE /api/groups/:id", { id: group.id });
}

async function messages(ask: Ask, n: number): Promise<void> {
  const history = "GET /api/groups/:id/messages";
  const { messages: [{ seq }] } = await ask(history);
  await ask(history, { before: seq, limit: 50 });
  await ask(history, { after: 20, limit: 50 });
  const post = async (content: string, more: Record<string, unknown> = {}) =>
    (await ask(`POST /api/groups/:id/messages ${Object.keys(more)}`, {}, { content, ...more })).message;
  await ask("POST /group/:id/messages", {}, { content: `Round ${n}` });
  const message = await post(`@grace Lemma ${n}`, { clientId: `round-${n}` });
  await post(`Which one? ${n}`, { replyTo: message.id });
  const messageId: string = message.id;
  await ask("PUT /api/groups/:id/messages/:messageId", { messageId }, { content: `@grace Lemma ${n}, of course` });
  for (const method of ["PUT", "DELETE"]) {
    await ask(`${method} /api/groups/:id/messages/:messageId/reactions/:emoji`, { messageId, emoji: "👍" });
    await ask(`${method} /api/groups/:id/messages/:messageId/pin`, { messageId });
  }
  await ask("GET /api/groups/:id/pins");
  await ask("GET /api/groups/:id/changes", { after: message.rev });
  const found = "GET /api/groups/:id/messages/search";
  for (const query of ["lemma", "the proof"]) await ask(found, { query });
  await ask(found, { query: "lemma", before: 9999 });
  await ask("DELETE /api/groups/:id/messages/:messageId", { messageId });
  await ask("PUT /api/groups/:id/read", {}, { seq: message.seq });
  await ask("PUT /api/groups/:id/notify", {}, { level: "all" });
  const tied = await post(`About page ${n}`, { anchor: { bookId: usual.bookId, page: 7 } });
  await ask("POST /api/groups/:id/messages/:messageId/unveil", { messageId: tied.id });

  const upload = async () => (await ask("POST /api/groups/:id/files", {}, `Proof ${n}`)).file;
  const file = await upload();
  await post("", { files: [file.id] });
  for (const route of ["GET /files/:id/:name", "GET /api/files/:id/:name"]) {
    await ask(route, { id: file.id, name: file.name });
  }
  await ask("DELETE /api/files/:id", { id: (await upload()).id });
}

async function books(ask: Ask, n: number): Promise<void> {
  for (const query of ["algebra", "shelley", "9780141439471"]) await ask("GET /api/books/search", { query });
  await ask("GET /api/books/groups/:groupId/books");
  await ask("PUT /api/books/:bookId/progress", {}, { currentPage: n % 100 });
  const note = { content: `Round ${n}`, pageNumber: 9, bookId: usual.bookId };
  await ask("POST /api/books/:bookId/notes/:page", {}, note);
  await ask("GET /api/books/:bookId/notes/:page");
  await ask("GET /group/:id", { book: usual.bookId, page: 9 });
  const form = { ...note, pageNumber: "9" };
  await ask("POST /group/:id/books/:bookId/notes", { book: usual.bookId, page: 9 }, form);
  const { group } = await ask("POST /api/groups", {}, { groupName: `Reading ${n}` });
  const book = { title: "Flatland", author: "Edwin A. Abbott" };
  await ask("POST /api/books/groups/:groupId/books", { groupId: group.id }, book);
  await ask("DELETE /api/groups/:id with a book", { id: group.id });
  await ask("PUT /api/books/:bookId/edition", {}, { unit: "pages", pageCount: 400 + n % 100 });
  const chapters = [{ title: "Vector Spaces", page: 1 }, { title: `Polynomials ${n}`, page: 117 }];
  for (const what of ["chapters", "anchors"]) await ask(`PUT /api/books/:bookId/${what}`, {}, chapters);
  for (const what of ["edition", "chapters", "anchors"]) await ask(`GET /api/books/:bookId/${what}`);
}

async function readTogether(ask: Ask, n: number): Promise<void> {
  const schedule = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [1, 4] };
  await ask("PUT /api/books/:bookId/plan", {}, schedule);
  await ask("PUT /api/books/:bookId/sharing", {}, { shared: true });
  for (const what of ["plan", "readers"]) await ask(`GET /api/books/:bookId/${what}`);
  const note = { content: `Shared ${n}`, pageNumber: 9, bookId: usual.bookId };
  await ask("POST /api/books/:bookId/notes/:page", {}, note);
  await ask("PUT /api/books/:bookId/notes/:page/sharing", {}, { shared: true });
  const { notes } = await ask("GET /api/books/:bookId/notes");
  await ask("GET /api/books/:bookId/notes", { page: 9, before: notes.at(-1).id });
  const noteId = notes[0].id;
  const { answer } = await ask("POST /api/notes/:noteId/answers", { noteId }, { content: `Yes ${n}` });
  await ask("DELETE /api/notes/:noteId/answers/:answerId", { noteId, answerId: answer.id });
  const queries = [{}, { query: "shared" }, { before: "9999999999999.none" }] as Params[];
  for (const params of queries) await ask("GET /api/notes", params);
  for (const path of ["/api/notes/export", "/notes", "/notes/export"]) await ask(`GET ${path}`);
  const { question } = await ask("POST /api/books/:bookId/questions", {}, { page: 1, question: `Why ${n}?` });
  for (const params of [{}, { after: question.id }] as Params[]) await ask("GET /api/books/:bookId/questions", params);
  const of = { questionId: question.id };
  await ask("PUT /api/questions/:questionId/answer", of, { content: "Because" });
  await ask("GET /api/questions/:questionId/answers", of);
  for (const tab of ["pace", "notes", "questions", "copy"]) await ask("GET /group/:id/books/:bookId", { tab });
  await ask("DELETE /api/questions/:questionId", of);
  await ask("DELETE /api/books/:bookId/plan");
}

async function readingLog(ask: Ask, n: number): Promise<void> {
  const list = `Title,Author,Exclusive Shelf,Date Read\nFlatland ${n},Edwin A. Abbott,read,2026/03/0${n % 9 + 1}\n`;
  await ask("POST /api/reading/import", {}, list);
  await ask("GET /api/reading");
  const { books: [book] } = await ask("GET /api/reading", { year: 2026 });
  for (const params of [{}, { year: 2026 }] as Params[]) await ask("GET /reading", params);
  for (const params of [{}, { after: book.id }] as Params[]) await ask("GET /reading/books", params);
  await ask("DELETE /api/reading/books/:id", { id: book.id });
  for (const path of ["/api/reading/export", "/reading/export"]) await ask(`GET ${path}`);
}

async function timers(ada: Ask, grace: Ask): Promise<void> {
  await ada("POST /api/groups/:id/timer", {}, { minutes: 25 });
  await grace("POST /api/groups/:id/timer/join", {}, {});
  await grace("GET /api/groups/:id/timer");
  await ada("GET /group/:id ?timer", { timer: "" });
  await grace("DELETE /api/groups/:id/timer/join");
  await ada("DELETE /api/groups/:id/timer");
}

async function notices(ask: Ask, n: number): Promise<void> {
  const { notices: [latest] } = await ask("GET /api/notices");
  await ask("GET /api/notices", { before: latest?.id ?? "0" });
  await ask("GET /notices");
  await ask("POST /api/notices/read", {}, n % 2 ? { ids: ["none"] } : { all: true });
  await ask("GET /api/push/key");
  const endpoint = `https://push.example.org/${n}`;
  await ask("POST /api/push", {}, { endpoint, keys: browserKeys });
  await ask("DELETE /api/push", {}, { endpoint });
}

/** As Ada, whom the settings make an operator. */
async function operate(ask: Ask, grace: Ask): Promise<void> {
  const people = [{}, { query: "gra" }, { query: "grace@ex" }, { after: crowdMember(9) }] as Params[];
  for (const path of ["/api/operator/people", "/operator/people"]) {
    for (const params of people) await ask(`GET ${path}`, params);
  }
  const { people: [{ id: newcomer }] } = await ask("GET /api/operator/people", { query: "moved-" });
  await ask("DELETE /api/operator/people/:id", { id: newcomer });
  const id = crowdMember(7);
  for (const disabled of [true, false]) await ask("PUT /api/operator/people/:id", { id }, { disabled });
  await ask("DELETE /api/operator/people/:id/sessions", { id });
  await turnOnCodes(grace);
  await ask("DELETE /api/operator/people/:id/totp", { id: personId("grace") });
  for (const tab of ["groups", "mail", "audit"]) {
    for (const params of [{}, { after: 0 }] as Params[]) await ask(`GET /api/operator/${tab}`, params);
  }
  await grace("POST /api/reports", {}, { kind: "profile", id, reason: "Spam" });
  const { reports: [report] } = await ask("GET /api/operator/reports");
  await ask("PUT /api/operator/reports/:id", { id: report.id }, { decision: "dismissed", note: "Fine." });
  for (const params of [{ decided: 1 }, { decided: 1, after: report.id }, { after: report.id }] as Params[]) {
    await ask("GET /api/operator/reports", params);
  }
  await ask("GET /api/operator/numbers");
  const endsAt = new Date(Date.now() + 3600_000).toISOString();
  await ask("PUT /api/operator/announcement", {}, { text: "Maintenance tonight", endsAt });
  for (const tab of ["", "/groups", "/reports", "/mail", "/numbers", "/announcement", "/audit"]) {
    await ask(`GET /operator${tab}`);
  }
  await ask("DELETE /api/operator/announcement");
  const { group } = await grace("POST /api/groups", {}, { groupName: "To be deleted" });
  await ask("DELETE /api/operator/groups/:id", { id: group.id });
}

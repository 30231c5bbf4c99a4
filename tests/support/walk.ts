/** Every page and call once, as the demo's Ada and Grace, a visitor and a newcomer make them. */
import { Secret, TOTP } from "otpauth";
import { groupId, personId } from "../../db/seed/mod.ts";
import { answerWith, makeKey } from "./authenticator.ts";
import { browserKeys } from "./push_service.ts";
import { accountPaths, accountTabs } from "../../server/contract/account/paths.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";

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

/**
 * Makes every request, and takes back what would otherwise pile up.
 *
 * @param n the number of the round, another each time
 */
export async function walk(visit: Visit, n: number): Promise<void> {
  await visitors(visit);
  const ada = await logIn(visit, "ada");
  const grace = await logIn(visit, "grace");
  await newcomer(visit, n);
  await people(visit, ada);
  await friends(visit, ada, grace);
  await groups(visit, ada, n);
  await chat(visit, ada, n);
  await messages(visit, ada, n);
  await files(visit, ada, n);
  await books(visit, ada, n);
  await readTogether(visit, ada, n);
  await copies(visit, ada, n);
  await readingLog(visit, ada, n);
  await timers(visit, ada, grace);
  await notices(visit, grace, n);
  await operate(visit, ada, grace);
  for (const one of [ada, grace]) await visit("POST /api/auth/logout", "/api/auth/logout", { as: one, json: {} });
}

const logIn = (visit: Visit, name: string): Promise<{ token: string }> =>
  visit("POST /api/auth/login", "/api/auth/login", { json: { email: `${name}@example.org`, password } });

async function visitors(visit: Visit): Promise<void> {
  const pages = ["/", "/pre", "/about", "/contact", "/events", "/login", "/register", "/forgot-password"];
  for (const page of pages) await visit(`GET ${page}`, page);
  await visit("GET /login/code", "/login/code");
  await visit("GET /reset-password", "/reset-password?token=none");
  await visit("GET /login/elsewhere", "/login/elsewhere?problem=access_denied");
  await visit("GET /announcement/close", "/announcement/close");
  await visit("GET /developers", "/developers?of=groups");
  await visit("GET /api/openapi.json", "/api/openapi.json");
}

async function newcomer(visit: Visit, n: number): Promise<void> {
  const email = `newcomer-${n}@example.org`;
  await visit("POST /api/users/check-email", "/api/users/check-email", { json: { email } });
  await visit("POST /api/users/check-password", "/api/users/check-password", { json: { password, email } });
  await visit("POST /api/auth/register", "/api/auth/register", { json: { fullname: "New Comer", email, password } });
  const token = async () => {
    const mails = await visit("GET /dev/mail.json", "/dev/mail.json");
    return /token=([\w-]+)/.exec(mails.find(({ to }: { to: string }) => to === email).text)![1];
  };
  await visit("POST /api/auth/resend-verification", "/api/auth/resend-verification", { json: { email } });
  // A link works once: by the call in one round, by the page in the next.
  if (n % 2) await visit("GET /api/auth/verify-email", `/api/auth/verify-email?token=${await token()}`);
  else {
    const link = `/verify-email?token=${await token()}`;
    await visit("GET /verify-email", link);
    await visit("POST /verify-email", link, { form: {} });
  }
  await visit("POST /api/auth/forgot-password", "/api/auth/forgot-password", { json: { email } });
  await visit("POST /api/auth/reset-password", "/api/auth/reset-password", {
    json: { password, token: await token() },
  });
  await visit("POST /login", "/login", { form: { email, password } });
  await ownAccount(visit, email);
}

/** Changes how a newcomer signs in. */
async function ownAccount(visit: Visit, email: string): Promise<void> {
  const as: As = await visit("POST /api/auth/login", "/api/auth/login", { json: { email, password } });
  const { sessions } = await visit("GET /api/auth/sessions", "/api/auth/sessions", { as });
  const { id } = sessions.find(({ current }: { current: boolean }) => !current);
  await visit("DELETE /api/auth/sessions/:id", `/api/auth/sessions/${id}`, { as });
  await visit("DELETE /api/auth/sessions", "/api/auth/sessions", { as });
  await visit("PUT /api/auth/password", "/api/auth/password", {
    as,
    json: { currentPassword: password, newPassword: password },
  });
  await keys(visit, as, email);
  await visit("GET /api/users/storage", "/api/users/storage", { as });
  await visit("GET /api/users/export", "/api/users/export", { as });
  await visit("GET /account/export", "/account/export", { as });
  await visit("POST /account/export", "/account/export", { as, form: {} });
  await visit("POST /api/users/deletion", "/api/users/deletion", { as, json: { password } });
  await visit("DELETE /api/users/deletion", "/api/users/deletion", { as });
  const moved = `moved-${email}`;
  await visit("PUT /api/auth/email", "/api/auth/email", { as, json: { email: moved, password } });
  const mails = await visit("GET /dev/mail.json", "/dev/mail.json");
  const [, token] = /token=([\w-]+)/.exec(mails.find(({ to }: { to: string }) => to === moved).text)!;
  await visit("GET /confirm-email", `/confirm-email?token=${token}`);
  await visit("POST /api/auth/confirm-email", "/api/auth/confirm-email", { json: { token } });
}

/** Passkeys, of which none is made: their tests sign as a device does. And two-step codes, on and off. */
async function keys(visit: Visit, as: As, email: string): Promise<void> {
  await visit("POST /api/auth/proof/options", "/api/auth/proof/options", { as });
  await visit("POST /api/auth/proof", "/api/auth/proof", { as, json: { password } });
  await visit("GET /api/auth/passkeys", "/api/auth/passkeys", { as });
  await visit("POST /api/auth/passkeys/options", "/api/auth/passkeys/options", { as, json: {} });
  await passkey(visit, as);
  await turnOnCodes(visit, as);
  await visit("GET /api/auth/totp", "/api/auth/totp", { as });
  const codes = "/api/auth/totp/recovery-codes";
  const { recoveryCodes } = await visit(`POST ${codes}`, codes, { as, json: { password } });
  const { ticket } = await visit("POST /api/auth/login", "/api/auth/login", { json: { email, password } });
  const json = { ticket, code: recoveryCodes[0] };
  await visit("POST /api/auth/totp/login", "/api/auth/totp/login", { json });
  await visit("DELETE /api/auth/totp", "/api/auth/totp", { as, json: { password } });
}

async function turnOnCodes(visit: Visit, as: As): Promise<void> {
  const { secret } = await visit("POST /api/auth/totp", "/api/auth/totp", { as, json: {} });
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  await visit("POST /api/auth/totp/confirm", "/api/auth/totp/confirm", { as, json: { code } });
}

async function people(visit: Visit, as: As): Promise<void> {
  const stranger = crowdMember(5);
  await visit("GET /api/auth/me", "/api/auth/me", { as });
  for (const username of ["a", "ma", "ngstr", "uma.turing", "zzz"]) {
    await visit(`GET /api/users/search ${username}`, `/api/users/search?username=${username}`, { as });
  }
  await visit("GET /api/users/profile", "/api/users/profile", { as });
  await visit("PUT /api/users/profile", "/api/users/profile", { as, json: { bio: "Proofs first, coffee second." } });
  await visit("GET /api/users/:userId", `/api/users/${stranger}`, { as });
  for (const tab of ["", "?tab=friends", "?tab=requests"]) await visit(`GET /profile ${tab}`, `/profile${tab}`, { as });
  await visit("GET /profile/:id", `/profile/${stranger}`, { as });
  for (const tab of accountTabs) await visit(`GET /account ${tab}`, accountPaths.accountTab(tab), { as });
  await visit("GET /api/overview", "/api/overview", { as });
  await visit("GET /search", "/search?username=a", { as });
  await visit("POST /profile", "/profile", { as, form: { fullName: "Ada Marlowe" } });
}

async function friends(visit: Visit, ada: As, grace: As): Promise<void> {
  const [adaId, graceId] = [personId("ada"), personId("grace")];
  const asked = async () => {
    const { friendRequests } = await visit("GET /api/friends/friend-requests", "/api/friends/friend-requests", {
      as: grace,
    });
    return friendRequests.find(({ sender }: { sender: { id: string } }) => sender.id === adaId).id;
  };
  await visit("GET /api/friends/friends", "/api/friends/friends", { as: ada });
  await visit("GET /api/friends/request-status/:userId", `/api/friends/request-status/${graceId}`, { as: ada });
  await visit("DELETE /api/friends/unfriend/:userId", `/api/friends/unfriend/${graceId}`, { as: ada });
  await visit("POST /api/friends/request/:userId", `/api/friends/request/${graceId}`, { as: ada, json: {} });
  const decline = "/api/friends/decline-friend-request";
  await visit(`POST ${decline}/:id`, `${decline}/${await asked()}`, { as: grace, json: {} });
  const again = { as: ada, json: { receiverId: graceId } };
  await visit("POST /api/friends/friend-request", "/api/friends/friend-request", again);
  const accept = "/api/friends/accept-friend-request";
  await visit(`POST ${accept}/:id`, `${accept}/${await asked()}`, { as: grace, json: {} });
}

async function groups(visit: Visit, as: As, n: number): Promise<void> {
  const stranger = crowdMember(5);
  await visit("GET /dashboard", "/dashboard", { as });
  await visit("GET /dashboard ?tab=friends", "/dashboard?tab=friends", { as });
  await visit("GET /api/groups", "/api/groups", { as });
  const made = await visit("POST /api/groups", "/api/groups", { as, json: { groupName: `Round ${n}` } });
  const { id } = made.group;
  await visit("GET /api/groups/:id", `/api/groups/${groupId("algebra")}`, { as });
  await visit("POST /api/groups/:id/members", `/api/groups/${id}/members`, { as, json: { userId: stranger } });
  await visit("DELETE /api/groups/:id/members/:userId", `/api/groups/${id}/members/${stranger}`, { as });
  await visit("DELETE /api/groups/:id", `/api/groups/${id}`, { as });
  for (const tab of ["chat", "members", "settings"]) {
    await visit(`GET /group/:id ?tab=${tab}`, `/group/${groupId("algebra")}?tab=${tab}`, { as });
  }
  for (const [kind, id] of [["group", groupId("algebra")], ["profile", personId("grace")]]) {
    await visit(`GET /report ${kind}`, `/report?kind=${kind}&id=${id}`, { as });
    await visit(`POST /api/reports ${kind}`, "/api/reports", { as, json: { kind, id, reason: "Spam" } });
  }
  await visit("POST /report", "/report", { as, form: { kind: "group", id: groupId("algebra"), reason: "Spam" } });
  const { invite } = await visit("POST /api/groups/:id/invites", `/api/groups/${groupId("algebra")}/invites`, {
    as,
    json: { maxUses: 5 },
  });
  await visit("GET /api/groups/:id/invites", `/api/groups/${groupId("algebra")}/invites`, { as });
  const [, token] = /join\/(.*)/.exec(invite.url)!;
  await visit("GET /api/join/:token", `/api/join/${token}`);
  await visit("POST /api/join/:token", `/api/join/${token}`, { as });
  await visit("GET /join/:token", `/join/${token}`);
  await visit("DELETE /api/groups/:id/invites/:inviteId", `/api/groups/${groupId("algebra")}/invites/${invite.id}`, {
    as,
  });
  await visit("POST /api/groups/:id/invites/mail", `/api/groups/${groupId("algebra")}/invites/mail`, {
    as,
    json: { emails: ["invited@example.org"] },
  });
  const mails = await visit("GET /dev/mail.json", "/dev/mail.json");
  const [, mailed] = /invitations\/([\w-]+)/.exec(
    mails.find(({ to }: { to: string }) => to === "invited@example.org").text,
  )!;
  await visit("GET /invitations/:token", `/invitations/${mailed}`);
  await visit("GET /api/invitations", "/api/invitations", { as });
  await answerInvitations(visit);
  await aboutGroup(visit, as, n);
}

/** As Grace, who is invited into a new group of Ada's, declines first, and accepts later. */
async function answerInvitations(visit: Visit): Promise<void> {
  const ada = await logIn(visit, "ada");
  const grace = await logIn(visit, "grace");
  const named = { groupName: "Invited" };
  const { group: { id } } = await visit("POST /api/groups", "/api/groups", { as: ada, json: named });
  for (const answer of ["decline", "accept"]) {
    const json = { emails: ["grace@example.org"] };
    await visit("POST /api/groups/:id/invites/mail", `/api/groups/${id}/invites/mail`, { as: ada, json });
    const { invitations: [{ id: invitation }] } = await visit("GET /api/invitations", "/api/invitations", {
      as: grace,
    });
    await visit(`POST /api/invitations/:id/${answer}`, `/api/invitations/${invitation}/${answer}`, {
      as: grace,
      json: {},
    });
  }
  await visit("DELETE /api/groups/:id", `/api/groups/${id}`, { as: ada });
}

async function aboutGroup(visit: Visit, as: As, n: number): Promise<void> {
  const algebra = groupId("algebra");
  const [here, grace] = [groupPaths.aboutGroup(algebra), personId("grace")];
  await visit("GET /group/:id/about", here, { as });
  await visit("GET /group/:id/about ?member", `${here}?member=${grace}`, { as });
  const { group } = await visit("GET /api/groups/:id", `/api/groups/${algebra}`, { as });
  const description = `${group.description ?? ""}`.replace(/ \(\d+\)$/, "") + ` (${n})`;
  await visit("PUT /api/groups/:id", `/api/groups/${algebra}`, { as, json: { description } });
  for (const role of ["organizer", "member"]) {
    const path = `/api/groups/${algebra}/members/${grace}/role`;
    await visit("PUT /api/groups/:id/members/:userId/role", path, { as, json: { role } });
  }
  const stranger = crowdMember(6);
  await visit("PUT /api/users/:userId/block", `/api/users/${stranger}/block`, { as });
  await visit("GET /api/users/blocked", "/api/users/blocked", { as });
  await visit("GET /api/users/blocked ?after", `/api/users/blocked?after=${stranger}`, { as });
  await visit("GET /account privacy", accountPaths.accountTab("privacy"), { as });
  await visit("GET /group/:id blocked", groupPaths.group(algebra), { as });
  await visit("DELETE /api/users/:userId/block", `/api/users/${stranger}/block`, { as });
}

async function chat(visit: Visit, as: As, n: number): Promise<void> {
  const messages = `/api/groups/${groupId("algebra")}/messages`;
  const read = "GET /api/groups/:id/messages";
  const { messages: [{ seq }] } = await visit(read, messages, { as });
  await visit(`${read} ?before`, `${messages}?before=${seq}&limit=50`, { as });
  await visit(`${read} ?after`, `${messages}?after=20&limit=50`, { as });
  await visit("POST /api/groups/:id/messages", messages, {
    as,
    json: { content: `Round ${n}`, clientId: `round-${n}` },
  });
  const form = { content: `Round ${n}` };
  await visit("POST /group/:id/messages", `/group/${groupId("algebra")}/messages`, { as, form });
}

async function messages(visit: Visit, as: As, n: number): Promise<void> {
  const here = `/api/groups/${groupId("algebra")}`;
  const post = (content: string, more: Record<string, unknown> = {}) =>
    visit(`POST /api/groups/:id/messages ${Object.keys(more)}`, `${here}/messages`, { as, json: { content, ...more } });
  const { message } = await post(`@grace Lemma ${n}`);
  await post(`Which one? ${n}`, { replyTo: message.id });
  const route = "/api/groups/:id/messages/:messageId";
  const path = `${here}/messages/${message.id}`;
  await visit(`PUT ${route}`, path, { as, json: { content: `@grace Lemma ${n}, of course` } });
  for (const method of ["PUT", "DELETE"]) {
    await visit(`${method} ${route}/reactions/:emoji`, `${path}/reactions/%F0%9F%91%8D`, { as });
    await visit(`${method} ${route}/pin`, `${path}/pin`, { as });
  }
  await visit("GET /api/groups/:id/pins", `${here}/pins`, { as });
  await visit("GET /api/groups/:id/changes", `${here}/changes?after=${message.rev}`, { as });
  for (const query of ["lemma", "the proof", "lemma&before=9999"]) {
    await visit(`GET /api/groups/:id/messages/search ${query}`, `${here}/messages/search?query=${query}`, { as });
  }
  await visit(`DELETE ${route}`, path, { as });
  await visit("PUT /api/groups/:id/read", `${here}/read`, { as, json: { seq: message.seq } });
  await visit("PUT /api/groups/:id/notify", `${here}/notify`, { as, json: { level: "all" } });
}

async function files(visit: Visit, as: As, n: number): Promise<void> {
  const here = `/api/groups/${groupId("algebra")}`;
  const upload = () => visit("POST /api/groups/:id/files", `${here}/files`, { as, file: `Proof ${n}` });
  const { file } = await upload();
  await visit("POST /api/groups/:id/messages files", `${here}/messages`, {
    as,
    json: { content: "", files: [file.id] },
  });
  await visit("GET /files/:id/:name", file.url, { as });
  await visit("GET /api/files/:id/:name", `/api${file.url}`, { as });
  const { file: unsent } = await upload();
  await visit("DELETE /api/files/:id", `/api/files/${unsent.id}`, { as });
}

async function notices(visit: Visit, as: As, n: number): Promise<void> {
  const { notices: [latest] } = await visit("GET /api/notices", "/api/notices", { as });
  await visit("GET /api/notices ?before", `/api/notices?before=${latest?.id ?? "none"}`, { as });
  await visit("GET /notices", "/notices", { as });
  await visit("POST /api/notices/read", "/api/notices/read", { as, json: n % 2 ? { ids: ["none"] } : { all: true } });
  await visit("GET /api/push/key", "/api/push/key");
  const endpoint = `https://push.example.org/${n}`;
  await visit("POST /api/push", "/api/push", { as, json: { endpoint, keys: browserKeys } });
  await visit("DELETE /api/push", "/api/push", { as, json: { endpoint } });
}

async function books(visit: Visit, as: As, n: number): Promise<void> {
  for (const query of ["algebra", "shelley", "9780141439471"]) {
    await visit(`GET /api/books/search ${query}`, `/api/books/search?query=${query}`, { as });
  }
  const shelf = `/api/books/groups/${groupId("algebra")}/books`;
  const { books: [{ id: bookId }] } = await visit("GET /api/books/groups/:groupId/books", shelf, { as });
  const json = { currentPage: n % 100 };
  await visit("PUT /api/books/:bookId/progress", `/api/books/${bookId}/progress`, { as, json });
  const messages = `/api/groups/${groupId("algebra")}/messages`;
  const tied = { content: `About page ${n}`, anchor: { bookId, page: 7 } };
  const { message } = await visit("POST /api/groups/:id/messages anchor", messages, { as, json: tied });
  await visit("POST /api/groups/:id/messages/:messageId/unveil", `${messages}/${message.id}/unveil`, { as });
  const note = { content: `Round ${n}`, pageNumber: 7, bookId };
  await visit("POST /api/books/:bookId/notes/:page", `/api/books/${bookId}/notes/7`, { as, json: note });
  await visit("GET /api/books/:bookId/notes/:page", `/api/books/${bookId}/notes/7`, { as });
  const here = `/group/${groupId("algebra")}`;
  await visit("GET /group/:id ?book", `${here}?book=${bookId}&page=7`, { as });
  await visit("POST /group/:id/books/:bookId/notes", `${here}/books/${bookId}/notes?book=${bookId}&page=7`, {
    as,
    form: { ...note, pageNumber: "7" },
  });
  const { group } = await visit("POST /api/groups", "/api/groups", { as, json: { groupName: `Reading ${n}` } });
  const added = { as, json: { title: "Flatland", author: "Edwin A. Abbott" } };
  await visit("POST /api/books/groups/:groupId/books", `/api/books/groups/${group.id}/books`, added);
  await visit("DELETE /api/groups/:id with a book", `/api/groups/${group.id}`, { as });
}

/** The first book of the demo's algebra group. */
const demoBook = `${groupId("algebra")}-book-1`;

async function readTogether(visit: Visit, as: As, n: number): Promise<void> {
  const [route, here] = ["/api/books/:bookId", `/api/books/${demoBook}`];
  const page = `/group/${groupId("algebra")}/books/${demoBook}`;
  const schedule = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [1, 4] };
  await visit(`PUT ${route}/plan`, `${here}/plan`, { as, json: schedule });
  await visit(`PUT ${route}/sharing`, `${here}/sharing`, { as, json: { shared: true } });
  await visit(`GET ${route}/plan`, `${here}/plan`, { as });
  await visit(`GET ${route}/readers`, `${here}/readers`, { as });
  await visit(`POST ${route}/notes/:page`, `${here}/notes/9`, {
    as,
    json: { content: `Shared ${n}`, pageNumber: 9, bookId: demoBook },
  });
  await visit(`PUT ${route}/notes/:page/sharing`, `${here}/notes/9/sharing`, { as, json: { shared: true } });
  const { notes } = await visit(`GET ${route}/notes`, `${here}/notes`, { as });
  await visit(`GET ${route}/notes ?page`, `${here}/notes?page=9&before=${notes.at(-1).id}`, { as });
  const answers = `/api/notes/${notes[0].id}/answers`;
  const { answer } = await visit("POST /api/notes/:noteId/answers", answers, { as, json: { content: `Yes ${n}` } });
  await visit("DELETE /api/notes/:noteId/answers/:answerId", `${answers}/${answer.id}`, { as });
  for (const query of ["", "?query=shared", "?before=9999999999999.none"]) {
    await visit(`GET /api/notes ${query}`, `/api/notes${query}`, { as });
  }
  await visit("GET /api/notes/export", "/api/notes/export", { as });
  await visit("GET /notes", "/notes", { as });
  await visit("GET /notes/export", "/notes/export", { as });
  const { question } = await visit(`POST ${route}/questions`, `${here}/questions`, {
    as,
    json: { page: 1, question: `Why ${n}?` },
  });
  await visit(`GET ${route}/questions`, `${here}/questions`, { as });
  await visit(`GET ${route}/questions ?after`, `${here}/questions?after=${question.id}`, { as });
  const path = `/api/questions/${question.id}/answer`;
  await visit("PUT /api/questions/:questionId/answer", path, { as, json: { content: "Because" } });
  await visit("GET /api/questions/:questionId/answers", `${path}s`, { as });
  for (const tab of ["pace", "notes", "questions", "copy"]) {
    await visit(`GET /group/:id/books/:bookId ?tab=${tab}`, `${page}?tab=${tab}`, { as });
  }
  await visit("DELETE /api/questions/:questionId", `/api/questions/${question.id}`, { as });
  await visit(`DELETE ${route}/plan`, `${here}/plan`, { as });
}

async function copies(visit: Visit, as: As, n: number): Promise<void> {
  const [route, here] = ["/api/books/:bookId", `/api/books/${demoBook}`];
  const edition = { unit: "pages", pageCount: 400 + n };
  await visit(`PUT ${route}/edition`, `${here}/edition`, { as, json: edition });
  const chapters = [{ title: "Vector Spaces", page: 1 }, { title: `Polynomials ${n}`, page: 117 }];
  await visit(`PUT ${route}/chapters`, `${here}/chapters`, { as, json: chapters });
  await visit(`PUT ${route}/anchors`, `${here}/anchors`, { as, json: chapters });
  for (const what of ["edition", "chapters", "anchors"]) await visit(`GET ${route}/${what}`, `${here}/${what}`, { as });
}

async function readingLog(visit: Visit, as: As, n: number): Promise<void> {
  const file = `Title,Author,Exclusive Shelf,Date Read\nFlatland ${n},Edwin A. Abbott,read,2026/03/0${n}\n`;
  await visit("POST /api/reading/import", "/api/reading/import", { as, file });
  for (const year of ["", "?year=2026"]) {
    const { books } = await visit(`GET /api/reading ${year}`, `/api/reading${year}`, { as });
    const [book] = books;
    await visit(`GET /reading ${year}`, `/reading${year}`, { as });
    await visit("GET /reading/books", "/reading/books", { as });
    if (!book) continue;
    await visit("GET /reading/books ?after", `/reading/books?after=${book.id}`, { as });
    await visit("DELETE /api/reading/books/:id", `/api/reading/books/${book.id}`, { as });
  }
  await visit("GET /api/reading/export", "/api/reading/export", { as });
  await visit("GET /reading/export", "/reading/export", { as });
}

async function timers(visit: Visit, ada: As, grace: As): Promise<void> {
  const [route, here] = ["/api/groups/:id/timer", `/api/groups/${groupId("algebra")}/timer`];
  await visit(`POST ${route}`, here, { as: ada, json: { minutes: 25 } });
  await visit(`POST ${route}/join`, `${here}/join`, { as: grace, json: {} });
  await visit(`GET ${route}`, here, { as: grace });
  await visit("GET /group/:id ?timer", `/group/${groupId("algebra")}?timer`, { as: ada });
  await visit(`DELETE ${route}/join`, `${here}/join`, { as: grace });
  await visit(`DELETE ${route}`, here, { as: ada });
}

/** The address of a service on any free port, as it knows it. */
const origin = "http://localhost:0";

/** Adds a passkey, signs in with it, and removes it. */
async function passkey(visit: Visit, as: As): Promise<void> {
  const keys = "/api/auth/passkeys";
  const { key, response } = makeKey(await visit(`POST ${keys}/options`, `${keys}/options`, { as, json: {} }), {
    origin,
  });
  await visit(`POST ${keys}`, keys, { as, json: { response, name: "Phone" } });
  await visit(`PUT ${keys}/:id`, `${keys}/${key.id}`, { as, json: { name: "Laptop" } });
  const challenge = await visit(`POST ${keys}/login/options`, `${keys}/login/options`, { json: {} });
  await visit(`POST ${keys}/login`, `${keys}/login`, { json: answerWith(key, challenge, { origin }) });
  await visit(`DELETE ${keys}/:id`, `${keys}/${key.id}`, { as });
}

/** As Ada, whom the settings make an operator. */
async function operate(visit: Visit, as: As, other: As): Promise<void> {
  const api = "/api/operator";
  for (const query of ["", "?query=gra", "?query=grace@ex", `?after=${crowdMember(9)}`]) {
    await visit(`GET ${api}/people ${query}`, `${api}/people${query}`, { as });
    await visit(`GET /operator/people ${query}`, `/operator/people${query}`, { as });
  }
  const newcomers = await visit(`GET ${api}/people newcomer`, `${api}/people?query=moved-`, { as });
  await visit(`DELETE ${api}/people/:id`, `${api}/people/${newcomers.people[0].id}`, { as });
  await visit("GET /operator", "/operator", { as });
  const stranger = crowdMember(7);
  for (const disabled of [true, false]) {
    await visit(`PUT ${api}/people/:id`, `${api}/people/${stranger}`, { as, json: { disabled } });
  }
  await visit(`DELETE ${api}/people/:id/sessions`, `${api}/people/${stranger}/sessions`, { as });
  await turnOnCodes(visit, other);
  await visit(`DELETE ${api}/people/:id/totp`, `${api}/people/${personId("grace")}/totp`, { as });
  for (const tab of ["groups", "mail", "audit"]) {
    await visit(`GET ${api}/${tab}`, `${api}/${tab}`, { as });
    await visit(`GET ${api}/${tab} ?after`, `${api}/${tab}?after=0`, { as });
    await visit(`GET /operator/${tab}`, `/operator/${tab}`, { as });
  }
  const json = { kind: "profile", id: stranger, reason: "Spam" };
  await visit("POST /api/reports", "/api/reports", { as: other, json });
  const { reports: [{ id }] } = await visit(`GET ${api}/reports`, `${api}/reports`, { as });
  await visit("GET /operator/reports", "/operator/reports", { as });
  await visit(`PUT ${api}/reports/:id`, `${api}/reports/${id}`, { as, json: { decision: "dismissed", note: "Fine." } });
  for (const query of ["?decided=1", `?decided=1&after=${id}`, `?after=${id}`]) {
    await visit(`GET ${api}/reports ${query}`, `${api}/reports${query}`, { as });
  }
  await visit(`GET ${api}/numbers`, `${api}/numbers`, { as });
  await visit("GET /operator/numbers", "/operator/numbers", { as });
  const endsAt = new Date(Date.now() + 3600_000).toISOString();
  await visit(`PUT ${api}/announcement`, `${api}/announcement`, { as, json: { text: "Maintenance tonight", endsAt } });
  await visit("GET /operator/announcement", "/operator/announcement", { as });
  await visit(`DELETE ${api}/announcement`, `${api}/announcement`, { as });
  const { group } = await visit("POST /api/groups", "/api/groups", { as: other, json: { groupName: "To be deleted" } });
  await visit(`DELETE ${api}/groups/:id`, `${api}/groups/${group.id}`, { as });
}

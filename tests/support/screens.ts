/** Every screen of the product in each of its states: for pictures, and for checks that hold for all of them. */
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import { insertLinkedAccount } from "../../db/account/credentials.ts";
import { listMessages } from "../../db/chat/messages.ts";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { eq, inArray, like } from "drizzle-orm";
import { insertBook } from "../../db/books/books.ts";
import { removeBook } from "../../db/books/removal.ts";
import { setInterest } from "../../db/books/interests.ts";
import { updateBook } from "../../db/books/shelf.ts";
import { findGroup } from "../../db/groups/groups.ts";
import { deleteToken, saveToken } from "../../db/groups/calendars.ts";
import { saveDate } from "../../db/groups/meeting_date_changes.ts";
import { saveReply } from "../../db/groups/meeting_replies.ts";
import { insertMeeting } from "../../db/groups/new_meetings.ts";
import { insertPoll } from "../../db/groups/new_polls.ts";
import { endPoll, settlePoll } from "../../db/groups/poll_closing.ts";
import { saveVote } from "../../db/groups/poll_votes.ts";
import { deletePoll } from "../../db/groups/polls.ts";
import { shelf as shelfLimits } from "../../server/contract/books/limits.ts";
import * as limits from "../../server/contract/groups/limits.ts";
import { saveInOverview, saveSettings, saveSharesPages } from "../../db/groups/settings.ts";
import { books as bookRows, identities, meetings, members, messages, serviceKeys } from "../../db/schema.ts";
import { openIdentityProvider } from "../../server/auth/identity_provider.ts";
import { type Settings, usualSettings } from "../../server/contract/groups/settings_shapes.ts";
import { textStyleCookie } from "../../server/contract/reading/text_style.ts";
import { startApp } from "./app.ts";
import type { Scene } from "./scene.ts";

export type Viewer = "ada" | "grace" | "nora" | "bertha" | "olga";

export interface Screen {
  path: string;
  /** Who looks at it; a visitor otherwise. */
  as?: Viewer;
  /** Before it is asked for: what stands in the way, or what the browser has stored. */
  before?: (page: Page, scene: Scene) => Promise<unknown>;
  /** Once it is alive: what leads to the state. Needs script. */
  act?: (page: Page, scene: Scene) => Promise<unknown>;
  /** Brings forth what is behind a button where there is little room; does nothing where it is in sight. */
  reveal?: (page: Page) => Promise<unknown>;
  /** Puts back what `before` has changed. */
  after?: (page: Page, scene: Scene) => Promise<unknown>;
  /** Whether it looks otherwise without script. */
  differs?: boolean;
}

const submit = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last().click();
const slowly = (pattern: string) => (page: Page) => page.route(pattern, () => {});
const failing = (pattern: string) => (page: Page) => page.route(pattern, (route) => route.abort());
const calm = (page: Page) => page.unrouteAll({ behavior: "ignoreErrors" });

const logIn = async (page: Page) => {
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill("a guess");
  await submit(page, "Login");
};

/** Sets where people have accounts too. It is not asked anything before somebody signs in. */
const provide = (oidcIssuer: string, oidcName?: string) => (_: unknown, { app: { deps } }: Scene) => {
  const client = { oidcIssuer, oidcName, oidcClientId: "one", oidcClientSecret: "secret" };
  deps.identityProvider = openIdentityProvider({ ...deps, config: { ...deps.config, ...client } });
  return Promise.resolve();
};
const school = "https://school.example";
const withSchool = provide(school, "Engine School");
const withGoogle = provide("https://accounts.google.com");
const withoutProvider = (_: unknown, { app: { deps } }: Scene) => Promise.resolve(deps.identityProvider = undefined);

/** The screens, by name. Their addresses depend on what the scene has made. */
export const screensOf = (
  { group, emptyGroup, oddGroup, tiedGroup, direct, own, books, grace, nora, invites, card }: Scene,
): Record<string, Screen> => ({
  home: { path: "/" },
  landing: { path: "/pre" },
  demo: { path: "/demo" },
  "demo-begun": {
    path: "/demo",
    async act(page) {
      await submit(page, "Try it");
      await page.locator(".demo-step").waitFor();
    },
  },
  about: { path: "/about" },
  "report-person": { path: `/report?kind=profile&id=${grace.id}`, as: "ada" },
  "report-group": { path: `/report?kind=group&id=${group}`, as: "ada" },
  contact: { path: "/contact" },
  events: { path: "/events", as: "ada" },
  offline: { path: "/offline" },
  "offline-stored": {
    path: "/offline",
    async act(page) {
      await page.evaluate(storePages);
      await page.reload();
      await page.locator(".stored-list").first().waitFor();
    },
  },
  login: { path: "/login", differs: true },
  "login-busy": { path: "/login", before: slowly("**/auth/login"), act: logIn, after: calm },
  "login-wrong": {
    path: "/login",
    act: async (page) => (await logIn(page), await page.getByRole("alert").first().waitFor()),
  },
  "login-unreachable": {
    path: "/login",
    before: failing("**/auth/login"),
    act: async (page) => (await logIn(page), await page.getByRole("alert").first().waitFor()),
    after: calm,
  },
  "login-code": {
    path: "/login/code",
    before: (page) => page.context().addCookies([{ name: "two_step", value: "one", domain: "localhost", path: "/" }]),
    after: (page) => page.context().clearCookies({ name: "two_step" }),
  },
  "login-school": { path: "/login", before: withSchool, after: withoutProvider },
  "login-google": { path: "/login", before: withGoogle, after: withoutProvider },
  "login-elsewhere": { path: "/login/elsewhere?problem=link_first", before: withSchool, after: withoutProvider },
  account: { path: "/account", as: "ada" },
  "account-elsewhere": {
    path: "/account#elsewhere",
    as: "ada",
    async before(page, scene) {
      await withSchool(page, scene);
      const { app: { deps: { db } }, ada } = scene;
      await db.write([insertLinkedAccount(db, ada.id, { issuer: school, subject: "ada", now: 1.7e12 })]);
      await db.write([
        insertLinkedAccount(db, ada.id, { issuer: "https://former.example", subject: "ada", now: 1.6e12 }),
      ]);
    },
    async after(page, scene) {
      await withoutProvider(page, scene);
      const { db } = scene.app.deps;
      await db.write([db.q.delete(identities)]);
    },
  },
  register: { path: "/register", differs: true },
  "register-typing": {
    path: "/register",
    async act(page) {
      await page.getByLabel("Full name").fill("Ada Lovelace");
      await page.getByLabel("Email").fill("ada@example.org");
      await page.getByLabel("Password", { exact: true }).fill("Loomcard1");
      await page.getByText("already registered").waitFor();
    },
  },
  "register-done": {
    path: "/register?done",
    before: (page) =>
      page.context().addCookies([
        { name: "chapterhouse_address", value: "ada%40example.org", domain: "localhost", path: "/" },
      ]),
    after: (page) => page.context().clearCookies({ name: "chapterhouse_address" }),
  },
  "register-after-demo": { path: "/register?demo" },
  verifying: {
    path: "/verify-email?token=one",
    // A browser that is on its way to another page answers no questions about this one.
    before: (page) =>
      page.addInitScript(() => addEventListener("submit", (event) => event.preventDefault(), { capture: true })),
    act: (page) => page.getByText("Verifying your email...").waitFor(),
    differs: true,
  },
  "verify-invalid": {
    path: "/verify-email?token=gone",
    act: (page) => page.getByRole("alert").first().waitFor(),
  },
  "verify-none": { path: "/verify-email" },
  "verify-resend": { path: "/verify-email?resend", differs: true },
  forgot: { path: "/forgot-password" },
  "forgot-sent": { path: "/forgot-password?sent" },
  reset: { path: "/reset-password?token=one" },
  "dev-mail": { path: "/dev/mail" },
  error: {
    path: "/dashboard",
    as: "ada",
    before: (_, { app }) => app.deps.db.write([app.deps.db.q.run("alter table users rename to gone")]),
    after: (_, { app }) => app.deps.db.write([app.deps.db.q.run("alter table gone rename to users")]),
  },

  dashboard: { path: "/dashboard", as: "ada", differs: true },
  "dashboard-empty": { path: "/dashboard", as: "nora" },
  "dashboard-200": { path: "/dashboard", as: "bertha" },
  "dashboard-create": { path: "/dashboard?create", as: "ada", differs: true },
  "dashboard-delete": { path: `/dashboard?delete=${group}`, as: "ada", differs: true },
  "dashboard-failed": {
    path: "/dashboard?create",
    as: "nora",
    before: failing("**/api/groups"),
    async act(page) {
      await page.getByLabel("Group name").fill("Logic");
      await submit(page, "Create");
      await page.getByText("Failed to create group").first().waitFor();
    },
    after: calm,
  },
  menu: {
    path: "/dashboard",
    as: "ada",
    reveal: async (page) => {
      const menu = page.getByRole("button", { name: "Menu" });
      if (await menu.isVisible()) await menu.click();
    },
  },
  requests: { path: "/dashboard?tab=friends", as: "ada" },
  "requests-empty": { path: "/dashboard?tab=friends", as: "nora" },

  group: { path: `/group/${group}`, as: "ada", differs: true },
  "group-dark-chat": {
    path: `/group/${group}`,
    as: "ada",
    before: (page) => page.addInitScript(() => localStorage.setItem("chatDarkMode", "true")),
    act: (page) => page.waitForSelector("[data-chat-theme=dark]"),
  },
  "group-writing": {
    path: `/group/${group}`,
    as: "ada",
    async act(page) {
      await page.getByLabel("Message", { exact: true }).fill("**Why** is $\\frac{a}{b$ ||hidden||?");
      await page.locator(".write-preview strong").waitFor({ state: "attached" });
    },
  },
  preview: {
    path: "/events",
    as: "ada",
    async act(page) {
      await page.evaluate(sendToPreview);
      await page.getByRole("heading", { name: "Preview" }).waitFor();
    },
  },
  "group-empty": { path: `/group/${emptyGroup}`, as: "ada" },
  "group-steps": {
    path: `/group/${oddGroup}`,
    as: "ada",
    act: (page) => page.locator(".steps > summary").click(),
  },
  "group-odd": { path: `/group/${oddGroup}`, as: "ada" },
  "group-tied": { path: `/group/${tiedGroup}`, as: "ada", differs: true },
  "group-timer-none": { path: `/group/${group}?timer`, as: "ada", differs: true },
  "group-timer": {
    path: `/group/${group}`,
    as: "ada",
    async act(page, { app, ada, group }) {
      await app.call("POST", `/groups/${group}/timer`, ada, { minutes: 25 });
      // The chat comes alive when it is unfolded.
      await page.reload();
      await page.getByText("minutes left").waitFor();
    },
    after: (_, { app, ada, group }) => app.call("DELETE", `/groups/${group}/timer`, ada),
  },
  "group-timer-over": {
    path: `/group/${group}`,
    as: "ada",
    async act(page, { app, ada, group }) {
      await app.call("POST", `/groups/${group}/timer`, ada, { minutes: 25 });
      await app.call("DELETE", `/groups/${group}/timer`, ada);
      await page.reload();
      await page.getByText("Time is over").waitFor();
    },
  },
  "group-lost": {
    path: `/group/${group}`,
    as: "ada",
    async before(page) {
      await page.addInitScript(refuseSockets);
      await page.route("**/socket.io/**", (route) => route.abort());
    },
    act: (page) => page.getByText("Connection error").first().waitFor(),
    after: calm,
  },
  "group-message": { path: `/group/${group}?message=2`, as: "ada", differs: true },
  "group-menu": {
    path: `/group/${group}`,
    as: "ada",
    async act(page) {
      await page.locator("a.message-time").last().focus();
      await page.getByRole("button", { name: "More actions" }).click();
      await page.locator(".menu-item").first().waitFor();
    },
  },
  "group-emoji": {
    path: `/group/${group}`,
    as: "ada",
    async act(page) {
      await page.locator("a.message-time").last().focus();
      await page.getByRole("button", { name: "Add reaction" }).click();
      await page.getByRole("button", { name: "More emoji" }).click();
      await page.getByRole("gridcell").first().waitFor();
    },
  },
  "group-reply": {
    path: `/group/${group}`,
    as: "ada",
    async act(page) {
      await page.locator("a.message-time").last().focus();
      await page.getByRole("button", { name: "Reply" }).click();
      await page.locator(".composer-top").waitFor();
      await page.getByLabel("Message", { exact: true }).pressSequentially("@");
      await page.locator(".mention-list").waitFor();
    },
  },
  "group-written": {
    path: `/group/${group}`,
    as: "ada",
    async act(page) {
      await page.locator("a.message-time").last().focus();
      await page.getByRole("button", { name: "Reply" }).click();
      await page.getByRole("button", { name: "Write about a page" }).click();
      await page.getByRole("button", { name: "Use this page" }).click();
      await page.getByLabel("Attach files", { exact: true }).setInputFiles(
        ["Notes on chapter 3.txt", "Questions.txt"].map((name) => ({
          name,
          mimeType: "text/plain",
          buffer: Buffer.from("one"),
        })),
      );
      await page.getByLabel("Message", { exact: true }).fill("The cards are read in order. ".repeat(12));
      await page.locator(".attachment").nth(1).waitFor();
    },
  },
  "group-find": {
    path: `/group/${group}`,
    as: "ada",
    async act(page) {
      const link = page.getByRole("link", { name: "Search messages" });
      if (!await link.isVisible()) await page.locator(".group-name button").click();
      await link.click();
      await page.getByRole("searchbox", { name: "Search messages" }).fill("the");
      await page.keyboard.press("Enter");
      await page.locator(".finder-found > *").first().waitFor();
    },
  },
  "group-pinned": { path: `/group/${group}`, as: "ada", before: pin("PUT"), after: pin("DELETE"), differs: true },
  "group-search": { path: `/group/${group}?search=the`, as: "ada" },
  "group-pins": { path: `/group/${group}?pins`, as: "ada" },
  members: { path: `/group/${group}?tab=members`, as: "ada" },
  "members-guest": { path: `/group/${group}?tab=members`, as: "grace" },
  "members-odd": { path: `/group/${oddGroup}?tab=members`, as: "ada" },
  "members-add": { path: `/group/${group}?tab=members&add`, as: "ada", differs: true },
  "members-found": { path: `/group/${group}?tab=members&add&username=no`, as: "ada", differs: true },
  "members-none": { path: `/group/${group}?tab=members&add&username=zzz`, as: "ada" },
  "members-remove": { path: `/group/${group}?tab=members&remove=emmy`, as: "ada" },
  video: { path: `/group/${group}?tab=video`, as: "ada" },
  settings: { path: `/group/${group}?tab=settings`, as: "ada" },

  "about-group": { path: `/group/${group}/about`, as: "ada" },
  "about-group-member": { path: `/group/${group}/about`, as: "grace" },
  "about-group-odd": { path: `/group/${oddGroup}/about`, as: "ada" },
  "about-group-role": { path: `/group/${group}/about?member=${grace.id}`, as: "ada" },
  "about-settings": {
    path: `/group/${group}/about#all-settings`,
    as: "ada",
    ...decided({ overview: true, quietHours }),
  },
  "about-settings-wrong": {
    path: `/group/${emptyGroup}/about#all-settings`,
    as: "ada",
    async act(page) {
      await page.getByLabel("From").fill("22:00");
      await page.locator("#settings").getByRole("button", { name: "Save" }).click();
      await page.getByText("Please enter a time").first().waitFor();
    },
  },
  "about-changes": { path: `/group/${group}/about#all-changes`, as: "ada" },
  "about-own": {
    path: `/group/${group}/about#own`,
    as: "grace",
    ...decided({ askToShare: true, overview: true }, true),
  },
  "ask-to-share": { path: `/group/${group}/about`, as: "grace", ...decided({ askToShare: true }) },
  "ask-members": { path: `/group/${group}?tab=members`, as: "grace", ...decided({ overview: true }) },
  "ask-book": { path: `/group/${group}/books/${books[0]}`, as: "grace", ...decided({ askToShare: true }) },
  "members-hidden": { path: `/group/${group}?tab=members`, as: "grace", ...decided({ hideMembers: true }) },
  "books-closed": {
    path: `/group/${group}`,
    as: "grace",
    ...decided({ shelf: "organizers" }),
    differs: true,
    reveal: openBooks,
  },
  "pace-closed": { path: `/group/${group}/books/${books[1]}`, as: "grace", ...decided({ plan: "organizers" }) },
  "copy-closed": {
    path: `/group/${group}/books/${books[0]}?tab=copy`,
    as: "grace",
    ...decided({ contents: "organizers" }),
  },
  "book-remove": { path: `/group/${group}/books/${books[1]}?remove#remove`, as: "ada" },
  "book-removed": {
    path: `/group/${group}/books/${books[1]}?remove#remove`,
    as: "ada",
    async act(page) {
      await submit(page, "Remove");
      await page.getByRole("button", { name: "Undo" }).waitFor();
    },
    after: (_, { app, ada }) => app.call("POST", `/books/${books[1]}/restore`, ada),
  },
  "members-overview": { path: `/group/${group}?tab=members`, as: "ada", ...decided({ overview: true }, true) },
  overview: { path: `/group/${group}/overview`, as: "ada", ...decided({ overview: true }, true) },
  "overview-empty": { path: `/group/${group}/overview`, as: "ada", ...decided({ overview: true }) },
  "overview-off": { path: `/group/${group}/overview`, as: "ada" },
  "about-group-edit": {
    path: `/group/${group}/about`,
    as: "ada",
    async act(page) {
      for (const summary of await page.locator("main summary:visible").all()) await summary.click();
    },
  },
  "group-blocked": { path: `/group/${group}`, as: "ada", before: block("PUT"), after: block("DELETE"), differs: true },
  "group-blocked-found": {
    path: `/group/${group}?search=the`,
    as: "ada",
    before: block("PUT"),
    after: block("DELETE"),
  },
  invite: { path: `/group/${group}/invite`, as: "ada" },
  "invite-odd": { path: `/group/${oddGroup}/invite`, as: "ada" },
  "invite-none": { path: `/group/${emptyGroup}/invite`, as: "ada" },
  "invite-print": {
    path: `/group/${group}/invite`,
    as: "ada",
    act: (page) => page.emulateMedia({ media: "print" }),
  },
  "invite-addresses": {
    path: `/group/${emptyGroup}/invite`,
    as: "ada",
    async act(page) {
      await page.getByLabel("Email addresses").fill("ada@example.org, grace@nowhere");
      await submit(page, "Invite");
      await page.getByText("This is not an email address").first().waitFor();
    },
  },
  join: { path: invites.good },
  "join-code": { path: "/join" },
  "join-code-wrong": { path: "/join/ABCDEF" },
  "join-register": {
    path: invites.good,
    async act(page) {
      await submit(page, "Join: I'm new here");
      await page.locator(".join-banner").waitFor();
    },
  },
  "join-member": { path: invites.odd, as: "nora" },
  "join-revoked": { path: invites.revoked },
  "join-mailed": { path: invites.mailed },
  "dashboard-invited": { path: "/dashboard", as: "grace" },
  announcement: { path: "/dashboard", as: "ada", before: announce("PUT"), after: announce("DELETE") },

  "operator-people": { path: "/operator/people", as: "olga" },
  "operator-people-menu": { path: "/operator/people?query=linus", as: "olga", act: openMenu },
  "operator-people-add": { path: "/operator/people/add", as: "olga" },
  "people-add": { path: `/group/${emptyGroup}/people/add`, as: "ada" },
  "people-add-preview": { path: `/group/${emptyGroup}/people/add`, as: "ada", act: (page) => previewPeople(page) },
  cards: {
    path: `/group/${emptyGroup}/people/add`,
    as: "ada",
    async act(page) {
      // However often it is looked at.
      const n = Math.floor(Math.random() * 1e9);
      await previewPeople(
        page,
        ["Dorothy Vaughan", "Katherine Johnson", "محمد بن موسى"].map((name, i) => `${name}, pupil.${n}.${i}`),
      );
      await page.getByRole("button", { name: /^Make/ }).click();
      await page.getByRole("button", { name: "Print" }).waitFor();
    },
  },
  "cards-unused": { path: `/group/${emptyGroup}/cards`, as: "ada" },
  "cards-members": { path: `/group/${emptyGroup}?tab=members`, as: "ada" },
  card: { path: card },
  "card-code": { path: "/card" },
  "card-used": { path: "/card?token=ABCD-EFGH-IJKL-MNOP" },
  "operator-people-delete": { path: "/operator/people?query=mall&remove=mallory", as: "olga" },
  "operator-people-none": { path: "/operator/people?query=zzzz", as: "olga" },
  "operator-groups": { path: `/operator/groups?remove=${oddGroup}`, as: "olga" },
  "operator-reports": { path: "/operator/reports", as: "olga" },
  "operator-reports-decided": { path: "/operator/reports?decided=1", as: "olga" },
  "operator-numbers": { path: "/operator/numbers", as: "olga" },
  "operator-numbers-year": { path: "/operator/numbers?days=365", as: "olga" },
  setup: { path: "/setup?token=first", before: showSetup, after: calm },
  "setup-gone": { path: "/setup?token=wrong" },
  "operator-setup": { path: "/operator/setup", as: "olga" },
  "operator-settings": { path: "/operator/setup", as: "olga", before: store, after: forget },
  "operator-settings-wrong": {
    path: "/operator/setup",
    as: "olga",
    before: store,
    async act(page) {
      await page.getByLabel("Mail server", { exact: true }).fill("mail.school.example");
      await submit(page, "Save");
      await page.getByText("It must be the address of a mail server").first().waitFor();
    },
    after: forget,
  },
  "operator-mail": { path: "/operator/mail", as: "olga" },
  "operator-announcement": {
    path: "/operator/announcement",
    as: "olga",
    before: announce("PUT"),
    after: announce("DELETE"),
  },
  "operator-audit": { path: "/operator/audit", as: "olga" },

  "profile-blocked": { path: "/profile/khwarizmi", as: "ada", before: block("PUT"), after: block("DELETE") },
  "account-privacy": { path: "/account?tab=privacy", as: "nora" },
  "account-sessions": { path: "/account?tab=sessions", as: "ada" },
  "account-data": { path: "/account?tab=data", as: "ada" },
  "account-deleting": { path: "/account?tab=data", as: "nora", before: leave("POST"), after: leave("DELETE") },
  "account-wrong": {
    path: "/account",
    as: "nora",
    async act(page) {
      await page.getByText("Change password", { exact: true }).click();
      await page.getByLabel("Current password").first().fill("a guess");
      for (const label of ["New password", "Confirm new password"]) {
        await page.getByLabel(label, { exact: true }).fill("Loomcard1");
      }
      await page.getByRole("button", { name: "Save new password" }).click();
      await page.locator("#password").getByText("Invalid password").waitFor();
    },
  },
  "account-blocked": { path: "/account?tab=privacy", as: "ada", before: block("PUT"), after: block("DELETE") },

  "books-sheet": { path: `/group/${group}`, as: "ada", reveal: openBooks },
  "books-parts": { path: `/group/${group}`, as: "ada", reveal: openBooks, ...withShelf },
  "books-add": { path: `/group/${group}?add`, as: "ada", differs: true, reveal: openBooks },
  "books-found": { path: `/group/${group}?query=calculus`, as: "ada", differs: true, reveal: openBooks },
  "books-none": { path: `/group/${group}?query=qqqqqq`, as: "ada", reveal: openBooks },
  book: { path: `/group/${group}?book=${books[0]}&page=41`, as: "ada", differs: true },
  "book-shelf": { path: `/group/${group}?book=${books[1]}`, as: "ada" },
  pace: { path: `/group/${group}/books/${books[0]}`, as: "ada" },
  scan: { path: `/group/${group}/scan`, as: "grace" },
  "bring-text": { path: `/group/${group}/books/${books[0]}/text`, as: "grace" },
  club: { path: `/group/${group}/club`, as: "ada" },
  shelf: { path: `/group/${group}/shelf`, as: "ada" },
  "shelf-member": { path: `/group/${group}/shelf`, as: "grace", ...decided({ shelf: "organizers" }) },
  "shelf-full": { path: `/group/${group}/shelf?moved=suggestion`, as: "ada", ...withShelf },
  "shelf-pages": { path: `/group/${group}/shelf?done=2`, as: "ada", ...withLongShelf },
  "shelf-book": { path: `/group/${group}/shelf/${books[1]}`, as: "ada" },
  "shelf-fewer": {
    path: `/group/${group}/shelf/${books[0]}`,
    as: "ada",
    async act(page) {
      await page.getByLabel("Pages").fill("1");
      await submit(page, "Save");
      await page.getByText("Confirm that the book has fewer pages").first().waitFor();
    },
  },
  polls: { path: `/group/${group}/polls`, as: "ada", ...withPolls },
  "polls-in-chat": { path: `/group/${group}?latest`, as: "ada", ...withPolls },
  "polls-create": {
    path: `/group/${group}/polls`,
    as: "ada",
    act: (page) => page.getByText("Open a poll").first().click(),
  },
  "polls-member": { path: `/group/${group}/polls`, as: "grace" },
  "poll-ranked": { path: `/group/${group}/polls/ranked`, as: "ada", ...withPolls },
  "poll-ranked-wrong": {
    path: `/group/${group}/polls/ranked`,
    as: "ada",
    ...withPolls,
    async act(page) {
      for (const name of ["1st choice", "2nd choice"]) await page.getByLabel(name).selectOption("ranked1");
      await submit(page, "Vote");
      await page.locator(".field-error").waitFor();
    },
  },
  "poll-closed": { path: `/group/${group}/polls/decided`, as: "ada", ...withPolls },
  threads: { path: `/group/${group}/threads`, as: "ada", ...withThread },
  "threads-none": { path: `/group/${emptyGroup}/threads`, as: "ada" },
  thread: { path: `/group/${group}/threads/2`, as: "ada", ...withThread },
  "thread-wrong": {
    path: `/group/${group}/threads/2`,
    as: "ada",
    ...withThread,
    async act(page) {
      await page.getByLabel("Reply", { exact: true }).fill(" ");
      await submit(page, "Send");
      await page.locator(".field-error").waitFor();
    },
  },
  conversations: { path: "/conversations", as: "grace" },
  "conversations-empty": { path: "/conversations", as: "bertha" },
  conversation: { path: `/group/${direct}`, as: "grace" },
  "own-shelf": { path: `/group/${own}`, as: "olga" },
  "conversation-about": { path: `/group/${direct}/about`, as: "ada" },
  "find-group": { path: "/groups", as: "nora" },
  "find-group-none": { path: "/groups?query=zzzz", as: "ada" },
  "find-group-import": { path: "/groups#import", as: "ada" },
  "join-requests": { path: `/group/${emptyGroup}/requests`, as: "ada" },
  "join-requests-none": { path: `/group/${group}/requests`, as: "ada" },
  meetings: { path: `/group/${group}/meetings`, as: "ada", ...withMeeting },
  "meetings-none": { path: `/group/${group}/meetings`, as: "ada" },
  meeting: { path: `/group/${group}/meetings/evening`, as: "ada", ...withMeeting },
  "dashboard-meeting": { path: "/dashboard", as: "ada", ...withMeeting },
  "club-meeting": { path: `/group/${group}/club`, as: "ada", ...withMeeting },
  archive: { path: `/group/${group}/archive`, as: "ada" },
  "archive-member": { path: `/group/${group}/archive`, as: "grace" },
  "book-end": { path: `/group/${group}/books/${books[1]}/end`, as: "grace" },
  "pace-none": { path: `/group/${group}/books/${books[1]}`, as: "grace" },
  notes: { path: `/group/${group}/books/${books[0]}?tab=notes`, as: "ada" },
  "notes-page": { path: `/group/${group}/books/${books[0]}?tab=notes&page=12`, as: "ada" },
  "notes-none": { path: `/group/${group}/books/${books[1]}?tab=notes`, as: "ada" },
  questions: {
    path: `/group/${group}/books/${books[0]}?tab=questions`,
    as: "ada",
    act: (page) => page.getByRole("link", { name: /^See/ }).click(),
  },
  "questions-none": { path: `/group/${group}/books/${books[1]}?tab=questions`, as: "ada" },
  talk: { path: `/group/${group}/books/${books[0]}?tab=talk`, as: "ada" },
  "page-other": { path: `/group/${group}/books/${books[0]}?page=12`, as: "ada" },
  "plan-open": { path: `/group/${group}/books/${books[0]}?plan`, as: "ada" },
  copy: { path: `/group/${group}/books/${books[0]}?tab=copy`, as: "ada" },
  "copy-minutes": { path: `/group/${group}/books/${books[0]}?tab=copy`, as: "grace" },
  "copy-none": { path: `/group/${group}/books/${books[3]}?tab=copy`, as: "ada" },
  "book-odd": { path: `/group/${group}?book=${books[3]}`, as: "ada" },
  "book-split": { path: `/group/${group}?book=${books[3]}&view=split`, as: "ada", differs: true },

  notices: { path: "/notices", as: "ada", differs: true },
  "notices-some": { path: "/notices", as: "grace" },
  "notices-settings": {
    path: "/notices",
    as: "grace",
    act: (page) => page.getByText("What you are notified of").click(),
  },
  "notices-calendar": { path: "/notices?show=calendar", as: "grace" },
  "notices-calendar-made": { path: "/notices?show=calendar", as: "grace", differs: true, ...withCalendar },
  "notices-none": { path: "/notices", as: "bertha" },

  text: { path: `/group/${group}/books/${books[0]}/read?at=0`, as: "ada", differs: true },
  "text-elsewhere": { path: `/group/${group}/books/${books[0]}/read?at=900000000`, as: "ada" },
  "text-pages": {
    path: `/group/${group}/books/${books[0]}/read?at=0`,
    as: "ada",
    before: (page) =>
      page.context().addCookies([
        { name: textStyleCookie, value: "large.wide.normal.serif.sepia.pages", domain: "localhost", path: "/" },
      ]),
    after: (page) => page.context().clearCookies({ name: textStyleCookie }),
  },
  "text-style": {
    path: `/group/${group}/books/${books[0]}/read?at=0`,
    as: "ada",
    act: (page) => page.locator(".text-style > summary").click(),
  },
  "text-marking": { path: `/group/${group}/books/${books[0]}/read?at=0&mark`, as: "ada", differs: true },
  "text-margin": {
    path: `/group/${group}/books/${books[0]}/read?at=0`,
    as: "ada",
    act: async (page) => {
      const count = page.locator(".text-count");
      // Where there is room it is beside the text.
      if (await count.isVisible()) await count.click();
      await page.locator("#margin").waitFor();
    },
  },
  "text-bar": {
    path: `/group/${group}/books/${books[0]}/read?at=0`,
    as: "ada",
    act: async (page) => {
      await page.locator(".reader-text p").nth(5).selectText();
      await page.getByRole("toolbar").waitFor();
    },
  },
  marks: { path: `/group/${group}/books/${books[0]}/read/marks`, as: "ada" },
  "marks-none": { path: `/group/${group}/books/${books[1]}/read/marks`, as: "ada" },
  "mark-form": { path: `/group/${group}/books/${books[0]}/read/mark?at=100000000`, as: "ada" },
  "text-contents": { path: `/group/${group}/books/${books[0]}/read/contents`, as: "ada" },
  "text-search": { path: `/group/${group}/books/${books[0]}/read/search?query=it+goes+on`, as: "ada" },
  "own-notes": { path: "/notes", as: "ada" },
  "own-notes-found": { path: "/notes?query=cards", as: "ada" },
  "own-notes-none": { path: "/notes?query=zzzz", as: "ada" },
  "own-notes-empty": { path: "/notes", as: "nora" },
  "reading-log": { path: "/reading", as: "ada" },
  "reading-log-empty": { path: "/reading", as: "nora" },
  wanted: { path: "/reading/wanted", as: "ada" },
  library: { path: "/reading/books", as: "ada" },
  "library-empty": { path: "/reading/books", as: "nora" },

  developers: { path: "/developers?of=groups" },
  "developers-events": { path: "/developers?of=live%20events" },

  profile: { path: "/profile", as: "ada" },
  "profile-empty": { path: "/profile", as: "nora" },
  "profile-edit": { path: "/profile?edit", as: "ada", differs: true },
  friends: { path: "/profile?tab=friends", as: "ada" },
  "friends-remove": { path: `/profile?tab=friends&remove=${grace.id}`, as: "ada" },
  "friends-empty": { path: "/profile?tab=friends", as: "nora" },
  "profile-requests": { path: "/profile?tab=requests", as: "ada" },
  "profile-other": { path: `/profile/${nora.id}`, as: "grace" },
  "profile-odd": { path: "/profile/mallory", as: "ada" },
  "profile-rtl": { path: "/profile/khwarizmi", as: "ada" },
  search: { path: "/search?username=no", as: "ada", differs: true },
  "search-none": { path: "/search?username=zzzz", as: "ada" },
  "search-blank": { path: "/search", as: "ada" },
});

/** Ada blocks Khwarizmi, who has written in her group, or takes it back. */
const block = (method: "PUT" | "DELETE") => (_: Page, { app, ada }: Scene) =>
  app.call(method, "/users/khwarizmi/block", ada);

const openMenu = (page: Page) => page.getByRole("button", { name: "Actions: " }).first().click();

/** The page of a site without people, which this one is not. */
async function showSetup(page: Page): Promise<void> {
  await using app = await startApp();
  const response = await fetch(`${app.url}/setup?token=${await app.setupToken}`);
  const { status, headers } = response;
  const body = await response.text();
  await page.route(
    "**/setup?token=first",
    (route) =>
      route.fulfill({ status, body, headers: { ...pick(headers, ["content-type", "content-security-policy"]) } }),
  );
}

const pick = (headers: Headers, names: string[]) => Object.fromEntries(names.map((name) => [name, headers.get(name)!]));

/** Olga has set something before, and has not. */
const store = (_: Page, { app, olga }: Scene) =>
  app.call("PUT", "/operator/settings", olga, {
    mailUrl: "smtps://post@smtp.school.example:465",
    mailPassword: "secret",
  });

async function forget(_: Page, { app: { deps } }: Scene): Promise<void> {
  await deps.db.write([deps.db.q.delete(serviceKeys).where(eq(serviceKeys.name, "site"))]);
  await deps.settings.refresh();
}

/** Ada pins the first messages of her group, or unpins them. */
const pin = (method: "PUT" | "DELETE") => async (_: Page, { app, ada, group }: Scene) => {
  const { messages } = (await app.call("GET", `/groups/${group}/messages?before=5`, ada)).body;
  for (const { id } of messages) await app.call(method, `/groups/${group}/messages/${id}/pin`, ada);
};

const quietHours = { from: "22:00", to: "07:00", timeZone: "Europe/London" };

/** What Ada decides for the full group, and what the other members answer; or that nothing is decided nor answered. */
function decided(settings: Partial<Settings>, answer?: boolean): Pick<Screen, "before" | "after"> {
  const store = async ({ app: { deps: { db } }, ada, group: groupId }: Scene, changes: Partial<Settings>) => {
    await db.write([db.q.update(members).set({ sharesPages: null, overviewSince: null })]);
    await saveSettings(db, ada.id, groupId, changes);
    if (answer === undefined || changes !== settings) return;
    for (const { user } of (await findGroup(db, ada.id, groupId))!.members.slice(0, 5)) {
      await saveSharesPages(db, user.id, { groupId, shared: answer });
      await saveInOverview(db, user.id, { groupId, agreed: answer }, 1);
    }
  };
  return { before: (_, scene) => store(scene, settings), after: (_, scene) => store(scene, usualSettings) };
}

/** Olga announces something for a day, or takes it down. */
const announce = (method: "PUT" | "DELETE") => (_: Page, { app, olga }: Scene) => {
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const text = "On Sunday from 6 to 8 in the morning nobody can sign in: we move to another machine.";
  return app.call(method, "/operator/announcement", olga, method === "PUT" ? { text, endsAt } : undefined);
};

/** Nora wants her account deleted, or keeps it. */
const leave = (method: "POST" | "DELETE") => (_: Page, { app, nora }: Scene) =>
  app.call(method, "/users/deletion", nora, method === "POST" ? { password: nora.password } : undefined);

/** A list with what can be wrong in one. */
async function previewPeople(page: Page, listed = typedList): Promise<void> {
  await page.getByLabel("Names").fill(listed.join("\n"));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("Change the list").waitFor();
}

const typedList = [
  "Full name,Username",
  "Hedy Lamarr",
  "Karen Spärck Jones, ksj",
  "Noor Inayat, grace",
  "Radia, radia@example.org",
  "محمد بن موسى",
  ", nobody",
  "Hedy Lamarr",
];

/** Replies to the second message, the last of which is new to Ada; they are deleted afterwards. */
const withThread: Pick<Screen, "before" | "after"> = {
  async before(_, { app: { deps: { db, clock } }, ada, grace, group }) {
    const { messages } = (await listMessages(db, ada.id, group, { after: 1, limit: 1 }))!;
    const texts = [[grace.id, "I wondered about that too"], [ada.id, "It is on page 12"], [grace.id, "So it is"]];
    for (const [number, [userId, content]] of texts.entries()) {
      const reply = { id: `reply${number}`, groupId: group, userId, content, clientId: null };
      await insertMessage(db, { ...reply, replyTo: messages[0].id }, clock());
    }
  },
  after: (_, { app: { deps: { db } } }) =>
    db.write([
      db.q.run("delete from messages where id like 'reply_'"),
      db.q.run("delete from thread_reads"),
    ]),
};

/** One that is open, and one that a book has won. */
const withMeeting: Pick<Screen, "before" | "after"> = {
  async before(_, { app: { deps: { db, clock } }, ada, grace, group, books }) {
    const now = clock();
    const startsAt = now + 3 * 86_400_000;
    await insertMeeting(db, ada.id, {
      id: "evening",
      groupId: group,
      title: "Chapter two, with cake",
      startsAt,
      endsAt: startsAt + 7_200_000,
      timeZone: "Europe/Berlin",
      place: "The reading room of the library, first floor",
      url: "https://meet.example.org/engine",
      bookId: books[0],
      upTo: 400_000_000,
      repeats: "weekly",
    }, now);
    const own = { startsAt: startsAt + 3_600_000, place: "The park" };
    const changed = { date: startsAt, startsAt: own.startsAt, endsAt: own.startsAt + 7_200_000, cancelledAt: null };
    await saveDate(db, ada.id, { id: "evening", changed, own }, now);
    for (const { id } of [ada, grace]) {
      await saveReply(db, id, { id: "evening", date: startsAt, reply: "yes" }, now);
    }
  },
  async after(_, { app: { deps: { db } } }) {
    await db.write([db.q.delete(meetings)]);
  },
};

const withCalendar: Pick<Screen, "before" | "after"> = {
  async before(_, { app: { deps: { db, clock } }, grace }) {
    await saveToken(db, { userId: grace.id, token: "QdC1nG8m3pT6wZ0yJx5kR2vLhBf7sUeAaNqWtEoYiPc" }, clock());
  },
  async after(_, { app: { deps: { db } }, grace }) {
    await deleteToken(db, grace.id);
  },
};

const withPolls: Pick<Screen, "before" | "after"> = {
  async before(_, { app: { deps: { db, clock } }, ada, grace, group, books }) {
    const now = clock();
    const asked = { groupId: group, isSecret: false, closesAt: now + 86_400_000 };
    const options = (id: string) => [
      { id: `${id}1`, bookId: books[0] },
      { id: `${id}2`, bookId: books[3] },
      { id: `${id}3`, text: "x".repeat(limits.polls.option) },
    ];
    const questions = { ranked: "What do we read next?", decided: "x".repeat(limits.polls.question) };
    for (const [id, question] of Object.entries(questions)) {
      const poll = { ...asked, id, messageId: `${id} message`, question, options: options(id) };
      await insertPoll(db, ada.id, { ...poll, kind: "ranked" }, now);
    }
    await saveVote(db, grace.id, { id: "ranked", options: ["ranked2", "ranked1"] }, now);
    for (const { id } of [ada, grace]) {
      await saveVote(db, id, { id: "decided", options: ["decided1", "decided3"] }, now);
    }
    await endPoll(db, ada.id, "decided", now);
    await settlePoll(db, { id: "decided", winner: "decided1" });
  },
  async after(_, { app: { deps: { db } }, ada }) {
    for (const id of ["ranked", "decided"]) await deletePoll(db, ada.id, id);
    const presenting = inArray(messages.id, ["ranked message", "decided message"]);
    await db.write([db.q.delete(messages).where(presenting)]);
  },
};

/** Books in each state, which members would read, and one that was removed. */
const withShelf: Pick<Screen, "before" | "after"> = {
  async before(_, { app: { deps: { db, clock } }, ada, grace, group, books }) {
    const now = clock();
    const move = (bookId: string, state: "next" | "suggested" | "done") =>
      updateBook(db, ada.id, { bookId, state }, now);
    await move(books[1], "next");
    await move(books[3], "done");
    for (const [id, title] of [["suggestion", "Persuasion"], ["gone", "Sanditon"]]) {
      const book = { id, title, author: "Jane Austen", pageCount: 240, coverKey: null, groupId: group };
      await insertBook(db, grace.id, { ...book, state: "suggested" }, now);
    }
    for (const { id } of [ada, grace]) await setInterest(db, id, { bookId: "suggestion", isInterested: true }, now);
    await removeBook(db, ada.id, "gone", now);
  },
  async after(_, { app: { deps: { db, clock } }, ada, books }) {
    await db.write([db.q.delete(bookRows).where(inArray(bookRows.id, ["suggestion", "gone"]))]);
    for (const bookId of [books[3], books[1]]) await updateBook(db, ada.id, { bookId, state: "now" }, clock());
  },
};

/** More books that are done than one page has. */
const withLongShelf: Pick<Screen, "before" | "after"> = {
  async before(_, { app: { deps: { db, clock } }, ada, group }) {
    for (let n = 0; n <= shelfLimits.page; n++) {
      const book = { id: `done-${n}`, title: `Volume ${n}`, pageCount: 240, coverKey: null, groupId: group };
      await insertBook(db, ada.id, { ...book, state: "done" }, clock());
    }
  },
  async after(_, { app: { deps: { db } } }) {
    await db.write([db.q.delete(bookRows).where(like(bookRows.id, "done-%"))]);
  },
};

/** On a phone the books are a sheet that a button opens. */
async function openBooks(page: Page): Promise<void> {
  if (!await page.locator(".books-panel").isVisible()) await page.locator(".books-open").click();
}

/** In the page: what a service worker stores as it is read. */
async function storePages(): Promise<void> {
  const pages = await caches.open("chapterhouse.pages");
  const store = (path: string, title: string) =>
    pages.put(
      path,
      new Response(`<html data-stored-at="${new Date().toISOString()}"><title>${title} · Chapterhouse</title>`, {
        headers: { "Content-Type": "text/html" },
      }),
    );
  await store("/notes", "My notes");
  await store("/group/1/books/1", "Sketch of the Analytical Engine");
  await store("/group/1?tab=members", "The Analytical Engine");
  await store("/group/1", "The Analytical Engine");
}

/** In the page: a network that lets no WebSocket through. */
function refuseSockets(): void {
  class Refused {
    onerror?: (event: Event) => void;
    constructor() {
      setTimeout(() => this.onerror?.(new Event("error")));
    }
    close() {}
  }
  Reflect.set(globalThis, "WebSocket", Refused);
}

/** In the page: what a form with files does without script. */
function sendToPreview(): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/preview?to=/dashboard" });
  const field = document.createElement("textarea");
  Object.assign(field, {
    name: "content",
    value: "**Why** is $x^2$ ||hidden||?\n\n- one\n- two\n\n```js\nlet x = 1;\n```",
  });
  const file = Object.assign(document.createElement("input"), { name: "file" });
  form.append(field, file);
  document.body.append(form);
  form.submit();
}

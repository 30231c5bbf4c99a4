import assert from "node:assert/strict";
import { operations } from "../../routes/api/mod.ts";
import { createApp } from "../../server/app.tsx";
import { formsOf, isForGuests, type Operation } from "../../server/operation.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { assertAnswers } from "../support/described.ts";
import { setCookieOf } from "../support/requests.ts";
import { recordStatements } from "../support/statements.ts";
import { type Asked, calls, forms, people } from "./asked.ts";
import { loginThen, pages } from "./pages.ts";
import { type Means, send } from "./send.ts";
import { dress, filled, type Names, openScene, type Role, roles, sessionFor, stored } from "./scene.ts";

interface Asker {
  role: Role | "Olga";
  by: Means;
  /** As whom: a session that has ended makes a visitor. */
  person: string;
}

interface Answered {
  response: Response;
  /** Where it leads. */
  to: string | null;
  /** Of JSON. */
  body: unknown;
  person: string;
  names: Names;
  what: string;
}

const byGet = (route: string) => route.replace("POST", "GET");

Deno.test("every route is a call, a form or in the table of pages, and each of these has its route", async () => {
  await using app = await startApp();
  const all = createApp(app.deps).routes;
  // What is there for every method is on the way to the others, and answers nothing itself.
  assert.deepEqual(all.filter(({ method, path }) => method === "ALL" && !path.endsWith("*")), []);
  const routes = new Set(all.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`));
  const asked = [...calls, ...forms, ...pages].map(({ route }) => route);
  const known = new Set([...asked, ...forms.map(({ route }) => byGet(route))]);
  assert.deepEqual([...known].sort(), [...routes].sort());
  const declared = [...calls, ...forms].flatMap(({ operation }) => formsOf(operation));
  assert.deepEqual(declared.filter((form) => !forms.some(({ by }) => by === form)), []);
});

/** By hand, so that none is loosened by its declaration and its statement at once. All else needs an account. */
const guarded = {
  operator: "addPeopleToSite announce backUpNow decideReport deleteAnyGroup deletePerson dropMail endPersonSessions " +
    "makeCardForPerson readAllGroups readAudit readMailQueue readNumbers readPeople readReports readSiteSettings " +
    "retryMail sendLinkToPerson turnOffPersonCodes updatePerson updateSiteSettings withdrawAnnouncement",
  creator: "addMember deleteGroup setRole",
  organizer:
    "addPeopleToGroup answerRequest archiveGroup createInviteLink createPoll exportReadingOverview hideSteps inviteByMail " +
    "makeCardForMember makeUnusedCards pinMessage readBookChanges readInviteLinks readReadingOverview readRequests " +
    "remindOfOverview removeBook restoreBook " +
    "revokeInviteLink saveSettings undoChange unpinMessage updateGroup",
  author: "cancelDate cancelMeeting changeDate changeMeeting closePoll deleteMessage editMessage endTimer removePoll " +
    "removeQuestion removeText",
  owner:
    "acceptFriendRequest acceptInvitation changeMark declineFriendRequest declineInvitation endSession removeFile " +
    "removeListedBook removeMark removeMarkAnswer removeNoteAnswer removePasskey removeReview removeWanted " +
    "renamePasskey shareNote",
  anyone: "beginIdentityProviderLogin beginPasskeyLogin checkEmail checkPassword confirmEmail " +
    "finishIdentityProviderLogin logIn logInWithCode logInWithPasskey logOut readDescription readJoinPreview " +
    "readPushKey register requestPasswordReset resendVerification resetPassword sendCalendar setUp useCard verifyEmail",
};

Deno.test("what could do harm is declared to be for those only whom it is meant for", () => {
  const named = Object.entries<Operation>(operations);
  for (const [access, names] of Object.entries(guarded)) {
    const declared = named.filter(([, operation]) => operation.access === access).map(([name]) => name);
    assert.deepEqual(declared.sort(), names.split(" "), access);
  }
});

Deno.test("guests of the demo do what members do in their group, but for what reaches beyond it, and nothing elsewhere", () => {
  const named = Object.entries<Operation>(operations).filter(([, { access }]) => access !== "anyone");
  const differ = named.filter(([, operation]) =>
    isForGuests(operation) !== ["member", "author"].includes(operation.access)
  );
  const expected = "addBook addFile markNoticesRead readGroups readMe readNotices readOverview removeMember " +
    "changeMark removeMark removeMarkAnswer removeNoteAnswer removeReview shareNote";
  assert.deepEqual(differ.map(([name]) => name).sort(), expected.split(" ").sort());
});

Deno.test("every call does for each kind of person what its access says, by cookie and by token, and answers as it is described", async () => {
  await askAll(calls, ["cookie", "bearer"], ({ operation, answers }, { response: { status }, body, person, what }) => {
    assert.equal(status, answers[people.indexOf(person)], what);
    assertAnswers(operation, { status, body });
  });
});

Deno.test("every form does for each kind of person what its call does, and says whether it was done", async () => {
  await askAll(forms, ["cookie"], ({ operation, by, answers, path }, { response, to, person, names, what }) => {
    const answer = answers[people.indexOf(person)];
    const isDone = answer < 400;
    const isForVisitors = ["anyone", "operator"].includes(operation.access);
    if (person === "visitor" && !isForVisitors) return assert.equal(to, loginThen(filled(path, names)), what);
    assert.equal(response.status, to !== null ? 303 : isDone ? 200 : answer, what);
    if (to === null) return;
    assert.match(to, /^\/(?![/\\])/, what);
    const flash = setCookieOf(response, "chapterhouse_flash")?.value ?? "";
    const kind = /"kind":"(\w+)"/.exec(decodeURIComponent(decodeURIComponent(flash)))?.[1];
    // Of a forgotten password the page itself says that a mail was sent.
    const says = by!.path === "/forgot-password" ? undefined : by!.says ?? operation.says;
    if (!isDone || says !== undefined || kind) assert.equal(kind === "success", isDone, `${what}: ${kind}`);
  });
});

Deno.test("the address of every form leads to the page that has it", async () => {
  const addresses = forms.filter(({ route }) => !pages.some((page) => page.route === byGet(route)))
    .map(({ form: _, file: __, ...form }) => ({ ...form, route: byGet(form.route), changes: "" }));
  await askAll(addresses, ["cookie"], ({ operation, by, route, path }, { response, to, person, names, what }) => {
    const { pathname, search } = new URL(filled(path, names), "http://localhost");
    const pattern = route.split(" ")[1].split("/");
    const params = Object.fromEntries(pathname.split("/").map((part, n) => [pattern[n].replace(":", ""), part]));
    const userId = person === "visitor" ? undefined : person.toLowerCase();
    const isHidden = operation.access === "operator" && person !== "Olga";
    const expected = isHidden ? "/" : by!.to({ params, search, fields: {}, files: {}, userId, at: 0 });
    assert.deepEqual([response.status, to], [303, expected], what);
  });
});

Deno.test("every page, file and other form answers each kind of person as the table says", async () => {
  await askAll(pages, ["cookie"], ({ answers }, { response, to, person, names, what }) => {
    const expected = answers[people.indexOf(person)];
    if (typeof expected === "number") assert.equal(response.status, expected, what);
    else assert.equal(to, filled(expected, names), what);
  });
});

/** The software's own name, which no answer has: the site has another. */
const software = /Chapterhouse|\bchapterhouse was\b/;

/**
 * Asks for everything as everybody, checks the answers, that what is stored changes as it is to, and that what is
 * looked for is found by an index.
 */
async function askAll<A extends Asked>(
  all: A[],
  means: Means[],
  check: (asked: A, answered: Answered) => void,
): Promise<void> {
  const { app, picture } = await openScene({ SITE_NAME: "Leeds" });
  await using _app = app;
  const statements = recordStatements(app);
  const prepare = async () => ({ ...await dress(app), picture, style: app.deps.assets.styles.main.href });
  let names = await prepare();
  let before = await stored(app);
  const look = async (asked: A, asker: Asker) =>
    check(asked, await statements.during(() => ask(app, asked, asker, names)));
  for (const asked of all) {
    const isChanging = ({ person }: Asker) => asked.changes.split(" ").includes(person);
    const askers = askersOf(asked, means);
    // Those who change nothing come first: it is looked at once for all of them.
    for (const asker of askers.filter((asker) => !isChanging(asker))) await look(asked, asker);
    assert.equal(await stored(app), before, `${asked.route}: what is stored`);
    for (const asker of askers.filter(isChanging)) {
      await look(asked, asker);
      assert.notEqual(await stored(app), before, `${asked.route} by ${asker.role}: what is stored`);
      names = await prepare();
      before = await stored(app);
    }
  }
  await statements.assertIndexed();
  statements.assertStored();
  const mails = await app.deps.db.q.all("select subject, text, html from mails");
  assert.doesNotMatch(JSON.stringify(mails), software);
}

function askersOf({ answers }: Asked, means: Means[]): Asker[] {
  const all: Asker["role"][] = [...roles, ...answers.length > 4 ? ["Olga" as const] : []];
  return all.flatMap((role) => {
    const person = people.includes(role) ? role : "visitor";
    return (role === "visitor" ? means.slice(0, 1) : means).map((by) => ({ role, by, person }));
  });
}

async function ask(app: TestApp, asked: Asked, { role, by, person }: Asker, names: Names): Promise<Answered> {
  const { route, json, form } = asked;
  const what = `${route} ${JSON.stringify(json ?? form ?? "")} as ${role} by ${by}`;
  const token = await sessionFor(app, role);
  const response = await send(app, asked, { names, token, by });
  const text = await response.text();
  assert.doesNotMatch(text, software, what);
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  const body = isJson ? JSON.parse(text) : undefined;
  return { response, to: response.headers.get("Location"), body, person, names, what };
}

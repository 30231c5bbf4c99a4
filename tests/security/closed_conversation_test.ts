import assert from "node:assert/strict";
import { eq, sql } from "drizzle-orm";
import { acceptRequest } from "../../db/people/friends.ts";
import { savePageSharing } from "../../db/reading/readers.ts";
import { saveProgress } from "../../db/reading/progress.ts";
import { saveReview } from "../../db/reading/reviews.ts";
import * as tables from "../../db/schema.ts";
import { operations } from "../../routes/api/mod.ts";
import { formsOf, type Operation } from "../../server/operation.ts";
import type { TestApp } from "../support/app.ts";
import { concerning, connect, type TestSocket } from "../support/socket.ts";
import { type Asked, calls } from "./asked.ts";
import { pages } from "./pages.ts";
import { dress, type Names, openScene, sessionFor } from "./scene.ts";
import { send } from "./send.ts";

/** Of each write, what becomes of it where Ada and Grace may not write to each other any more. */
const outcomes = {
  /** As what is closed to them; first, while it is all there. */
  closed: "addBook addFile addInterest addReaction askByMessage askQuestion cancelDate cancelMeeting changeDate " +
    "bringText changeMeeting createMeeting editMessage endTimer joinTimer openConversation pinMessage removeBook removeFile " +
    "removeInterest removePlan removeReaction removeText replyToMeeting restoreBook saveAnswer saveChapters savePlan saveReview " +
    "sendMessage sharePage sharePages startTimer undoChange unpinMessage updateBook",
  /** As in every conversation, or for want of what is shared no more. */
  refused:
    "acceptInvitation addMember addPeopleToGroup agreeToOverview answerMark answerNote answerRequest askToJoin closePoll " +
    "createInviteLink createPoll declineInvitation deleteGroup hideSteps inviteByMail joinByLink makeCardForMember " +
    "makeUnusedCards remindOfOverview removeMember removePoll revokeInviteLink saveSettings setRole takeBackRequest " +
    "updateGroup vote",
  unseen:
    "addMark importHighlights leaveTimer markGroupRead markThreadRead saveChapterPages setCopy setNotify turnPage " +
    "unveilMessage",
  /** What Grace saw of it is gone, and nothing new is there. */
  takenBack: "changeMark deleteMessage removeMark removeMarkAnswer removeNoteAnswer removeQuestion removeReview " +
    "saveNote shareNote",
  /** Of accounts, of groups that are none of theirs, and of people who need not share anything. */
  ofOthers: "acceptFriendRequest addPasskey addWanted beginPasskey beginProof beginTwoStep blockPerson " +
    "cancelDeletion changeEmail changePassword confirmTwoStep createGroup declineFriendRequest endOtherSessions " +
    "endSession endTwoStep importGroup importReadingList markNoticesRead openOwnShelf prove removeListedBook " +
    "removePasskey removeWanted renamePasskey renewCalendar renewRecoveryCodes requestDeletion requestFriend " +
    "requestFriendByPath revokeCalendar saveGoal sendReport subscribeToPush unblockPerson unfriend " +
    "unsubscribeFromPush updateProfile",
};

type Outcome = keyof typeof outcomes;

/** What Ada sends, where it is not as in `examples`. */
const sent: Partial<Record<string, Partial<Asked>>> = {
  saveNote: { path: "/api/books/{book}/notes/0", json: { content: "Edited", pageNumber: 0, bookId: "{book}" } },
  openConversation: { path: "/api/users/grace/conversation" },
  turnPage: { json: { currentPage: 5 } },
};

const outcomeOf = Object.fromEntries(
  Object.entries(outcomes).flatMap(([outcome, names]) => names.split(" ").map((name) => [name, outcome])),
) as Record<string, Outcome>;

const nameOf = new Map(Object.entries(operations).map(([name, operation]) => [operation as Operation, name]));

Deno.test("it is known of every write what becomes of it in a closed conversation", () => {
  const writes = Object.entries<Operation>(operations)
    .filter(([, { call, access }]) => !call.startsWith("GET ") && !["anyone", "operator"].includes(access));
  assert.deepEqual(Object.keys(outcomeOf).sort(), writes.map(([name]) => name).sort());
});

/** What Grace can read of what the two share, and her notices. */
const readable = [...calls, ...pages].filter(({ route, path, answers }) =>
  route.startsWith("GET ") && answers[2] === 200 &&
  /\{(group|book|message|note|question|meeting)\}|conversations|notices/.test(path) &&
  !/report|export/.test(path)
);

/** Another one each time that a page is read. */
const formKey = /"formKey"[^,}>]+/g;

async function shownTo(app: TestApp, names: Names, token: string): Promise<Record<string, string>> {
  const shown = await Promise.all(readable.map(async (asked) => {
    const text = await (await send(app, asked, { names, token, by: "cookie" })).text();
    return [asked.path, text.replaceAll(formKey, "")] as const;
  }));
  return Object.fromEntries(shown);
}

const differing = (one: Record<string, string>, other: Record<string, string>): string[] =>
  Object.keys(one).filter((path) => one[path] !== other[path]);

/** The scene's group as a conversation of Ada and Grace, who have both read its book to the end and share it. */
async function converse(app: TestApp): Promise<Names> {
  const { db, clock } = app.deps;
  const names = await dress(app);
  const { group, book: bookId, request } = names;
  await acceptRequest(db, "ada", request, clock());
  for (const reader of ["ada", "grace"]) {
    await saveProgress(db, reader, { bookId, currentPage: 66, position: 1_000_000_000 }, clock());
    await savePageSharing(db, reader, { bookId, shared: true });
  }
  await saveReview(db, "ada", { bookId, stars: 4, text: "Good", quota: 1e9 }, clock());
  await db.write([
    db.q.delete(tables.members).where(sql`group_id = ${group} and user_id not in ('ada', 'grace')`),
    db.q.delete(tables.timerReaders).where(eq(tables.timerReaders.groupId, group)),
    db.q.delete(tables.polls).where(eq(tables.polls.groupId, group)),
    db.q.delete(tables.invites).where(eq(tables.invites.groupId, group)),
    db.q.delete(tables.invitations).where(eq(tables.invitations.groupId, group)),
    db.q.delete(tables.joinRequests).where(eq(tables.joinRequests.groupId, group)),
    db.q.delete(tables.groupSettings).where(eq(tables.groupSettings.groupId, group)),
    db.q.update(tables.groups).set({ kind: "direct", peopleKey: "ada grace" }).where(eq(tables.groups.id, group)),
  ]);
  return names;
}

const formPaths = Object.entries<Operation>(operations).flatMap(([name, operation]) =>
  formsOf(operation).map(({ path }) => ({ name, pattern: new URLPattern({ pathname: path }) }))
);

/** What the forms of a page do; not those that keep what was written to be copied, nor those that end sharing. */
function offeredIn(html: string): string[] {
  const forms = [...html.matchAll(/<form\b.*?<\/form>/gs)].map(([form]) => form)
    .filter((form) => !/ readonly| value="false"/i.test(form));
  const actions = forms.flatMap((form) => [...form.matchAll(/ (?:form)?action="([^"?#]*)/gi)].map(([, path]) => path));
  return formPaths.filter(({ pattern }) => actions.some((pathname) => pattern.test({ pathname })))
    .map(({ name }) => name);
}

async function listen(app: TestApp, token: string, group: string): Promise<TestSocket> {
  const socket = await connect(app.url, token);
  await socket.join(group);
  await socket.ask("watchGroup", group);
  await socket.unread();
  return socket;
}

interface Closing {
  env?: Record<string, string>;
  code: "not_friends" | "direct_off";
  close?: (app: TestApp, token: string) => Promise<unknown>;
}

const closings: Record<string, Closing> = {
  "of friends who are friends no longer": {
    code: "not_friends",
    close: (app, token) => app.call("DELETE", "/friends/unfriend/grace", { token }),
  },
  "of people of whom one has blocked the other": {
    code: "not_friends",
    close: (app, token) => app.call("PUT", "/users/grace/block", { token }),
  },
  "where direct messages are off": { code: "direct_off", env: { DIRECT_MESSAGES: "off" } },
};

for (const [which, { env, code, close }] of Object.entries(closings)) {
  Deno.test(`in a conversation ${which} nothing that Ada does reaches Grace`, async () => {
    const now = Date.now();
    const { app } = await openScene({ RATE_LIMITS: "off", ...env }, () => now);
    await using _app = app;
    const names = await converse(app);
    const [ada, grace] = [(await sessionFor(app, "Ada"))!, (await sessionFor(app, "Grace"))!];
    using before = await listen(app, grace, names.group);
    using hers = await listen(app, ada, names.group);
    await close?.(app, ada);
    using after = await listen(app, grace, names.group);
    await before.unread();
    const heard = async () =>
      concerning(names.group, [...await before.unread(), ...await after.unread()])
        .filter(([event]) => event !== "noticesRead");
    const { body: { readers } } = await app.call("GET", `/books/${names.book}/readers`, { token: grace });
    assert.deepEqual(readers.filter(({ user }: { user: { id: string } }) => user.id !== "grace"), []);
    let shown = await shownTo(app, names, grace);
    assert.deepEqual(differing(shown, await shownTo(app, names, grace)), [], "changes by itself");
    const wrong: string[] = [];
    const inOrder = (Object.keys(outcomes) as Outcome[]).filter((outcome) => outcome !== "ofOthers")
      .flatMap((outcome) => calls.filter((asked) => outcomeOf[nameOf.get(asked.operation)!] === outcome));
    for (const asked of inOrder) {
      const name = nameOf.get(asked.operation)!;
      const outcome = outcomeOf[name];
      const response = await send(app, { ...asked, ...sent[name] }, { names, token: ada, by: "bearer" });
      const text = `${name} ${response.status} ${(await response.text()).slice(0, 250)}`;
      const events = await heard();
      const isRefused = outcome === "closed" || outcome === "refused";
      const saysSo = outcome !== "closed" || asked.answers[3] >= 400 || text.includes(`"code":"${code}"`);
      if (response.ok === isRefused || !saysSo || response.status >= 429) wrong.push(`${text}: is to be ${outcome}`);
      if (outcome !== "takenBack" && events.length > 0) wrong.push(`${text}: ${JSON.stringify(events)}`);
      if (!response.ok) continue;
      const now = await shownTo(app, names, grace);
      const seen = differing(shown, now).filter((path) => outcome !== "takenBack" || now[path].includes("Edited"));
      if (seen.length > 0) wrong.push(`${text}: seen at ${seen.join(" ")}`);
      shown = now;
    }
    await hers.ask("typing", names.group);
    for (const event of await heard()) wrong.push(`typing: ${JSON.stringify(event)}`);
    assert.deepEqual(wrong, []);
  });

  Deno.test(`in a conversation ${which} Ada is offered no form that can only be refused`, async () => {
    const { app } = await openScene({ RATE_LIMITS: "off", ...env });
    await using _app = app;
    const names = await converse(app);
    const ada = (await sessionFor(app, "Ada"))!;
    const offered = async () => {
      const own = pages.filter(({ route, answers }) => /^GET .*\/(group|notes)\b/.test(route) && answers[3] === 200);
      const texts = await Promise.all(
        own.map(async (asked) => (await send(app, asked, { names, token: ada, by: "cookie" })).text()),
      );
      return new Set(texts.flatMap(offeredIn).filter((name) => outcomes.closed.split(" ").includes(name)));
    };
    if (close) assert.ok((await offered()).size > 20);
    await close?.(app, ada);
    assert.deepEqual([...await offered()], []);
  });
}

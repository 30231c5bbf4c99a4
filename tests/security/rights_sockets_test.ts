import assert from "node:assert/strict";
import { deleteMember } from "../../db/groups/members.ts";
import { endSession } from "../../server/auth/sessions.ts";
import { hashToken } from "../../server/auth/tokens.ts";
import { events } from "../../server/realtime/chat.ts";
import { connect, openSocket } from "../support/socket.ts";
import { dress, openScene, type Role, roles, sessionFor, stored } from "./scene.ts";

type Answer = "refused" | "Group not found" | "done";

const inGroup: Record<Role, Answer> = {
  visitor: "refused",
  Mallory: "Group not found",
  Grace: "done",
  Ada: "done",
  "logged out": "refused",
  expired: "refused",
};

interface Row {
  payload: (groupId: string) => unknown;
  answers: typeof inGroup;
  /** Whether something is stored by it. */
  stores: boolean;
  /** Whether it is for sockets in the group, which eviction takes out of it. */
  isInRoom?: boolean;
}

/** For each event: what it is sent, and who may. */
const table: Record<string, Row> = {
  joinGroup: { payload: (groupId) => groupId, answers: inGroup, stores: false },
  message: { payload: (groupId) => ({ groupId, content: "Hello" }), answers: inGroup, stores: true },
  typing: { payload: (groupId) => groupId, answers: inGroup, stores: false, isInRoom: true },
  watchReaders: { payload: (groupId) => groupId, answers: inGroup, stores: false },
  read: { payload: (groupId) => ({ groupId, seq: 1 }), answers: inGroup, stores: true },
};

Deno.test("every socket event is in the table of rights", () => {
  assert.deepEqual(Object.keys(table).sort(), [...events].sort());
});

// spec: trust.15
Deno.test("every socket event allows each kind of user exactly what the table of rights says", async () => {
  const { app } = await openScene();
  await using _app = app;
  for (const [event, { payload, answers, stores, isInRoom }] of Object.entries(table)) {
    for (const role of roles) {
      const { group } = await dress(app);
      const token = await sessionFor(app, role);
      const before = await stored(app);
      const calls: Call[] = [...isInRoom ? [["joinGroup", group] as Call] : [], [event, payload(group)]];
      assert.equal(await emit(app.url, token, calls), answers[role], `${event} as ${role}`);
      assert.equal(await stored(app) !== before, stores && answers[role] === "done", `${event} as ${role}`);
    }
  }
});

type Call = [event: string, payload: unknown];

/** Sends the events, and returns how the last one is answered. */
async function emit(url: string, token: string | undefined, calls: Call[]): Promise<string> {
  using socket = openSocket(url, { token });
  const refused = await Promise.race([socket.connected().then(() => false), socket.refusal().then(() => true)]);
  if (refused) return "refused";
  let answer: Awaited<ReturnType<typeof socket.ask>>;
  for (const [event, payload] of calls) answer = await socket.ask(event, payload);
  return answer!.success ? "done" : answer!.error;
}

Deno.test("each event checks the session and the membership again", async () => {
  const { app } = await openScene();
  await using _app = app;
  for (const [event, { payload, isInRoom }] of Object.entries(table)) {
    const { group } = await dress(app);
    const token = (await sessionFor(app, "Grace"))!;
    using grace = await connect(app.url, token);
    await grace.join(group);
    await deleteMember(app.deps.db, "ada", { groupId: group, userId: "grace" });
    if (isInRoom) app.deps.broadcast.evict(group, "grace");
    assert.deepEqual(await grace.ask(event, payload(group)), {
      success: false,
      error: "Group not found",
      code: "not_found",
    });
    await endSession(app.deps, hashToken(token));
    assert.equal(await grace.next("disconnect"), "io server disconnect");
  }
});

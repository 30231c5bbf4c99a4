import assert from "node:assert/strict";
import { deleteMember } from "../../db/groups.ts";
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

/** For each event: what it is sent, who may, and whether something is stored by it. */
const table: Record<string, { payload: (groupId: string) => unknown; answers: typeof inGroup; stores: boolean }> = {
  joinGroup: { payload: (groupId) => groupId, answers: inGroup, stores: false },
  message: { payload: (groupId) => ({ groupId, content: "Hello" }), answers: inGroup, stores: true },
};

Deno.test("every socket event is in the table of rights", () => {
  assert.deepEqual(Object.keys(table).sort(), [...events].sort());
});

// spec: trust.15
Deno.test("every socket event allows each kind of user exactly what the table of rights says", async () => {
  const { app } = await openScene();
  await using _app = app;
  for (const [event, { payload, answers, stores }] of Object.entries(table)) {
    for (const role of roles) {
      const { group } = await dress(app);
      const token = await sessionFor(app, role);
      const before = await stored(app);
      assert.equal(await emit(app.url, token, event, payload(group)), answers[role], `${event} as ${role}`);
      assert.equal(await stored(app) !== before, stores && answers[role] === "done", `${event} as ${role}`);
    }
  }
});

async function emit(url: string, token: string | undefined, event: string, payload: unknown): Promise<string> {
  using socket = openSocket(url, { token });
  const refused = await Promise.race([socket.connected().then(() => false), socket.refusal().then(() => true)]);
  if (refused) return "refused";
  const answer = await socket.ask(event, payload);
  return answer.success ? "done" : answer.error;
}

Deno.test("each event checks the session and the membership again", async () => {
  const { app } = await openScene();
  await using _app = app;
  for (const [event, { payload }] of Object.entries(table)) {
    const { group } = await dress(app);
    const token = (await sessionFor(app, "Grace"))!;
    using grace = await connect(app.url, token);
    await grace.join(group);
    await deleteMember(app.deps.db, "ada", { groupId: group, userId: "grace" });
    assert.deepEqual(await grace.ask(event, payload(group)), {
      success: false,
      error: "Group not found",
      code: "not_found",
    });
    await endSession(app.deps, hashToken(token));
    assert.equal(await grace.next("disconnect"), "io server disconnect");
  }
});

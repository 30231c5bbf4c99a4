import assert from "node:assert/strict";
import { deleteMember } from "../../db/groups/members.ts";
import { endSession } from "../../server/auth/sessions.ts";
import { hashToken } from "../../server/auth/secrets.ts";
import { events } from "../../server/realtime/chat.ts";
import { connect, openSocket } from "../support/socket.ts";
import { dress, openScene, roles, sessionFor, stored } from "./scene.ts";

/** For each event: what a member sends with it, and whether something is stored by it. */
const sent: Record<string, { payload: (groupId: string) => unknown; stores?: true; isInRoom?: true }> = {
  joinGroup: { payload: (groupId) => groupId },
  message: { payload: (groupId) => ({ groupId, content: "Hello" }), stores: true },
  // For sockets in the group, which eviction takes out of it.
  typing: { payload: (groupId) => groupId, isInRoom: true },
  watchGroup: { payload: (groupId) => groupId },
  read: { payload: (groupId) => ({ groupId, seq: 1 }), stores: true },
};

Deno.test("every socket event is for members alone, who are asked for session and membership each time", async () => {
  assert.deepEqual(Object.keys(sent).sort(), [...events].sort());
  const { app } = await openScene();
  await using _app = app;
  for (const [event, { payload, stores, isInRoom }] of Object.entries(sent)) {
    let { group } = await dress(app);
    let before = await stored(app);
    for (const role of roles) {
      const token = await sessionFor(app, role);
      const answer = await emit(app.url, token, [...isInRoom ? [["joinGroup", group] as Call] : [], [
        event,
        payload(group),
      ]]);
      const isMember = ["Ada", "Grace"].includes(role);
      assert.equal(
        answer,
        isMember ? "done" : role === "Mallory" ? "Group not found" : "refused",
        `${event} as ${role}`,
      );
      assert.equal(await stored(app) !== before, Boolean(stores && isMember), `${event} as ${role}`);
      if (stores && isMember) {
        ({ group } = await dress(app));
        before = await stored(app);
      }
    }
    const token = (await sessionFor(app, "Grace"))!;
    using grace = await connect(app.url, token);
    await grace.join(group);
    await deleteMember(app.deps.db, "ada", { groupId: group, userId: "grace" });
    if (isInRoom) app.deps.broadcast.evict(group, "grace");
    const refused = { success: false, error: "Group not found", code: "not_found" };
    assert.deepEqual(await grace.ask(event, payload(group)), refused);
    await endSession(app.deps, hashToken(token));
    assert.equal(await grace.next("disconnect"), "io server disconnect");
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

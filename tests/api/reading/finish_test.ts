import assert from "node:assert/strict";
import { startReading } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";

/** The cast with a book of nine pages, and what the chat and Ada's notices say of those who finish it. */
async function withBook(env: Record<string, string> = {}) {
  let now = Date.parse("2026-03-01T12:00:00Z");
  const app = await startReading({ env, clock: () => now++ }, { pageCount: 9 });
  const chat = async () =>
    (await app.messages()).filter(({ deletedAt }) => deletedAt === null)
      .map(({ username, content }) => `${username}: ${content}`);
  const notices = async () =>
    (await app.call("GET", "/notices", app.ada)).body.notices
      .filter(({ kind }: { kind: string }) => kind === "bookFinished").length;
  return {
    ...app,
    later: () => void (now += 11 * 60_000),
    chat,
    told: async (): Promise<[string[], number]> => [await chat(), await notices()],
  };
}

const test = inScene(withBook);

const finished = "grace: 🎉 I finished “Sketch”.";
const once: [string[], number] = [[finished], 1];

test("Grace, who shares her page, finishes a book, which is told in the chat once, also in several windows and after going back", async (app) => {
  await app.share(app.grace);
  await app.turn(app.grace, 8);
  await Promise.all(Array.from({ length: 5 }, () => app.turn(app.grace, 9)));
  app.later();
  for (const page of [3, 9, 9]) await app.turn(app.grace, page);
  assert.deepEqual(await app.told(), once);
});

test("a last page that was mistyped is not told any longer, and the true one is", async (app) => {
  await app.share(app.grace);
  await app.turn(app.grace, 9);
  assert.deepEqual(await app.told(), once);
  await app.turn(app.grace, 3);
  assert.deepEqual(await app.told(), [[], 0]);
  app.later();
  await app.turn(app.grace, 9);
  assert.deepEqual(await app.told(), once);
});

test("nobody learns that Grace finished a book who does not share her page, not even later", async (app) => {
  await app.share(app.grace, false);
  await app.turn(app.grace, 9);
  app.later();
  await app.share(app.grace);
  for (const page of [8, 9]) await app.turn(app.grace, page);
  assert.deepEqual(await app.told(), [[], 0]);
});

Deno.test("each reader's end is told, and a page is turned also where the chat takes no more", async () => {
  await using app = await withBook({ RATE_LIMITS: "chat=1/3600" });
  for (const reader of [app.ada, app.grace]) await app.share(reader);
  await app.post(app.ada, "Nearly there");
  assert.equal((await app.turn(app.ada, 9)).status, 200);
  await app.turn(app.grace, 9);
  assert.deepEqual(await app.chat(), ["ada: Nearly there", finished]);
});

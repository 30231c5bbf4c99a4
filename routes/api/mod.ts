import { z } from "zod";
import { countWaiting, listOverviewGroups } from "../../db/site/overview.ts";
import { Overview } from "../../server/contract/groups/shapes.ts";
import { type CallDoor, mountCall } from "../../server/http/call_door.ts";
import { describeApi } from "../../server/http/openapi.ts";
import { router } from "../../server/http/router.ts";
import { jsonOnly } from "../../server/http/validate.ts";
import { operation } from "../../server/operation.ts";
import { account, accountDoors } from "./account.ts";
import { books, booksDoors } from "./books.ts";
import { chat, chatDoors } from "./chat.ts";
import { groups, groupsDoors } from "./groups.ts";
import { notes, notesDoors } from "./notes.ts";
import { notices } from "./notices.ts";
import { operator, operatorDoors } from "./operator.ts";
import { people } from "./people.ts";
import { reading, readingDoors } from "./reading.ts";

const readOverview = operation({
  call: "GET /overview",
  summary: "What is new in the groups of the caller, in one piece",
  access: "signedIn",
  guests: true,
  gives: Overview,
  async run({ deps: { db }, user }) {
    const [groups, { stored: _, ...waiting }] = await Promise.all([
      listOverviewGroups(db, user.id),
      countWaiting(db, user.id),
    ]);
    return { groups, ...waiting };
  },
});

const readDescription = operation({
  call: "GET /openapi.json",
  summary: "This description",
  access: "anyone",
  gives: z.looseObject({ openapi: z.string() }),
});

export const operations = {
  ...account,
  ...books,
  ...chat,
  ...groups,
  ...notes,
  ...notices,
  ...operator,
  ...reading,
  readOverview,
  readDescription,
  // After account: `/users/:userId` matches its addresses too.
  ...people,
};

const doors: Record<string, CallDoor | undefined> = {
  ...accountDoors,
  ...booksDoors,
  ...chatDoors,
  ...groupsDoors,
  ...notesDoors,
  ...operatorDoors,
  ...readingDoors,
  readDescription: {
    respond: async (c) =>
      c.json(await describeApi(operations, c.var.deps), 200, { "Cache-Control": "public, max-age=3600" }),
  },
};

export const api = router();

api.use(jsonOnly);
for (const [name, operation] of Object.entries(operations)) mountCall(api, operation, doors[name]);

import { z } from "zod";
import { type CallDoor, mountCall } from "../../server/http/call_door.ts";
import { describeApi } from "../../server/http/openapi.ts";
import { router } from "../../server/http/router.ts";
import { jsonOnly } from "../../server/http/validate.ts";
import { operation } from "../../server/operation.ts";
import { account, accountDoors } from "./account.ts";
import { books } from "./books.ts";
import { chat, chatDoors } from "./chat.ts";
import { groups } from "./groups.ts";
import { notes, notesDoors } from "./notes.ts";
import { notices } from "./notices.ts";
import { operator } from "./operator.ts";
import { people } from "./people.ts";
import { reading, readingDoors } from "./reading.ts";
import { site } from "./site.ts";

const readDescription = operation({
  call: "GET /openapi.json",
  summary: "This description",
  access: "anyone",
  gives: z.looseObject({ openapi: z.string() }),
});

/** Every call of the API, by its name. */
export const operations = {
  ...account,
  ...books,
  ...chat,
  ...groups,
  ...notes,
  ...notices,
  ...operator,
  ...reading,
  ...site,
  readDescription,
  // After account: `/users/:userId` matches its addresses too.
  ...people,
};

const doors: Record<string, CallDoor | undefined> = {
  ...accountDoors,
  ...chatDoors,
  ...notesDoors,
  ...readingDoors,
  readDescription: {
    respond: async (c) =>
      c.json(await describeApi(operations, c.var.deps), 200, { "Cache-Control": "public, max-age=3600" }),
  },
};

/** The JSON API, to be mounted under `API_BASE_PATH`. */
export const api = router();

api.use(jsonOnly);
for (const [name, operation] of Object.entries(operations)) mountCall(api, operation, doors[name]);

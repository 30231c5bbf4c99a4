import { z } from "zod";
import { type CallDoor, mountCall } from "../../server/http/call_door.ts";
import { describeApi } from "../../server/http/openapi.ts";
import { router } from "../../server/http/router.ts";
import { jsonOnly } from "../../server/http/validate.ts";
import { operation } from "../../server/operation.ts";
import { chat, chatDoors } from "./chat.ts";
import { account, deletion } from "./account/account.ts";
import { auth } from "./account/auth.ts";
import { blocks } from "./people/blocks.ts";
import { books } from "./books/books.ts";
import { chapters } from "./reading/chapters.ts";
import { editions } from "./reading/copies.ts";
import { friends } from "./people/friends.ts";
import { groups } from "./groups/groups.ts";
import { invitations } from "./groups/invitations.ts";
import { invites } from "./groups/invite_links.ts";
import { notes } from "./notes/notes.ts";
import { notices } from "./notices/notices.ts";
import { oidc } from "./account/identity_providers.ts";
import { ownNotes } from "./notes/own_notes.ts";
import { plan } from "./reading/plan.ts";
import { push } from "./notices/push.ts";
import { readingLog } from "./reading/reading_log.ts";
import { passkeys } from "./account/passkeys.ts";
import { operator } from "./operator/operator.ts";
import { overview } from "./site/overview.ts";
import { proof } from "./account/proof.ts";
import { questions } from "./reading/questions.ts";
import { readers } from "./reading/readers.ts";
import { reports } from "./people/reports.ts";
import { sharedNotes } from "./notes/shared_notes.ts";
import { timers } from "./reading/timers.ts";
import { twoStep } from "./account/two_step.ts";
import { users } from "./people/users.ts";

const readDescription = operation({
  call: "GET /openapi.json",
  summary: "This description",
  access: "anyone",
  gives: z.looseObject({ openapi: z.string() }),
});

/** Every call of the API, by its name. */
export const operations = {
  ...chat,
  readDescription,
};

const doors: Record<string, CallDoor | undefined> = {
  ...chatDoors,
  readDescription: {
    respond: async (c) =>
      c.json(await describeApi(operations, c.var.deps), 200, { "Cache-Control": "public, max-age=3600" }),
  },
};

/** The JSON API, to be mounted under `API_BASE_PATH`. */
export const api = router();

api.route("/reading", readingLog);
api.use(jsonOnly);
for (const [name, operation] of Object.entries(operations)) mountCall(api, operation, doors[name]);
api.route("/auth", auth);
api.route("/auth", account);
api.route("/users", deletion);
api.route("/users", blocks);
api.route("/auth/passkeys", passkeys);
api.route("/auth/proof", proof);
api.route("/auth/totp", twoStep);
api.route("/auth/oidc", oidc);
api.route("/users", users);
api.route("/friends", friends);
api.route("/groups", groups);
api.route("/groups", timers);
api.route("/", invites);
api.route("/", invitations);
api.route("/reports", reports);
api.route("/notices", notices);
api.route("/push", push);
api.route("/overview", overview);
api.route("/operator", operator);
api.route("/books", books);
api.route("/books", notes);
api.route("/books", editions);
api.route("/books", chapters);
api.route("/books", plan);
api.route("/books", readers);
api.route("/notes", ownNotes);
api.route("/", sharedNotes);
api.route("/", questions);

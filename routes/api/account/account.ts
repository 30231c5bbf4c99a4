import { z } from "zod";
import { sendExport } from "./export.ts";
import { changePassword, confirmEmail, requestEmailChange } from "../../../server/actions/account/account.ts";
import { cancelDeletion, requestDeletion } from "../../../server/actions/account/deletion.ts";
import { storageOfAccount } from "../../../server/actions/account/storage.ts";
import { endOneSession, endOtherSessions, listSessions } from "../../../server/actions/account/sessions.ts";
import { accountTexts, deletionTexts } from "../../../server/contract/account/texts.ts";
import { count, time } from "../../../server/contract/site/answers_shared.ts";
import { OwnSession } from "../../../server/contract/account/answers_account.ts";
import { DeletionRequest, EmailChange, LinkToken, PasswordChange } from "../../../server/contract/account/auth.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { described } from "../../../server/http/describe.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";

/** How the caller signs in, and where. */
export const account = router();

account.get(
  "/sessions",
  described("Where the caller is signed in", { sessions: z.array(OwnSession) }),
  signedIn,
  async (c) => {
    return c.json({ sessions: await listSessions(c.var.deps, c.var.session) });
  },
);

account.delete("/sessions", described("Ends all the caller's other sessions"), signedIn, async (c) => {
  await endOtherSessions(c.var.deps, c.var.session, callerOf(c));
  return c.json({ message: accountTexts.othersEnded });
});

account.delete("/sessions/:id", described("Ends one of the caller's sessions"), signedIn, async (c) => {
  await endOneSession(c.var.deps, c.var.session, c.req.param("id"));
  return c.json({ message: accountTexts.sessionEnded });
});

account.put(
  "/password",
  described("Changes the caller's password, and ends their other sessions"),
  signedIn,
  json(PasswordChange),
  async (c) => {
    const message = await changePassword(c.var.deps, c.var.session, c.req.valid("json"), callerOf(c));
    return c.json({ message });
  },
);

account.put(
  "/email",
  described("Mails a link to a new address, by which it becomes the caller's"),
  signedIn,
  json(EmailChange),
  async (c) => {
    await requestEmailChange(c.var.deps, c.var.user, c.req.valid("json"), callerOf(c));
    return c.json({ message: accountTexts.emailRequested });
  },
);

account.post(
  "/confirm-email",
  described("Makes a new address the account's, by the token of the mailed link"),
  json(LinkToken),
  async (c) => {
    const email = await confirmEmail(c.var.deps, c.req.valid("json").token);
    return c.json({ message: accountTexts.emailChanged(email) });
  },
);

/** What the caller's account stores, and what becomes of it: taken along, or deleted. */
export const deletion = router();

deletion.get(
  "/storage",
  described("How many bytes the caller stores, and how many they may", { used: count, quota: count }),
  signedIn,
  async (c) => c.json(await storageOfAccount(c.var.deps, c.var.user)),
);

deletion.get(
  "/export",
  described("Everything of the caller's, as a ZIP; a session older than ten minutes needs a proof first", z.string(), {
    type: "application/zip",
  }),
  signedIn,
  (c) => sendExport(c),
);

deletion.post(
  "/deletion",
  described("Asks for the deletion of the caller's account in seven days", { deletesAt: time }, { status: 202 }),
  signedIn,
  json(DeletionRequest),
  async (c) => {
    const { password } = c.req.valid("json");
    const deletesAt = await requestDeletion(c.var.deps, c.var.session, { password, caller: callerOf(c) });
    return c.json({ deletesAt }, 202);
  },
);

deletion.delete("/deletion", described("Takes that back"), signedIn, async (c) => {
  await cancelDeletion(c.var.deps, c.var.session);
  return c.json({ message: deletionTexts.kept });
});

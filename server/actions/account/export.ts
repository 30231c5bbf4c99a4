import { findSession } from "../../../db/account/sessions.ts";
import { findUser } from "../../../db/people/users.ts";
import { entriesOf } from "./export_content.ts";
import { mailOwner } from "./owner_mail.ts";
import { streamZip, type Zip } from "./zip.ts";
import { assertRecentlyAuthenticated } from "./reauthentication.ts";
import { deviceName } from "../../auth/sessions.ts";
import { accountPaths } from "../../contract/account/paths.ts";
import { Reauthentication } from "../../contract/account/shapes.ts";
import type { Deps } from "../../deps.ts";
import { found, Unauthorized, userNotFound } from "../../errors.ts";
import { exportedMail } from "../../mail/account_mails.tsx";
import { operation } from "../../operation.ts";

/** What ends the export that is being sent to somebody. Each process has its own: the limit counts those of all. */
const running = new Map<string, AbortController>();

/** Breaks off with its reader, with its session, and when the caller asks for another one. */
export const exportOwn = operation({
  call: "GET /users/export",
  summary: "Everything of the caller's, as a ZIP; a session older than ten minutes needs a proof first",
  access: "signedIn",
  type: "application/zip",
  fails: { 403: ["password_needed"] },
  form: { path: accountPaths.exportAccount, takes: Reauthentication, to: () => accountPaths.accountTab("data") },
  async run({ deps, session, user, caller }, proof) {
    const { db, clock, limiter } = deps;
    await assertRecentlyAuthenticated(deps, session, { ...proof as Reauthentication, caller });
    // Not before the proof: what was mistyped is no export.
    await limiter.take("export", user.id);
    const browser = deviceName(caller.device ?? null);
    await mailOwner(deps, user, (owner) => exportedMail({ ...owner, browser }));
    running.get(user.id)?.abort(new Error("Another export was begun."));
    const replaced = new AbortController();
    running.set(user.id, replaced);
    return streamZip(entriesOf(deps, user), {
      signal: replaced.signal,
      async check() {
        if (!await findSession(db, session.hash, clock())) throw new Unauthorized();
      },
      onEnd() {
        if (running.get(user.id) === replaced) running.delete(user.id);
      },
    });
  },
});

export async function exportAccount(
  deps: Pick<Deps, "db" | "clock">,
  userId: string,
  signal?: AbortSignal,
): Promise<Zip> {
  return streamZip(entriesOf(deps, found(await findUser(deps.db, userId), userNotFound)), { signal });
}

import { v7 as uuid } from "uuid";
import { conflict } from "../../../db/engine/client.ts";
import { insertFirstOperator, isSetupLink } from "../../../db/operator/site_settings.ts";
import { findUser } from "../../../db/people/users.ts";
import { usernameFrom } from "../account/names.ts";
import { auditOf } from "./audit.ts";
import { judgePassword } from "../../auth/passwords.ts";
import { hashToken } from "../../auth/secrets.ts";
import { startSession } from "../../auth/sessions.ts";
import { FirstAccount, FirstAccountForm, SignedIn } from "../../contract/account/shapes.ts";
import { operatorPaths } from "../../contract/operator/paths.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import type { Deps } from "../../deps.ts";
import { NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

const setUpGone = () => new NotFound(operatorTexts.setUpGone, "setup_gone");

/** @throws NotFound where the link is not the latest, or somebody has an account already */
export async function assertSetupLink({ db }: Pick<Deps, "db">, token: string): Promise<string> {
  const hash = hashToken(token);
  if (!await isSetupLink(db, hash)) throw setUpGone();
  return hash;
}

/** Also where registration is closed: only people who run the service can read its log. */
export const setUp = operation({
  call: "POST /setup",
  summary: "Makes the first account, which operates the site, by the link that the service has logged",
  access: "anyone",
  takes: FirstAccount,
  gives: SignedIn,
  status: 201,
  fails: { 400: ["common_password"], 404: ["setup_gone"] },
  form: { path: operatorPaths.setUp, takes: FirstAccountForm, to: () => operatorPaths.operatorTab("setup") },
  async run({ deps, caller }, { token, fullname, email, password }) {
    const { config, db, clock, limiter, passwords, settings } = deps;
    await limiter.take("register", caller.address);
    const hash = await assertSetupLink(deps, token);
    await judgePassword(deps, password, { owner: { email, fullName: fullname } });
    const passwordHash = await passwords.hash(password);
    const now = clock();
    const username = usernameFrom(fullname, { siteName: config.site.name });
    const user = { id: uuid(), username, email, fullName: fullname, passwordHash, verifiedAt: now, createdAt: now };
    const audit = auditOf(deps, user, { act: "set up the site", subject: email, subjectId: user.id });
    const isFirst = await insertFirstOperator(db, user, { hash, audit }).catch((error) => {
      if (conflict(error).length > 0) return false;
      throw error;
    });
    if (!isFirst) throw setUpGone();
    await settings.refresh();
    const session = await startSession(deps, user.id, caller);
    return { message: operatorTexts.setUpDone, user: (await findUser(db, user.id))!, token: session };
  },
});

import { beginProof, prove } from "../../../server/actions/account/proof.ts";
import { RequestOptions } from "../../../server/contract/account/answers_sign_in.ts";
import { GivenProof } from "../../../server/contract/account/passkeys.ts";
import { proofTexts } from "../../../server/contract/account/texts.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { described } from "../../../server/http/describe.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";

/** Proving once more who one is: calls that need it answer 403 `password_needed` in a session older than ten minutes. */
export const proof = router();

proof.post(
  "/options",
  described("What a browser needs to prove by a passkey who the caller is, as WebAuthn names it", RequestOptions),
  signedIn,
  async (c) => c.json(await beginProof(c.var.deps, c.var.session)),
);

proof.post(
  "/",
  described("Proves by the password, a code or a passkey who the caller is, for the next ten minutes of the session"),
  signedIn,
  json(GivenProof),
  async (c) => {
    await prove(c.var.deps, c.var.session, { ...c.req.valid("json"), caller: callerOf(c) });
    return c.json({ message: proofTexts.proven });
  },
);

import * as actions from "../../../server/actions/account/passkeys.ts";
import { z } from "zod";
import {
  CreationOptions,
  Passkey,
  RequestOptions,
  SignedIn,
} from "../../../server/contract/account/answers_sign_in.ts";
import { Reauthentication } from "../../../server/contract/account/auth.ts";
import { passkeyTexts } from "../../../server/contract/account/texts.ts";
import { NewPasskey, PasskeyLogin, PasskeyName } from "../../../server/contract/account/passkeys.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { signInBrowser } from "../../../server/http/sign_in.ts";
import { described } from "../../../server/http/describe.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";

/** Passkeys (WebAuthn): the caller's, and signing in with one. */
export const passkeys = router();

passkeys.get("/", described("The caller's passkeys", { passkeys: z.array(Passkey) }), signedIn, async (c) => {
  return c.json({ passkeys: await actions.listPasskeys(c.var.deps, c.var.user.id) });
});

passkeys.post(
  "/options",
  described("What a browser needs to make a passkey, as WebAuthn names it", CreationOptions),
  signedIn,
  json(Reauthentication),
  async (c) => {
    const proof = { ...c.req.valid("json"), caller: callerOf(c) };
    return c.json(await actions.beginPasskey(c.var.deps, c.var.session, proof));
  },
);

passkeys.post(
  "/",
  described("Adds the passkey that a browser has made", { message: z.string(), passkey: Passkey }, { status: 201 }),
  signedIn,
  json(NewPasskey),
  async (c) => {
    const passkey = await actions.addPasskey(c.var.deps, c.var.user, c.req.valid("json"));
    return c.json({ message: passkeyTexts.added, passkey }, 201);
  },
);

passkeys.put("/:id", described("Renames a passkey"), signedIn, json(PasskeyName), async (c) => {
  const { name } = c.req.valid("json");
  await actions.renamePasskey(c.var.deps, c.var.user.id, { id: c.req.param("id"), name });
  return c.json({ message: passkeyTexts.renamed });
});

passkeys.delete(
  "/:id",
  described("Removes a passkey; a session older than ten minutes needs a proof"),
  signedIn,
  json(Reauthentication),
  async (c) => {
    const proof = { ...c.req.valid("json"), caller: callerOf(c) };
    await actions.removePasskey(c.var.deps, c.var.session, { id: c.req.param("id"), ...proof });
    return c.json({ message: passkeyTexts.removed });
  },
);

passkeys.post(
  "/login/options",
  described("What a browser needs to sign in with a passkey, as WebAuthn names it", RequestOptions),
  async (c) => c.json(await actions.beginPasskeyLogin(c.var.deps, callerOf(c))),
);

passkeys.post(
  "/login",
  described("Signs in with a passkey, and sets the cookie", SignedIn),
  json(PasskeyLogin),
  async (c) => {
    const answer = await actions.logInWithPasskey(c.var.deps, c.req.valid("json"), callerOf(c));
    signInBrowser(c, answer.token);
    return c.json(answer);
  },
);

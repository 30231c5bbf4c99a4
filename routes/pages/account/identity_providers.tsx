/** What the forms about accounts elsewhere post to. */
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { beginLink, unlinkIdentity } from "../../../server/actions/account/identity_providers.ts";
import { IdentityForm } from "../../../server/contract/account/identities.ts";
import { identityTexts as words } from "../../../server/contract/account/texts.ts";
import { Reauthentication } from "../../../server/contract/account/auth.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { rememberAttempt } from "../../../server/http/oidc.ts";
import { router } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";
import { showAccount } from "./page.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const elsewhereForms = router();

// A form, so that no other site can begin it; and a page in between, since our policy lets no form lead elsewhere.
elsewhereForms.post(accountPaths.linkIdentity, signedInPage, async (c) => {
  const { deps, session } = c.var;
  const outcome = await runFormAction(
    c,
    { schema: Reauthentication, fields: await readForm(c) },
    (proof) => beginLink(deps, session, { ...proof, caller: callerOf(c) }),
  );
  if (!outcome.ok) return showAccount(c, "sign-in", { section: "elsewhere", fields: {}, refusal: outcome });
  rememberAttempt(c, outcome.value.token);
  const { name } = deps.provider!;
  return page(c, {
    title: words.linkTitle(name),
    description: words.linkAbout(name),
    width: "narrow",
    path: accountPaths.account,
    refresh: { after: 0, to: outcome.value.url.href },
    body: (
      <div className="card stack">
        <h1>{words.linkTitle(name)}</h1>
        <p>{words.linkAbout(name)}</p>
        <LinkButton kind="primary" href={outcome.value.url.href}>{words.goOn}</LinkButton>
        <LinkButton href={`${accountPaths.account}#elsewhere`}>{words.cancel}</LinkButton>
      </div>
    ),
  });
});

elsewhereForms.post(accountPaths.unlinkIdentity, signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: IdentityForm, fields: await readForm(c) },
    (given) => unlinkIdentity(c.var.deps, c.var.session, { ...given, caller: callerOf(c) }),
  );
  return flashAndRedirect(c, outcome, { success: words.unlinked, to: `${accountPaths.account}#elsewhere` });
});

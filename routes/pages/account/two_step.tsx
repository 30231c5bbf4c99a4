/** What the forms about two-step codes post to, and the page of the recovery codes, which are shown once. */
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
} from "../../../server/actions/account/two_step.ts";
import { Reauthentication } from "../../../server/contract/account/auth.ts";
import { FirstCode, ProofForm } from "../../../server/contract/account/two_step.ts";
import { twoStepTexts as words } from "../../../server/contract/account/texts.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { flashAndRedirect, readForm, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { noStore } from "../../../server/http/headers.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";
import { showAccount } from "./page.tsx";
import type { C } from "./section.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const twoStepForms = router();

const again = (c: C, refusal: Refusal) => showAccount(c, "sign-in", { section: "two-step", fields: {}, refusal });

const section = `${accountPaths.account}#two-step`;

twoStepForms.post(accountPaths.setUpTwoStep, signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: Reauthentication, fields: await readForm(c) },
    (proof) => beginTwoStep(c.var.deps, c.var.session, { ...proof, caller: callerOf(c) }),
  );
  return outcome.ok ? c.redirect(section, 303) : again(c, outcome);
});

twoStepForms.post(accountPaths.twoStepForm("confirm"), signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: FirstCode, fields: await readForm(c) },
    ({ code }) => confirmTwoStep(c.var.deps, c.var.user, code),
  );
  return outcome.ok ? showCodes(c, outcome.value) : again(c, outcome);
});

twoStepForms.post(accountPaths.twoStepForm("codes"), signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: ProofForm, fields: await readForm(c) },
    (proof) => renewRecoveryCodes(c.var.deps, c.var.user, { ...proof, caller: callerOf(c) }),
  );
  return outcome.ok ? showCodes(c, outcome.value) : again(c, outcome);
});

twoStepForms.post(accountPaths.twoStepForm("off"), signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: ProofForm, fields: await readForm(c) },
    (proof) => endTwoStep(c.var.deps, c.var.user, { ...proof, caller: callerOf(c) }),
  );
  return outcome.ok ? flashAndRedirect(c, outcome, { success: words.turnedOff, to: section }) : again(c, outcome);
});

/** The codes are in this answer alone: there is no page to come back to. */
const showCodes = (c: C, codes: string[]) =>
  page(c, {
    title: words.recoveryTitle,
    description: words.recovery,
    path: accountPaths.account,
    headers: noStore,
    styles: ["account-page"],
    body: (
      <div className="account card stack">
        <h1>{words.recoveryTitle}</h1>
        <p>{words.on} {words.recovery} {words.recoveryReplaced}</p>
        <ul className="key-codes">{codes.map((code) => <li key={code}>{code}</li>)}</ul>
        <div className="key-actions key-print">
          <Button data-print="">{words.print}</Button>
          <Button data-copy={codes.join("\n")} data-copied={words.copied} hidden>{words.copy}</Button>
        </div>
        <div>
          <LinkButton kind="primary" href={section}>{words.stored}</LinkButton>
        </div>
      </div>
    ),
  });

import { Field } from "../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../islands/forms/FieldFrame.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { findNewSecret, twoStepState } from "../../../server/actions/account/two_step.ts";
import type { Issue } from "../../../server/contract/site/shapes.ts";
import type { NewSecret, TwoStepState } from "../../../server/contract/account/shapes.ts";
import { twoStepTexts as words } from "../../../server/contract/account/texts.ts";
import { ConfirmedForm } from "../../layout/ConfirmedForm.tsx";
import { QrCode } from "../../layout/QrCode.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { Section } from "../../layout/sections.tsx";

export const twoStepSection: Section<Ctx<SignedInEnv>> = {
  id: "two-step",
  title: words.title,
  async content(c, failed) {
    const { deps, user, session } = c.var;
    const state = await twoStepState(deps, user.id);
    if (state.on) return <On state={state} />;
    const secret = await findNewSecret(deps, user);
    if (secret) return <Confirm secret={secret} issues={failed?.refusal.issues} />;
    return (
      <>
        <p>{words.about}</p>
        <ConfirmedForm
          by={await reauthenticatedBy(deps, session)}
          method="post"
          action={accountPaths.setUpTwoStep}
          buttons={<Button type="submit">{words.setUp}</Button>}
        />
      </>
    );
  },
};

const Confirm = ({ secret: { secret, qr, url }, issues }: { secret: NewSecret; issues?: Issue[] }) => (
  <form method="post" action={accountPaths.twoStepForm("confirm")} className="stack">
    <p>{words.scan}</p>
    <a href={url}>
      <QrCode svg={qr} alt={words.qr} />
    </a>
    <p>
      {words.secret}: <span className="key-secret">{secret.match(/.{1,4}/g)!.join(" ")}</span>
    </p>
    <Field
      label={words.appCode}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={50}
      required
      {...fieldOf("code", issues)}
    />
    <div>
      <Button type="submit">{words.confirm}</Button>
    </div>
  </form>
);

/** Two buttons of one form: what proves who asks is the same for both. */
const On = ({ state }: { state: TwoStepState }) => (
  <form method="post" action={accountPaths.twoStepForm("codes")} className="stack">
    <p>{words.on} {words.left(state.recoveryCodes)}</p>
    <Field label={words.proof} name="proof" type="password" autoComplete="off" required />
    <div className="key-actions">
      <Button type="submit">{words.newCodes}</Button>
      <Button type="submit" kind="danger" formAction={accountPaths.twoStepForm("off")}>{words.turnOff}</Button>
    </div>
  </form>
);

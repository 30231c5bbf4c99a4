import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { assertSetupLink, setUp } from "../../../server/actions/operator/setup.ts";
import { judgePassword } from "../../../server/auth/passwords.ts";
import type { SignedIn } from "../../../server/contract/account/shapes.ts";
import { loginPaths } from "../../../server/contract/account/paths.ts";
import { passwordTexts } from "../../../server/contract/account/texts.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { NotFound } from "../../../server/errors.ts";
import type { Fields, Refusal } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { secretAddress } from "../../../server/http/headers.ts";
import { logFailure } from "../../../server/http/request_log.ts";
import { router } from "../../../server/http/router.ts";
import { welcome } from "../../../server/http/sign_in.ts";
import { type Page, page } from "../../layout/page.tsx";
import { cardPage, formPage, newPassword } from "../../layout/parts.tsx";

export const firstAccount = router();

/** Opening the link changes nothing: it works until its form is sent. */
firstAccount.get(operatorPaths.setUp, async (c) => {
  const token = c.req.query("token") ?? "";
  try {
    await assertSetupLink(c.var.deps, token);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    logFailure(c, error);
    return page(c, gonePage());
  }
  return page(c, setUpPage({ token }));
});

mountForm(firstAccount, setUp, {
  refused(c, refusal, { fields }) {
    if (refusal.code === "setup_gone" || !fields.token) return page(c, gonePage());
    return page(c, { ...setUpPage(fields, refusal), refusal });
  },
  async done(c, { token, user, message }: SignedIn, { fields }) {
    const warning = await judgePassword(c.var.deps, fields.password, { owner: user });
    const text = warning ? `${message}. ${warning}` : message;
    return welcome(c, token, { text, to: operatorPaths.operatorTab("setup") });
  },
});

/** For every link that is not the latest, and once somebody has an account: visitors do not learn which it is. */
const gonePage = (): Page =>
  cardPage(
    {
      title: words.setUpGoneTitle,
      description: words.setUpDescription,
      bare: true,
      headers: secretAddress,
      status: 404,
    },
    <>
      <h1>{words.setUpGoneTitle}</h1>
      <ul className="stack">
        {words.setUpGoneWays.map((way) => <li key={way}>{way}</li>)}
      </ul>
      <div className="cluster">
        <LinkButton kind="primary" href={loginPaths.login}>{words.toLogin}</LinkButton>
        <LinkButton href={sitePaths.home}>{words.toHome}</LinkButton>
      </div>
    </>,
  );

const setUpPage = ({ token, fullname, email }: Fields, refusal?: Refusal): Page =>
  formPage(
    { title: words.setUpTitle, description: words.setUpDescription, bare: true, headers: secretAddress },
    <>
      <h1>{words.setUpTitle}</h1>
      <p>{words.setUpHint}</p>
      {refusal && !refusal.issues?.length && <FormError text={refusal.message} />}
      <input type="hidden" name="token" value={token} />
      <Field
        label="Full name"
        autoComplete="name"
        defaultValue={fullname}
        required
        {...fieldOf("fullname", refusal?.issues)}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        defaultValue={email}
        required
        {...fieldOf("email", refusal?.issues)}
      />
      <Field label="Password" hint={passwordTexts.rules} {...newPassword} {...fieldOf("password", refusal?.issues)} />
      <Field label="Confirm password" {...newPassword} {...fieldOf("confirmPassword", refusal?.issues)} />
      <Button type="submit" kind="primary">{words.setUpButton}</Button>
      <p className="muted">{words.setUpNext}</p>
    </>,
  );

import { useId } from "react";
import type { FailureText } from "../server/contract/account/failure_texts.ts";
import { authFailure, useSubmit } from "./forms/useSubmit.ts";
import { Field } from "./forms/Field.tsx";
import { FormError } from "./forms/FormError.tsx";
import { call } from "./runtime/api.ts";
import { Button } from "./ui/Button.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { useModal } from "./ui/useModal.ts";
import { loginPaths } from "../server/contract/account/paths.ts";
import { verifyTexts } from "../server/contract/account/texts.ts";

interface Props {
  open: boolean;
  email?: string;
  error?: FailureText;
}

export function ResendVerification({ open, email, error }: Props) {
  const dialog = useModal(open);
  const cancel = useId();
  const { busy, failure, onSubmit } = useSubmit({
    submit: ({ email }) => call("POST /auth/resend-verification", {}, { email }),
    onSuccess: () => dialog.current?.close(),
    successToast: ({ message }) => message || verifyTexts.resent,
    failed: authFailure(({ message }) => ({ text: message || verifyTexts.resendFailed })),
    failure: error,
  });

  return (
    <>
      <OpenForm to={loginPaths.requestVerification} onOpen={() => dialog.current?.showModal()}>
        <Button type="submit" icon="mail">Resend Verification Email</Button>
      </OpenForm>
      <dialog className="dialog" ref={dialog} open={open} aria-labelledby="resend-title">
        <form method="post" action={loginPaths.resendVerification} onSubmit={onSubmit}>
          <h2 id="resend-title">Resend Verification Email</h2>
          {failure && <FormError text={failure.text} hint={failure.hint} />}
          <Field label="Email" name="email" type="email" autoComplete="email" defaultValue={email} required />
          <div className="dialog-actions">
            <Button type="submit" form={cancel}>Cancel</Button>
            <Button type="submit" kind="primary" busy={busy} busyText="Sending...">Send</Button>
          </div>
        </form>
        <form method="dialog" id={cancel} />
      </dialog>
    </>
  );
}

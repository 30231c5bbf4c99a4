import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useId } from "react";
import { paths } from "../server/contract/paths.ts";
import type { FailureText } from "../server/contract/failure_texts.ts";
import { texts } from "../server/contract/texts.ts";
import { Button } from "./ui/Button.tsx";
import { Field } from "./forms/Field.tsx";
import { FormError } from "./forms/FormError.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { call, hintAbout, serverSaid } from "./runtime/api.ts";
import { useModal } from "./ui/useModal.ts";
import { showToast } from "./runtime/toast.ts";

interface Props {
  /** Whether the server rendered the dialog open, for browsers without script. */
  open: boolean;
  email?: string;
  error?: FailureText;
}

/** The button, and its dialog, that asks for another verification mail. */
export function ResendVerification({ open, email, error }: Props) {
  useSignals();
  const dialog = useModal(open);
  const cancel = useId();
  const sending = useSignal(false);
  const shown = useSignal(error);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    sending.value = true;
    shown.value = undefined;
    try {
      const body = Object.fromEntries(new FormData(event.currentTarget));
      const { message } = await call<{ message: string }>("POST", "/auth/resend-verification", body);
      dialog.current?.close();
      showToast("success", message || texts.verify.resent);
    } catch (error) {
      shown.value = { hint: hintAbout(error), text: serverSaid(error) || texts.verify.resendFailed };
    }
    sending.value = false;
  }

  return (
    <>
      <OpenForm to={`${paths.verifyEmail}?resend`} onOpen={() => dialog.current?.showModal()}>
        <Button type="submit" icon="mail">Resend Verification Email</Button>
      </OpenForm>
      <dialog className="dialog" ref={dialog} open={open} aria-labelledby="resend-title">
        <form method="post" action={paths.resendVerification} onSubmit={send}>
          <h2 id="resend-title">Resend Verification Email</h2>
          {shown.value && <FormError {...shown.value} />}
          <Field label="Email" name="email" type="email" autoComplete="email" defaultValue={email} required />
          <div className="dialog-actions">
            <Button type="submit" form={cancel}>Cancel</Button>
            <Button type="submit" kind="primary" busy={sending.value} busyText="Sending...">Send</Button>
          </div>
        </form>
        <form method="dialog" id={cancel} />
      </dialog>
    </>
  );
}

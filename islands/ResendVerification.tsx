import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { Button, LinkButton } from "./components/Button.tsx";
import { Field } from "./components/Field.tsx";
import { FormError } from "./components/FormError.tsx";
import { call, saidBy } from "./lib/api.ts";
import { intercept } from "./lib/intercept.ts";
import { useModal } from "./lib/modal.ts";
import { showToast } from "./lib/toasts.ts";

interface Props {
  /** Whether the server rendered the dialog open, for browsers without script. */
  open: boolean;
  email?: string;
  error?: string;
}

export function ResendVerification({ open, email, error }: Props) {
  useSignals();
  const dialog = useModal(open);
  const sending = useSignal(false);
  const shown = useSignal(error);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    sending.value = true;
    try {
      const body = Object.fromEntries(new FormData(event.currentTarget));
      const { message } = await call<{ message: string }>("POST", "/auth/resend-verification", body);
      dialog.current?.close();
      showToast("success", message);
    } catch (error) {
      shown.value = saidBy(error, texts.verify.resendFailed);
    }
    sending.value = false;
  }

  return (
    <>
      <LinkButton
        href="?resend"
        onClick={intercept(() => dialog.current?.showModal())}
      >
        Resend Verification Email
      </LinkButton>
      <dialog className="dialog" ref={dialog} open={open} aria-labelledby="resend-title">
        <form method="post" action={paths.verifyEmail} className="stack" onSubmit={send}>
          <h2 id="resend-title">Resend Verification Email</h2>
          {shown.value && <FormError text={shown.value} />}
          <Field label="Email" name="email" type="email" autoComplete="email" defaultValue={email} required />
          <div className="dialog-actions">
            <LinkButton
              kind="quiet"
              href={paths.verifyEmail}
              onClick={intercept(() => dialog.current?.close())}
            >
              Cancel
            </LinkButton>
            <Button type="submit" kind="primary" busy={sending.value} busyText="Sending...">Send</Button>
          </div>
        </form>
      </dialog>
    </>
  );
}

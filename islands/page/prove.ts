/** The buttons that prove by a passkey who somebody is, for the form that they are in. It runs when it is loaded. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from "@simplewebauthn/browser";
import type { PasskeyLogin } from "../../server/contract/account/shapes.ts";
import { passkeyTexts, proofTexts } from "../../server/contract/account/texts.ts";
import { ApiError, call, failureText } from "../runtime/api.ts";
import { showToast } from "../runtime/toast.ts";

if (browserSupportsWebAuthn()) {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-prove]")) {
    button.hidden = false;
    button.addEventListener("click", () => void prove(button));
  }
}

async function prove(button: HTMLButtonElement): Promise<void> {
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  try {
    const optionsJSON: PublicKeyCredentialRequestOptionsJSON = await call("POST /auth/proof/options", {});
    await call("POST /auth/proof", {}, { passkey: await startAuthentication({ optionsJSON }) as PasskeyLogin });
    goOn(button.form ?? button.closest("form")!);
  } catch (error) {
    const text = textOf(error as Error);
    if (text) showToast("error", text);
  } finally {
    button.ariaBusy = null;
  }
}

/** None is asked for again within ten minutes. A form that does one thing only does it. */
function goOn(form: HTMLFormElement): void {
  const buttons = form.querySelectorAll<HTMLButtonElement>("button[type=submit]");
  for (const proof of document.querySelectorAll("[data-proof]")) proof.remove();
  if (buttons.length === 1) return form.requestSubmit(buttons[0]);
  showToast("success", proofTexts.proven);
  buttons[0]?.focus();
}

/** None where its owner did not want to. */
function textOf(error: Error): string | undefined {
  if (error instanceof ApiError) return failureText(error, passkeyTexts.failed);
  return ["NotAllowedError", "AbortError"].includes(error.name) ? undefined : passkeyTexts.failed;
}

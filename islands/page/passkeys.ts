/**
 * The form that adds a passkey, and the buttons that prove by one who somebody is, for the form that they are in. It
 * runs when it is loaded, on a page that has one of them.
 */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import type { NewPasskey, PasskeyLogin } from "../../server/contract/account/shapes.ts";
import { passkeyTexts as words, proofTexts } from "../../server/contract/account/texts.ts";
import { call, failureText } from "../runtime/api.ts";
import { deferToast, showToast } from "../runtime/toast.ts";

const addForm = document.querySelector<HTMLFormElement>("[data-passkey]");

if (browserSupportsWebAuthn()) {
  addForm?.addEventListener("submit", (event) => {
    event.preventDefault();
    void add(addForm);
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-prove]")) {
    button.hidden = false;
    button.addEventListener("click", () => void prove(button));
  }
} else if (addForm) addForm.textContent = words.unsupported;

async function add(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector("button")!;
  if (button.ariaBusy === "true") return;
  const { name, password } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  button.ariaBusy = button.ariaDisabled = "true";
  button.textContent = words.adding;
  try {
    const optionsJSON = await call("POST /auth/passkeys/options", {}, { password: password || undefined });
    const response = await startRegistration({
      optionsJSON: optionsJSON as unknown as PublicKeyCredentialCreationOptionsJSON,
    });
    await call("POST /auth/passkeys", {}, { name, response: response as NewPasskey["response"] });
    deferToast("success", words.added);
    location.reload();
  } catch (error) {
    const { name } = error as Error;
    if (name === "InvalidStateError") showToast("error", words.existing);
    else showToast("error", isRefused(name) ? words.notAdded : failureText(error, words.failed));
    button.ariaBusy = button.ariaDisabled = null;
    button.textContent = words.goOn;
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
    if (!isRefused((error as Error).name)) showToast("error", failureText(error, words.failed));
  } finally {
    button.ariaBusy = null;
  }
}

/** By the owner of the passkey. */
const isRefused = (error: string): boolean => ["NotAllowedError", "AbortError"].includes(error);

/** None is asked for again within ten minutes. A form that does one thing only does it. */
function goOn(form: HTMLFormElement): void {
  const buttons = form.querySelectorAll<HTMLButtonElement>("button[type=submit]");
  for (const proof of document.querySelectorAll("[data-proof]")) proof.remove();
  if (buttons.length === 1) return form.requestSubmit(buttons[0]);
  showToast("success", proofTexts.proven);
  buttons[0]?.focus();
}

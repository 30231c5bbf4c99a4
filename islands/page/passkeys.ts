/** The form that adds a passkey. It runs when it is loaded, on the page that has it. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from "@simplewebauthn/browser";
import type { NewPasskey } from "../../server/contract/account/shapes.ts";
import { passkeyTexts as words } from "../../server/contract/account/texts.ts";
import { ApiError, call, failureText } from "../runtime/api.ts";
import { deferToast, showToast } from "../runtime/toast.ts";

const form = document.querySelector<HTMLFormElement>("[data-passkey]")!;
const button = form.querySelector("button")!;
let isBusy = false;

if (!browserSupportsWebAuthn()) form.textContent = words.unsupported;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!isBusy) void add();
});

async function add(): Promise<void> {
  const { name, password } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  setBusy(true);
  try {
    const optionsJSON = await call("POST /auth/passkeys/options", {}, { password: password || undefined });
    const response = await startRegistration({
      optionsJSON: optionsJSON as unknown as PublicKeyCredentialCreationOptionsJSON,
    });
    await call("POST /auth/passkeys", {}, { name, response: response as NewPasskey["response"] });
    deferToast("success", words.added);
    location.reload();
  } catch (error) {
    showToast("error", textOf(error as Error));
    setBusy(false);
  }
}

function textOf(error: Error): string {
  if (error instanceof ApiError) return failureText(error, words.failed);
  if (error.name === "InvalidStateError") return words.existing;
  return ["NotAllowedError", "AbortError"].includes(error.name) ? words.notAdded : words.failed;
}

/** The button stays where the focus is. */
function setBusy(busy: boolean): void {
  isBusy = busy;
  button.setAttribute("aria-disabled", String(busy));
  button.setAttribute("aria-busy", String(busy));
  button.textContent = busy ? words.adding : words.add;
}

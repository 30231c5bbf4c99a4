import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { PasskeyLogin } from "../../server/contract/account/shapes.ts";
import { passkeyTexts as words } from "../../server/contract/account/texts.ts";
import { ApiError, call } from "../runtime/api.ts";
import { storeSession } from "../runtime/session.ts";

export async function signInWithPasskey({ autofill = false } = {}): Promise<boolean> {
  if (!browserSupportsWebAuthn()) throw failed(words.unsupported);
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = await call("POST /auth/passkeys/login/options", {});
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch((error: Error) => {
    if (!isRefusal(error)) throw failed(words.failed);
    if (!autofill) throw failed(words.notUsed);
  });
  if (!answer) return false;
  storeSession(await call("POST /auth/passkeys/login", {}, answer as PasskeyLogin));
  return true;
}

export async function offerPasskeys(run: (signIn: () => Promise<boolean>) => Promise<void>): Promise<void> {
  if (!await browserSupportsWebAuthnAutofill()) return;
  await run(() => signInWithPasskey({ autofill: true }).catch(ignoreOffline));
}

function ignoreOffline(error: unknown): false {
  if (error instanceof ApiError && error.failure.code !== "invalid_passkey") return false;
  throw error;
}

/** Browsers do not tell a person who cancels from one without a passkey, or one who was too slow. */
const isRefusal = (error: Error): boolean =>
  ["NotAllowedError", "AbortError"].includes(error.name) ||
  error instanceof WebAuthnError && error.code === "ERROR_CEREMONY_ABORTED";

const failed = (message: string) => new ApiError(200, { message, error: message, code: "passkey" });

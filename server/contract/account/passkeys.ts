import * as accountLimits from "./limits.ts";
import { z } from "zod";
import { Reauthentication } from "./auth.ts";
import { requiredText } from "../site/fields.ts";

const base64url = (max: number) => z.string().max(max).regex(/^[\w-]+$/);

/** Of a credential: WebAuthn allows 1023 bytes. */
const id = base64url(1364);
/** What authenticators sign of the browser: the challenge, the origin, and little else. */
const clientDataJSON = base64url(4096);
const credential = {
  id,
  rawId: id,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
};

const name = requiredText(accountLimits.passkeys.name);

/** What a browser answers that has made a passkey, as WebAuthn names it, and the name its owner gave it. */
export const NewPasskey = z.object({
  name,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON,
      attestationObject: base64url(12288),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** The same of a browser that signs in. Signatures that outlast quantum computers (ML-DSA) take up to 4627 bytes. */
export const PasskeyLogin = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4096),
    signature: base64url(8192),
    userHandle: base64url(128),
  }),
});
export type PasskeyLogin = z.infer<typeof PasskeyLogin>;

/** What proves who the caller is. */
export const GivenProof = Reauthentication.extend({ passkey: PasskeyLogin.optional() });

export const PasskeyName = z.object({ name });

/** A passkey, as its owner sees it. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

import { z } from "zod";
import type * as passkeys from "./passkeys.ts";
import type * as twoStep from "./two_step.ts";
import { User } from "../people/answers_people.ts";
import { count, time } from "../site/answers_shared.ts";

/** A session. */
export const SignedIn = z.strictObject({ message: z.string(), user: User, token: z.string() }).meta({ id: "SignedIn" });

export const LoginAnswer = z.union([
  SignedIn,
  z.strictObject({
    twoFactor: z.literal(true),
    ticket: z.string().describe("To be sent with the code to /auth/totp/login, within ten minutes."),
    message: z.string(),
  }),
]);

export const Passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
})
  .meta({ id: "Passkey" }) satisfies z.ZodType<passkeys.Passkey>;

/** As WebAuthn names them. */
export const CreationOptions = z.looseObject({ challenge: z.string() }).describe(
  "PublicKeyCredentialCreationOptionsJSON",
);
export const RequestOptions = z.looseObject({ challenge: z.string() }).describe(
  "PublicKeyCredentialRequestOptionsJSON",
);

export const NewSecret = z.strictObject({
  secret: z.string().describe("In base32."),
  url: z.string().describe("otpauth://totp/…"),
  qr: z.string().describe("The same as an SVG picture."),
}) satisfies z.ZodType<twoStep.NewSecret>;

export const TwoStepState = z.strictObject({ on: z.boolean(), recoveryCodes: count.describe("How many are left.") });

export const RecoveryCodes = z.strictObject({ message: z.string(), recoveryCodes: z.array(z.string()) });

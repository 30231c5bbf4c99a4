import { z } from "zod";
import * as accountLimits from "./limits.ts";
import { looksLikeCode, passwordStrengths, registrationProblem } from "./rules.ts";
import { registerServerTexts, registerTexts } from "./texts.ts";
import * as peopleLimits from "../people/limits.ts";
import { User } from "../people/shapes.ts";
import { asciiLowerCase, email, password, rawText, requiredText } from "../site/fields.ts";
import { count, time } from "../site/shapes.ts";
import { validationServerTexts } from "../site/texts.ts";

const fullname = requiredText(peopleLimits.fullName.max);
export const username = rawText(peopleLimits.username.max).trim().toLowerCase().regex(
  /^[a-z0-9._-]{3,30}$/,
  registerServerTexts.invalidUsername,
);
/** One that is compared with the stored one, and so may be any. */
const knownPassword = z.string(validationServerTexts.required).min(1, validationServerTexts.required).max(
  accountLimits.password.max,
);
const token = z.string().min(1).max(200);

export const Registration = z.preprocess(
  (input) => isRecord(input) ? { ...input, fullname: input.fullname ?? input.fullName ?? input.name } : input,
  z.object({
    fullname,
    email,
    password,
    username: username.optional(),
    invite: z.string().max(100).optional().describe("The token of an invitation, or the code of a link."),
  }),
);
export type Registration = z.infer<typeof Registration>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const RegistrationForm = z.record(z.string(), z.string()).superRefine((fields, context) => {
  const message = registrationProblem(fields);
  if (message) context.addIssue({ code: "custom", message });
}).pipe(z.object({ fullname, email, password }));

/** The first operator's account, and the token of the setup link. */
export const FirstAccount = z.object({ token, fullname, email, password });

export const FirstAccountForm = FirstAccount.extend({ confirmPassword: z.string() }).superRefine((form, context) => {
  if (form.password === form.confirmPassword) return;
  context.addIssue({ code: "custom", path: ["confirmPassword"], message: registerTexts.passwordsDiffer });
});

export const Login = z.object({
  email: rawText(accountLimits.email.max).trim().overwrite(asciiLowerCase).min(1, validationServerTexts.required).max(
    accountLimits.email.max,
  ),
  password: knownPassword,
});
export type Login = z.infer<typeof Login>;

export const Authenticated = z.strictObject({
  message: z.string(),
  user: User,
  token: z.string().nullable(),
  groupId: z.string().optional().describe("The group by whose invitation the caller registered, once they are in it."),
});
export type Authenticated = z.infer<typeof Authenticated>;

export const SignedIn = z.strictObject({ message: z.string(), user: User, token: z.string() }).meta({ id: "SignedIn" });
export type SignedIn = z.infer<typeof SignedIn>;

export const TwoStepNeeded = z.strictObject({
  twoFactor: z.literal(true),
  ticket: z.string().describe("To be sent with the code to /auth/totp/login, within ten minutes."),
  message: z.string(),
});
export type TwoStepNeeded = z.infer<typeof TwoStepNeeded>;

export const LoginAnswer = z.union([SignedIn, TwoStepNeeded]);

export const Address = z.object({ email });

/** Of an account: its address, or its username, which has no `@`. */
const knownName = rawText(accountLimits.email.max, {
  required: registerTexts.invalidEmail,
  tooLong: registerTexts.invalidEmail,
}).trim().overwrite(asciiLowerCase).refine(
  (name) => (name.includes("@") ? email : username).safeParse(name).success,
  registerTexts.invalidEmail,
);

export const ForgottenBy = z.object({ email: knownName.describe("An address or a username.") });

export const AddressToCheck = z.object({ email: z.string(validationServerTexts.required) });

export const Availability = z.strictObject({ available: z.boolean(), isValid: z.boolean(), message: z.string() });
export type Availability = z.infer<typeof Availability>;

export const PasswordToCheck = z.object({
  password: z.string(validationServerTexts.required).max(accountLimits.password.max),
  email: z.string().max(4 * accountLimits.email.max).optional(),
  fullname: z.string().max(4 * peopleLimits.fullName.max).optional(),
});

export const PasswordVerdict = z.strictObject({
  strength: z.enum(passwordStrengths),
  reason: z.string().nullable().describe("Why it is weak, where its form does not tell."),
});
export type PasswordVerdict = z.infer<typeof PasswordVerdict>;

export const PasswordReset = z.object({ token, password });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const PasswordResetForm = PasswordReset.extend({ confirmPassword: z.string() }).superRefine(samePassword);

export const PasswordChange = z.object({ currentPassword: knownPassword, newPassword: password });

export const PasswordChangeForm = PasswordChange.extend({ confirmPassword: z.string() })
  .superRefine(({ newPassword, confirmPassword }, context) =>
    samePassword({ password: newPassword, confirmPassword }, context)
  );

function samePassword(form: { password: string; confirmPassword: string }, context: z.RefinementCtx): void {
  if (form.password === form.confirmPassword) return;
  context.addIssue({ code: "custom", path: ["confirmPassword"], message: registerTexts.passwordsDiffer });
}

export const EmailChange = z.object({ email, password: knownPassword });

export const LinkToken = z.object({ token });

export const VerifyQuery = z.object({ token: z.string().optional().describe("That of the mailed link.") });

export const DeletionRequest = z.object({ password: z.string().max(accountLimits.password.max).default("") });

export const OwnSession = z.strictObject({
  id: z.string(),
  createdAt: time,
  lastSeenAt: time.describe("To the hour."),
  device: z.string().describe('In words, such as "Firefox on Windows".'),
  address: z.string().nullable().describe("The network address that it was started from, where that is known."),
  current: z.boolean(),
}).meta({ id: "Session" });
export type OwnSession = z.infer<typeof OwnSession>;

/** The password or a code of an app, asked for in a session older than `accountLimits.recentSignIn`. */
export const Reauthentication = z.object({
  password: z.string().max(accountLimits.password.max).optional(),
  code: z.string().trim().max(50).optional(),
});
export type Reauthentication = z.infer<typeof Reauthentication>;

const base64url = (max: number) => z.string().max(max).regex(/^[\w-]+$/);

/** Of a credential: WebAuthn allows 1023 bytes. */
const credentialId = base64url(1364);
const clientDataJSON = base64url(4096);
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
};

const passkeyName = requiredText(accountLimits.passkeys.name);

export const NewPasskey = z.object({
  name: passkeyName,
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

/** Signatures that outlast quantum computers (ML-DSA) take up to 4627 bytes. */
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

export const ReauthenticationOrPasskey = Reauthentication.extend({ passkey: PasskeyLogin.optional() });

export const PasskeyName = z.object({ name: passkeyName });

export const Passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
}).meta({ id: "Passkey" });
export type Passkey = z.infer<typeof Passkey>;

export const CreationOptions = z.looseObject({ challenge: z.string() }).describe(
  "PublicKeyCredentialCreationOptionsJSON",
);
export const RequestOptions = z.looseObject({ challenge: z.string() }).describe(
  "PublicKeyCredentialRequestOptionsJSON",
);

const code = z.string(validationServerTexts.required).trim().min(1, validationServerTexts.required).max(50);

export const CodeLogin = z.object({ ticket: z.string().min(1).max(200), code });

export const FirstCode = z.object({ code });

export const CodeOrPasswordForm = z.object({
  proof: z.string(validationServerTexts.required).min(1, validationServerTexts.required).max(
    accountLimits.password.max,
  ),
}).transform(({ proof }): Reauthentication =>
  looksLikeCode(proof) ? { code: proof.trim(), password: proof } : { password: proof }
);

export const NewSecret = z.strictObject({
  secret: z.string().describe("In base32."),
  url: z.string().describe("otpauth://totp/…"),
  qr: z.string().describe("A picture of the address, as SVG."),
});
export type NewSecret = z.infer<typeof NewSecret>;

export const TwoStepState = z.strictObject({ on: z.boolean(), recoveryCodes: count.describe("How many are left.") });
export type TwoStepState = z.infer<typeof TwoStepState>;

export const RecoveryCodes = z.array(z.string()).describe("Each logs in once, in place of a code.");

export const LinkedAccountForm = Reauthentication.extend({
  issuer: z.string().min(1).max(accountLimits.identityProvider.next),
  subject: z.string().min(1).max(accountLimits.identityProvider.subject),
});

const anyText = z.string().optional().catch(undefined);

export const IdentityProviderQuery = z.object({ next: anyText.describe("The path of this site to go on to.") });

export const IdentityProviderCallback = z.object({
  code: anyText.describe("That of the identity provider."),
  state: anyText.describe("As the identity provider was sent it."),
  iss: anyText.describe("The issuer."),
  error: anyText.describe("Why nobody was identified."),
});

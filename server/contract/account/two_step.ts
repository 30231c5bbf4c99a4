import * as accountLimits from "./limits.ts";
import { z } from "zod";
import { validationServerTexts } from "../site/texts.ts";

/** A code of the app, or a recovery code, in any form that people write it. */
const code = z.string(validationServerTexts.required).trim().min(1, validationServerTexts.required).max(50);

/** The second step of a login. */
export const CodeLogin = z.object({ ticket: z.string().min(1).max(200), code });
export type CodeLogin = z.infer<typeof CodeLogin>;

/** The first code of a new secret. */
export const FirstCode = z.object({ code });

/** A code or the password, by which the codes are changed. */
export const CodeOrPassword = z.object({
  code: z.string().trim().max(50).optional(),
  password: z.string().max(accountLimits.password.max).optional(),
});
export type CodeOrPassword = z.infer<typeof CodeOrPassword>;

/** The same from a form with one field for both. */
export const ProofForm = z.object({
  proof: z.string(validationServerTexts.required).min(1, validationServerTexts.required).max(
    accountLimits.password.max,
  ),
}).transform(({ proof }): CodeOrPassword =>
  looksLikeCode(proof) ? { code: proof.trim(), password: proof } : { password: proof }
);

/** Whether something has the form of a code of an app, or of a recovery code. */
export const looksLikeCode = (proof: string): boolean =>
  /^[\s-]*(\d[\s-]*){6}$/.test(proof) || /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/i.test(proof.trim());

/** A secret that is yet to be confirmed. */
export interface NewSecret {
  /** In base32. */
  secret: string;
  /** For apps: `otpauth://totp/…`. */
  url: string;
  /** The same as an SVG picture. */
  qr: string;
}

export interface TwoStepState {
  on: boolean;
  recoveryCodes: number;
}

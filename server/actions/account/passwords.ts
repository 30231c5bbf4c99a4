import { type PasswordOwner, weaknessOf } from "../../auth/weak_passwords.ts";
import type { PasswordToCheck, PasswordVerdict } from "../../contract/account/auth.ts";
import { passwordTexts as words } from "../../contract/account/texts.ts";
import { passwordStrength } from "../../contract/account/password_strength.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest } from "../../errors.ts";

/** How strong a password would be, and why it is weak where others would not expect it. */
export async function checkPassword({ password, email, fullname }: PasswordToCheck): Promise<PasswordVerdict> {
  const weakness = await weaknessOf(password, { email, fullName: fullname });
  return weakness
    ? { strength: "Weak", reason: words.weak[weakness] }
    : { strength: passwordStrength(password), reason: null };
}

/**
 * Judges a new password of somebody.
 *
 * @returns what they are warned of, where there is something
 * @throws BadRequest where the operator refuses such passwords
 */
export async function judgePassword(
  { config }: Pick<Deps, "config">,
  password: string,
  { owner, field = "password" }: { owner: PasswordOwner; field?: string },
): Promise<string | undefined> {
  const weakness = await weaknessOf(password, owner);
  if (!weakness) return undefined;
  if (config.commonPasswords === "warn") return words.warning(words.weak[weakness]);
  const message = words.refused[weakness];
  throw new BadRequest(message, "common_password", { issues: [{ path: field, message }] });
}

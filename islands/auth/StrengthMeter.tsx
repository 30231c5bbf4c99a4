import type { PasswordStrength } from "../../server/contract/shared.ts";

/** The strength of a password, as a word and as bars. */
export function StrengthMeter({ strength }: { strength: PasswordStrength }) {
  return (
    <span className="strength" data-strength={strength}>
      <svg className="strength-bars" width="72" height="4" aria-hidden="true">
        <rect width="20" height="4" rx="2" />
        <rect x="26" width="20" height="4" rx="2" />
        <rect x="52" width="20" height="4" rx="2" />
      </svg>
      Password strength: {strength}
    </span>
  );
}

import type { PasswordStrength } from "../../server/contract/account/rules.ts";

export function StrengthMeter({ strength, reason }: { strength: PasswordStrength; reason: string | null }) {
  return (
    <span className="strength" data-strength={strength}>
      <svg className="strength-bars" width="72" height="4" aria-hidden="true">
        <rect width="20" height="4" rx="2" />
        <rect x="26" width="20" height="4" rx="2" />
        <rect x="52" width="20" height="4" rx="2" />
      </svg>
      Password strength: {strength}
      {reason && `. ${reason}`}
    </span>
  );
}

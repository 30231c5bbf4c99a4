import type { AttestationObject } from "@simplewebauthn/server/helpers";
import * as accountLimits from "../contract/account/limits.ts";
import type { NewPasskey, PasskeyLogin } from "../contract/account/shapes.ts";
import type { User } from "../contract/people/shapes.ts";
import type { Config } from "../settings/settings.ts";

type Site = Pick<Config, "publicUrl">;
type NamedSite = Pick<Config, "publicUrl" | "site">;

const domainOf = ({ publicUrl }: Site) => new URL(publicUrl).hostname;

/** Loaded when it is first needed: with its certificates it takes a sixth of the time in which the service starts. */
const library = async () => ({
  ...await import("@simplewebauthn/server"),
  ...await import("@simplewebauthn/server/helpers"),
});

const asBytes = (token: string) => Uint8Array.fromBase64(token, { alphabet: "base64url" });
const asText = (token: string) => new TextDecoder().decode(asBytes(token));

interface Registration {
  challenge: string;
  user: Pick<User, "id" | "name" | "email" | "username">;
  existing: { id: string; transports: string[] }[];
}

/** Found by the browser without a typed name, and unlocked each time, so that it counts as two things. */
export const registrationOptions = async (site: NamedSite, { challenge, user, existing }: Registration) =>
  (await library()).generateRegistrationOptions({
    rpName: site.site.name,
    rpID: domainOf(site),
    challenge: asBytes(challenge),
    userID: new TextEncoder().encode(user.id),
    userName: user.email ?? user.username,
    userDisplayName: user.name,
    timeout: accountLimits.passkeys.challenge,
    attestationType: "none",
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  });

/** @param passkeys none are listed for visitors, who are yet to be known */
export const loginOptions = async (
  site: Site,
  challenge: string,
  passkeys: { id: string; transports: string[] }[] = [],
) =>
  (await library()).generateAuthenticationOptions({
    allowCredentials: passkeys,
    rpID: domainOf(site),
    challenge: asBytes(challenge),
    timeout: accountLimits.passkeys.challenge,
    userVerification: "required",
  });

export function challengeOf({ response: { clientDataJSON } }: { response: { clientDataJSON: string } }) {
  try {
    const { challenge } = JSON.parse(asText(clientDataJSON));
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

export async function verifyRegistration(site: Site, challenge: string, answer: NewPasskey["response"]) {
  const { decodeAttestationObject, verifyRegistrationResponse } = await library();
  try {
    if (!isPlain(decodeAttestationObject(asBytes(answer.response.attestationObject)))) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, response: { ...answer.response, transports: undefined } },
      expectedChallenge: challenge,
      expectedOrigin: site.publicUrl,
      expectedRPID: domainOf(site),
      requireUserVerification: true,
    });
    return registrationInfo?.credential;
  } catch {
    return undefined;
  }
}

/** To check certificates, which were not asked for, means to fetch addresses in them that the sender chooses. */
function isPlain(attestation: AttestationObject): boolean {
  const format = attestation.get("fmt");
  return format === "none" || format === "packed" && attestation.get("attStmt").get("x5c") === undefined;
}

interface StoredPasskey {
  id: string;
  userId: string;
  publicKey: Uint8Array;
  counter: number;
}

export async function verifyLogin(
  site: Site,
  { challenge, answer, passkey }: { challenge: string; answer: PasskeyLogin; passkey: StoredPasskey },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  try {
    if (asText(answer.response.userHandle) !== passkey.userId) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: site.publicUrl,
      expectedRPID: domainOf(site),
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

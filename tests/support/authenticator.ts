/** An authenticator of passkeys in place of a device's: P-256, no attestation, user verified. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

interface Signing {
  /** Where the browser says it is. */
  origin: string;
  /** How often the key has signed; 0 where it does not count. */
  counter?: number;
  /** 1: present, 4: verified. */
  flags?: number;
}

export interface Key {
  id: string;
  privateKey: KeyObject;
  userHandle: string;
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(rpId: string, { flags = 5, counter = 0 }: Signing, more: Uint8Array = new Uint8Array()) {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
}

/** Makes a passkey. @returns it, and what the browser sends */
export function makeKey({ challenge, rp, user }: Options, signing: Signing) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  const bytes = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, "base64url")]);
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x!),
    Buffer.from([0x22]),
    bytes(y!),
  ]);
  const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
  const authData = authenticatorData(rp!.id!, { ...signing, flags: (signing.flags ?? 5) | 0x40 }, credential);
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    ...[text("fmt"), text("none"), text("attStmt"), Buffer.from([0xa0]), text("authData")],
    Buffer.from([0x58, authData.length]),
    authData,
  ]);
  const key: Key = { id: base64url(id), privateKey, userHandle: user!.id };
  const response = {
    id: key.id,
    rawId: key.id,
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(clientData("webauthn.create", challenge, signing.origin)),
      attestationObject: base64url(attestationObject),
      transports: ["internal"],
    },
  };
  return { key, response };
}

/** What the browser sends that signs in with a passkey. */
export function answerWith({ id, privateKey, userHandle }: Key, { challenge, rpId }: Options, signing: Signing) {
  const data = clientData("webauthn.get", challenge, signing.origin);
  const authData = authenticatorData(rpId!, signing);
  return {
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(data),
      authenticatorData: base64url(authData),
      signature: base64url(sign("sha256", Buffer.concat([authData, sha256(data)]), privateKey)),
      userHandle,
    },
  };
}

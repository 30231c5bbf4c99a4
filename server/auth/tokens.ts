import { createHash } from "node:crypto";

/** A new secret: 256 random bits, as 43 characters that are safe in URLs and cookies. */
export const newToken = (): string =>
  crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });

/** For 256 random bits a fast hash is enough. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

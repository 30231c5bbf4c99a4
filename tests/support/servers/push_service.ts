/** A push service over TLS that decrypts what it is sent, as the browser would, and checks who sent it. */
import { Buffer } from "node:buffer";
import { createECDH, createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { SentPush } from "../../../server/contract/notices/shapes.ts";
import { openPost, type Post } from "../../../server/push/post.ts";

export interface Received {
  push: SentPush;
  headers: Record<string, unknown>;
  /** The claims of the sender's token, which was signed with the key that it names. */
  claims: { aud: string; exp: number; sub: string };
  /** That key, as browsers subscribe with. */
  key: string;
  path: string;
}

export interface PushService {
  received: Received[];
  port: number;
  /** Reaches this service, by its name, wherever that is said to be. */
  post: Post;
  /** What it answers. */
  status: number;
  /** How many requests it has had. */
  requests: number;
  /** A browser's subscription with keys of its own. */
  subscription(path?: string): { endpoint: string; keys: { p256dh: string; auth: string } };
  [Symbol.asyncDispose](): Promise<void>;
}

/** A browser's keys (RFC 8291, section 5), for where nothing is decrypted. */
export const browserKeys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

/** For `push.example.org`, until 2126. It is worth nothing. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBqjCCAVCgAwIBAgIUIu17sQMDiwl/An0lNCxU26FgWrswCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcHVzaC5leGFtcGxlLm9yZzAgFw0yNjExMjIxNTUyNTVaGA8y
MTI2MTAyOTE1NTI1NVowGzEZMBcGA1UEAwwQcHVzaC5leGFtcGxlLm9yZzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABOpoqMzBmuWTrxeq15ZjPzJMV8fSTZXGMX6U
aG9kDZ0Q/qG7QR7NOok5vfbF3Y/9EDx0/3XeWQ9vwgFaQTykVWOjcDBuMB0GA1Ud
DgQWBBS2gU2gxl+i/nU4fPvqjvxjRQQ/CTAfBgNVHSMEGDAWgBS2gU2gxl+i/nU4
fPvqjvxjRQQ/CTAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHB1c2guZXhh
bXBsZS5vcmcwCgYIKoZIzj0EAwIDSAAwRQIhAMqXtfAxIQAX3FPgnOXFL/YSZF5Q
zwTE+zUFFVAG+0cBAiAorYCXquLWXM5PN8Y7UrJiu9DaxhiCNQ54HfVvnMkRrg==
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgaiLulObsTg7LQZi2
ZLbuP9tEU2eS27C7EmS4lQtOndWhRANCAATqaKjMwZrlk68XqteWYz8yTFfH0k2V
xjF+lGhvZA2dEP6hu0EezTqJOb32xd2P/RA8dP913lkPb8IBWkE8pFVj
-----END PRIVATE KEY-----
`;

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  const server = createServer({ cert, key }, async (request, response) => {
    service.requests++;
    const body = await buffer(request);
    const path = request.url!;
    if (service.status < 300) {
      const push = await decrypt(body, browsers.get(path)!);
      service.received.push({
        push,
        path,
        headers: { ...request.headers },
        ...checked(request.headers.authorization!),
      });
    }
    const headers = service.status < 400 && service.status >= 300 ? { Location: "/elsewhere" } : {};
    response.writeHead(service.status, headers).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const origin = "https://push.example.org";
  const service: PushService = {
    received: [],
    requests: 0,
    status: 201,
    port,
    post: openPost({ lookup: () => Promise.resolve(["127.0.0.1"]), isAllowed: () => true, port, ca: cert }),
    subscription(path = `/${crypto.randomUUID()}`) {
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys().toString("base64url");
      const auth = Buffer.from(crypto.getRandomValues(new Uint8Array(16)));
      browsers.set(path, { ecdh, auth });
      return { endpoint: origin + path, keys: { p256dh, auth: auth.toString("base64url") } };
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return service;
}

/** RFC 8291 (keys) and RFC 8188 (aes128gcm), by Web Crypto. */
async function decrypt(
  body: Buffer,
  { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer },
): Promise<SentPush> {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body[20]);
  const info = Buffer.concat([text("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const input = await derive(ecdh.computeSecret(senderKey), { salt: auth, info, bytes: 32 });
  const contentKey = await derive(input, { salt, info: text("Content-Encoding: aes128gcm\0"), bytes: 16 });
  const nonce = await derive(input, { salt, info: text("Content-Encoding: nonce\0"), bytes: 12 });
  const aes = await crypto.subtle.importKey("raw", bytes(contentKey), "AES-GCM", false, ["decrypt"]);
  const padded = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytes(nonce) },
    aes,
    bytes(body.subarray(21 + body[20])),
  );
  const plain = Buffer.from(padded);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}

async function derive(
  secret: Uint8Array,
  { salt, info, bytes: length }: { salt: Uint8Array; info: Uint8Array; bytes: number },
): Promise<Uint8Array> {
  const base = await crypto.subtle.importKey("raw", bytes(secret), "HKDF", false, ["deriveBits"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt: bytes(salt), info: bytes(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, base, length * 8));
}

const text = (value: string) => Buffer.from(value);
const bytes = (value: Uint8Array) => new Uint8Array(value);

/** Checks the signature of a VAPID token (RFC 8292). */
function checked(authorization: string): Pick<Received, "claims" | "key"> {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization)!;
  const [head, claims, signature] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const isSigned = verify(
    "sha256",
    text(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("The token is not signed with its key.");
  return { claims: JSON.parse(Buffer.from(claims, "base64url").toString()), key };
}

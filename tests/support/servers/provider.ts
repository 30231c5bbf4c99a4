/** Services where people have accounts too (OpenID Connect): a real one, and one that answers as a test wants. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { reservePort } from "../ports.ts";

const clientId = "chapterhouse";
const clientSecret = "a secret of the tests";

/** The settings of an app whose people have accounts at an issuer, and the port that they name. */
export function settingsFor(issuer: string, env: Record<string, string> = {}) {
  const settings = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  return { PORT: `${reservePort()}`, OIDC_NAME: "Engine School", ...settings, ...env };
}

/** Claims of an account. */
export type Account = Record<string, unknown>;

const close = (server: Server) => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
};

/** `oidc-provider` with its own pages, on which anybody signs in by typing the name of an account. */
export async function realProvider(redirectUri: string, issuerPort: number, accounts: Record<string, Account>) {
  const { default: Provider } = await import("oidc-provider");
  const issuer = `http://localhost:${issuerPort}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_, id) => accounts[id] && { accountId: id, claims: () => ({ sub: id, ...accounts[id] }) },
  });
  const server: Server = await new Promise((resolve) => {
    const listening = provider.listen(issuerPort, "127.0.0.1", () => resolve(listening));
  });
  return { issuer, [Symbol.asyncDispose]: () => close(server) };
}

interface Answers {
  /** What the ID token says beside what it must; undefined leaves a claim out. */
  claims?: Account;
  /** What the address says to which the browser is sent back. */
  query?: Record<string, string>;
  /** Takes its client's secret in HTTP's own header only. */
  takesBasic?: boolean;
  /** Signs with a key that is not published. */
  isForged?: boolean;
  /** Says these only where it is asked about the user. */
  userinfo?: Account;
  /** Answers to nothing but the first question about itself. */
  tokenStatus?: number;
  /** The values of `prompt` that it says it knows. */
  prompts?: string[];
  /** Does not say what it is, or by which keys it signs. */
  metadataStatus?: number;
  keysStatus?: number;
}

export interface TestProvider {
  issuer: string;
  /** What it answers from now on. */
  answers: Answers;
  /** How often it was asked what it is. */
  asked(): number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** One that signs in at once whom a test says. It checks its client, the code and its proof (PKCE). */
export async function testProvider(): Promise<TestProvider> {
  const [key, forged] = await Promise.all([newKey(), newKey()]);
  const jwk = { ...await crypto.subtle.exportKey("jwk", key.publicKey), kid: "one", alg: "ES256", use: "sig" };
  const codes = new Map<string, URLSearchParams>();
  let asked = 0;
  let count = 0;
  const server = createServer(async (request, response) => {
    const { answers, issuer } = provider;
    const { pathname, searchParams } = new URL(request.url!, issuer);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (pathname === "/.well-known/openid-configuration") {
      asked++;
      if (answers.metadataStatus) return json({}, answers.metadataStatus);
      const method = answers.takesBasic ? "client_secret_basic" : "client_secret_post";
      return json({ ...metadata(issuer, method), prompt_values_supported: answers.prompts });
    }
    if (pathname === "/jwks") return json({ keys: [jwk] }, answers.keysStatus);
    if (pathname === "/me") return json({ sub: answers.claims?.sub ?? "one", ...answers.userinfo });
    if (pathname === "/auth") {
      const code = `code${++count}`;
      codes.set(code, searchParams);
      const to = new URL(searchParams.get("redirect_uri")!);
      const query = { code, state: searchParams.get("state")!, iss: issuer, ...answers.query };
      for (const [name, value] of Object.entries(query)) if (value) to.searchParams.set(name, value);
      return response.writeHead(302, { Location: to.href }).end();
    }
    if (pathname !== "/token" || answers.tokenStatus) {
      return json({ error: "server_error" }, answers.tokenStatus ?? 404);
    }
    const form = new URLSearchParams(await textOf(request));
    const credentials = `Basic ${btoa([clientId, clientSecret].map(formEncoded).join(":"))}`;
    const isClient = answers.takesBasic
      ? request.headers.authorization === credentials && !form.has("client_secret")
      : form.get("client_secret") === clientSecret;
    if (!isClient) return json({ error: "invalid_client" }, 401);
    const begun = codes.get(form.get("code")!);
    codes.delete(form.get("code")!);
    const proof = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
    const isProven = begun?.get("code_challenge_method") === "S256" && begun.get("code_challenge") === proof;
    if (!isProven) return json({ error: "invalid_grant" }, 400);
    const now = Math.floor(Date.now() / 1000);
    const must = { iss: issuer, aud: clientId, sub: "one", iat: now, exp: now + 60, nonce: begun.get("nonce") };
    const token = await sign({ ...must, ...answers.claims }, answers.isForged ? forged : key);
    json({ access_token: "token", token_type: "Bearer", expires_in: 60, id_token: token });
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port))
  );
  const provider: TestProvider = {
    issuer: `http://localhost:${port}`,
    answers: {},
    asked: () => asked,
    [Symbol.asyncDispose]: () => close(server),
  };
  return provider;
}

/** Has a provider answer in Google's place, in this process. Google is asked nothing. */
export function inPlaceOfGoogle(provider: TestProvider): Disposable {
  const google = "https://accounts.google.com";
  const [address, { fetch }] = [provider.issuer, globalThis];
  provider.issuer = google;
  globalThis.fetch = (input, init) => fetch(typeof input === "string" ? input.replace(google, address) : input, init);
  return { [Symbol.dispose]: () => void (globalThis.fetch = fetch) };
}

/** As forms encode it, which the standard asks for in the header. */
const formEncoded = (value: string) => new URLSearchParams({ "": value }).toString().slice(1);

const metadata = (issuer: string, method: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/me`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["ES256"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: [method],
  authorization_response_iss_parameter_supported: true,
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const newKey = () => crypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);

async function sign(claims: Account, { privateKey }: CryptoKeyPair): Promise<string> {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "ES256", kid: "one" })}.${part(claims)}`;
  const signature = await crypto.subtle.sign(ecdsa, privateKey, new TextEncoder().encode(text));
  return `${text}.${Buffer.from(signature).toString("base64url")}`;
}

import type { ClientAuth, Configuration, CustomFetchOptions } from "openid-client";
import * as accountLimits from "../contract/account/limits.ts";
import { identityProviderProblems as problems } from "../contract/account/texts.ts";
import { AppError, BadRequest, Forbidden } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Config } from "../settings/settings.ts";

/** The service where people have accounts too (OpenID Connect): sends them there, and checks what it answers. */

export interface Attempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface IdentifiedPerson {
  issuer: string;
  /** Never given to anybody else by this issuer. */
  subject: string;
  /** Only where the issuer says that it is theirs. */
  email?: string;
  /** Whether the issuer gives out addresses of this domain, and so knows whose it is today. */
  isAuthority: boolean;
  name?: string;
}

export interface IdentityProvider {
  name: string;
  isGoogle: boolean;
  issuer: string;
  /** @param asksWho also where somebody is logged in there @throws AppError where the provider does not answer */
  address(attempt: Attempt, asksWho?: boolean): Promise<URL>;
  /** @throws Forbidden where they refused, BadRequest for an answer that is not genuine, AppError without one */
  identify(query: string, attempt: Attempt): Promise<IdentifiedPerson>;
}

type Settings = Pick<
  Config,
  "publicUrl" | "apiBase" | "oidcIssuer" | "oidcClientId" | "oidcClientSecret" | "oidcName"
>;

interface Parameters {
  config: Settings;
  clock: () => number;
  log: Log;
}

const google = "https://accounts.google.com";

/** Milliseconds after which the provider is asked again what it is, and after which where it did not answer. */
const metadataLifetime = 3600_000;
const metadataRetry = 60_000;

export function openIdentityProvider({ config, clock, log }: Parameters): IdentityProvider | undefined {
  const { oidcIssuer: issuer, oidcName } = config;
  if (!issuer) return undefined;
  const isGoogle = issuer.replace(/\/$/, "") === google;
  const name = oidcName ?? (isGoogle ? "Google" : new URL(issuer).host);
  const redirectUri = `${config.publicUrl}${config.apiBase}/auth/oidc/callback`;
  const metadata = openMetadata(issuer, { config, clock, log });

  const fail = (error: unknown): never => {
    if (error instanceof AppError) throw error;
    const { code, message, error: reason } = error as Error & { code?: string; error?: string };
    log.warn({ issuer, code, reason, message }, "signing in by the identity provider failed");
    if (reason === "access_denied") throw new Forbidden(problems.access_denied(name), "access_denied");
    if (isGenuine(error)) throw new BadRequest(problems.invalid_answer(name), "invalid_answer");
    throw new AppError(503, "provider_unavailable", problems.provider_unavailable(name));
  };

  return {
    name,
    isGoogle,
    issuer,
    async address({ state, nonce, codeVerifier }, asksWho = false) {
      const client = await import("openid-client");
      const configuration = await metadata().catch(fail);
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        ...(asksWho && { prompt: askingPrompt(configuration, isGoogle) }),
      });
    },
    async identify(query, { state, nonce, codeVerifier }) {
      const client = await import("openid-client");
      const configuration = await metadata().catch(fail);
      const url = new URL(redirectUri + query);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
      const tokens = await client.authorizationCodeGrant(configuration, url, checks).catch(fail);
      const claims = tokens.claims()!;
      // Many providers name the address only there. What one place says of it is not mixed with what the other says.
      const isComplete = claims.email !== undefined && claims.email_verified !== undefined;
      const asks = !isComplete && configuration.serverMetadata().userinfo_endpoint;
      if (!asks) return personOf(issuer!, claims, claims);
      const userInfo = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(fail);
      return personOf(issuer!, claims, userInfo);
    },
  };
}

/** People who log in at the same time wait for one answer; the first failure is forgotten at once. */
function openMetadata(issuer: string, { config, clock, log }: Parameters): () => Promise<Configuration> {
  const keys = storingFetch(log);
  let discovered: { configuration: Promise<Configuration>; until: number } | undefined;
  let latest: Configuration | undefined;
  return () => {
    if (discovered && clock() < discovered.until) return discovered.configuration;
    const configuration = discover(config, issuer, keys).then((found) => latest = found).catch((error) => {
      if (latest) mine.until = clock() + metadataRetry;
      else if (discovered === mine) discovered = undefined;
      if (!latest) throw error;
      log.warn({ issuer, code: error.code, message: error.message }, "a provider's metadata is an older copy");
      return latest;
    });
    const mine = discovered = { configuration, until: clock() + metadataLifetime };
    return configuration;
  };
}

/** Some providers refuse a value that they do not know; Google knows no `login`, which is the standard's own. */
function askingPrompt(configuration: Configuration, isGoogle: boolean): string {
  const known = configuration.serverMetadata().prompt_values_supported;
  const hasChoice = isGoogle || Array.isArray(known) && known.includes("select_account");
  return hasChoice ? "select_account" : "login";
}

const isGenuine = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" &&
  /^OAUTH_/.test(error.code) &&
  !/^OAUTH_(TIMEOUT|ABORT|RESPONSE_IS_NOT_CONFORM|RESPONSE_IS_NOT_JSON)$/.test(error.code);

async function discover(config: Settings, issuer: string, keys: typeof boundedFetch): Promise<Configuration> {
  const client = await import("openid-client");
  const isLocal = issuer.startsWith("http:");
  const configuration = await client.discovery(
    new URL(issuer),
    config.oidcClientId!,
    undefined,
    authentication(client, config),
    {
      // Over https the code flow may do without; a signature also holds where something in between reads along.
      execute: [client.enableNonRepudiationChecks, ...isLocal ? [client.allowInsecureRequests] : []],
      timeout: accountLimits.identityProvider.timeout / 1000,
      [client.customFetch]: boundedFetch,
    },
  );
  const { jwks_uri } = configuration.serverMetadata();
  configuration[client.customFetch] = (url, options) => (url === jwks_uri ? keys : boundedFetch)(url, options);
  return configuration;
}

/** Where fetching fails it answers as it did the last time. For the provider's public keys, which change rarely. */
function storingFetch(log: Log): typeof boundedFetch {
  let stored: { url: string; response: Response } | undefined;
  return async (url, options) => {
    try {
      const response = await boundedFetch(url, options);
      if (!response.ok) throw new Error(`the answer has status ${response.status}`);
      stored = { url, response: response.clone() };
      return response;
    } catch (error) {
      if (stored?.url !== url) throw error;
      log.warn({ url, message: (error as Error).message }, "a provider's keys are an older copy");
      return stored.response.clone();
    }
  };
}

/** By HTTP's own header, which is the standard's default, unless the provider takes the secret in the body only. */
function authentication(client: typeof import("openid-client"), { oidcClientSecret: secret }: Settings): ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...more) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...more);
  };
}

const maxBytes = 256 * 1024;

async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error("the answer is too large");
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(length > 0 ? new Blob(chunks) : null, { status, headers });
}

type Claims = Record<string, unknown> & { sub: string };

function personOf(issuer: string, claims: Claims, ofAddress: Claims): IdentifiedPerson {
  const text = (value: unknown) => typeof value === "string" && value.trim() ? value : undefined;
  const email = ofAddress.email_verified === true ? text(ofAddress.email) : undefined;
  const named: Record<string, unknown> = { ...ofAddress, ...claims };
  const names = [text(named.given_name), text(named.family_name)].filter(Boolean).join(" ");
  return {
    issuer,
    subject: claims.sub,
    email,
    isAuthority: isAuthority(issuer, email, ofAddress.hd),
    name: text(named.name) ?? names,
  };
}

/** Google also has accounts with addresses of others, which it verified once: it tells which are its own or hosted. */
const isAuthority = (issuer: string, email: string | undefined, hosted: unknown): boolean =>
  issuer.replace(/\/$/, "") !== google || /@gmail\.com$/i.test(email ?? "") || typeof hosted === "string";

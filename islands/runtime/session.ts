/** The session of a browser that holds a token. */
import type { Authenticated } from "../../server/contract/account/shapes.ts";
import type { User } from "../../server/contract/people/shapes.ts";
import { call, invalidAnswer } from "./api.ts";
import { store } from "./storage.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";
import { loginTexts } from "../../server/contract/account/texts.ts";

/**
 * The user who is signed in. A browser that lost its cookie gets it back with the answer.
 *
 * @throws ApiError when nobody is, or the server does not answer
 */
export async function fetchUser(): Promise<User> {
  const user = await call<Partial<User>>("GET", "/auth/me");
  if (user.id) return user as User;
  throw invalidAnswer(loginTexts.noUserData);
}

/**
 * Whether the stored token still signs in, as in a browser that lost only its cookie. A token that does not is removed.
 */
export async function resumeSession(): Promise<boolean> {
  try {
    await fetchUser();
    return true;
  } catch (error) {
    console.error(error);
    store(storageKeys.token, null);
    return false;
  }
}

/** Stores the token of a login. @throws ApiError for an answer without one */
export function storeSession({ token, user }: Partial<Authenticated>): undefined {
  if (!token || !user) throw invalidAnswer(loginTexts.invalidResponse);
  store(storageKeys.token, token);
}

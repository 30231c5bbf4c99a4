import type { Authenticated } from "../../server/contract/account/shapes.ts";
import type { User } from "../../server/contract/people/shapes.ts";
import { call, invalidAnswer } from "./api.ts";
import { store } from "./storage.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";
import { loginTexts } from "../../server/contract/account/texts.ts";

export async function fetchUser(): Promise<User> {
  const user = await call("GET /auth/me", {});
  if (user.id) return user;
  throw invalidAnswer(loginTexts.noUserData);
}

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

export function storeSession({ token, user }: Partial<Authenticated>): undefined {
  if (!token || !user) throw invalidAnswer(loginTexts.invalidResponse);
  store(storageKeys.token, token);
}

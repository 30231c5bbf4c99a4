import { storageKeys } from "../../server/contract/limits.ts";
import { paths } from "../../server/contract/paths.ts";
import { call } from "./api.ts";
import { store } from "./storage.ts";

/** Logging out clears the stored token and goes to log in, also when the server cannot be asked. */
export function takeOverLogout(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-logout]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void logOut(paths.login);
    });
  }
}

/** Ends the session and goes to `next`. */
export async function logOut(next: string): Promise<void> {
  await call("POST", "/auth/logout").catch(() => {});
  store(storageKeys.token, null);
  location.assign(next);
}

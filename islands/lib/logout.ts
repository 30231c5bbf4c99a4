import { storageKeys } from "../../server/contract/limits.ts";
import { paths } from "../../server/contract/paths.ts";
import { call } from "./api.ts";
import { store } from "./storage.ts";

/** Logging out clears the stored token and goes to log in, also when the call fails. */
export function takeOverLogout(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-logout]")) endSessionOn(form, paths.login);
}

/**
 * Makes a form end the session and go to `next`. Where the call fails the form is sent as it would be without
 * script: the cookie is out of a script's reach, and with it one would still be signed in.
 */
export function endSessionOn(form: HTMLFormElement, next: string): void {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const ended = call("POST", "/auth/logout");
    store(storageKeys.token, null);
    await ended.then(() => location.assign(next), () => form.submit());
  });
}

import { logoutCookie, storageKeys } from "../../server/contract/site/limits.ts";
import { call } from "../runtime/api.ts";
import { forgetDrafts } from "../offline/drafts.ts";
import { cameFresh } from "../runtime/lifecycle.ts";
import { readStored, store } from "../runtime/storage.ts";
import { loadPageOutbox } from "./offline.ts";
import { session } from "../../server/contract/account/limits.ts";
import { loginPaths } from "../../server/contract/account/paths.ts";

/** Logging out clears the stored token and goes to log in, or where the form says, also when the call fails. */
export function enhanceLogout(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-logout]")) {
    endSessionOn(form, form.dataset.next ?? loginPaths.login);
  }
}

/**
 * Makes a form end the session and go to `next`, after asking about what is not sent yet. A script cannot delete the
 * session's cookie, with which one would still be signed in: the logout cookie asks for the same, with this call or
 * with the first request that arrives.
 */
export function endSessionOn(form: HTMLFormElement, next: string): void {
  let isLoggingOut = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isLoggingOut) return;
    isLoggingOut = true;
    try {
      await logOut();
    } finally {
      isLoggingOut = false;
    }
  });

  async function logOut(): Promise<void> {
    const unsent = await loadUnsent();
    const viewerId = form.closest<HTMLElement>("[data-viewer]")!.dataset.viewer!;
    if (unsent && !await unsent.mayLogOut(viewerId)) return;
    const isSecure = location.protocol === "https:";
    const attributes = `path=/; max-age=${session.lifetime / 1000}; samesite=lax${isSecure ? "; secure" : ""}`;
    document.cookie = `${logoutCookie(isSecure)}=1; ${attributes}`;
    const ended = call("POST /auth/logout", {});
    store(storageKeys.token, null);
    store(storageKeys.pushViewer, null);
    deletePages().catch(console.warn);
    await ended.catch((error) => console.error(error));
    await unsent?.forget(viewerId);
    location.assign(next);
  }
}

/** What is stored to be read without a connection. Plain http has no caches. */
async function deletePages(): Promise<void> {
  // The name of a kept text's begins like that of other pages.
  for (const name of await globalThis.caches?.keys() ?? []) {
    if (name.startsWith(storageKeys.pages)) await caches.delete(name);
  }
}

/**
 * Deletes what this window has of somebody who logs out in another one, or did before this page came, and leaves their
 * page. In the first script, since the late ones may not have loaded.
 */
export function followLogout(): void {
  const { viewer } = document.documentElement.dataset;
  const left = readStored(storageKeys.loggedOut);
  // Logged in again.
  if (left === viewer) store(storageKeys.loggedOut, null);
  else if (left) forgetDrafts(left);
  addEventListener("storage", ({ key, newValue }: StorageEvent) => {
    if (key !== storageKeys.loggedOut || !newValue) return;
    forgetDrafts(newValue);
    if (newValue === viewer) location.reload();
  });
}

/** Milliseconds after which one logs out without what asks: what it would delete then stays for its owner. */
const loadTimeout = 4000;

/** Loaded some time after the page, as a rule, and by then at hand. */
const loadUnsent = () =>
  Promise.race([
    loadPageOutbox().catch(console.warn),
    new Promise<void>((resolve) => setTimeout(resolve, loadTimeout)),
  ]);

/**
 * Going back shows a page as the browser stored it. A member's page that was built anew from a stored answer is
 * reloaded: saving what it shows would undo what was changed since. So is one from before signing in or out: it would
 * show a form that has been sent, or what the reader may no longer see.
 */
export function reloadRestoredPage(): void {
  addEventListener("pageshow", (event) => {
    const { persisted } = event as PageTransitionEvent;
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (!persisted && visit?.type !== "back_forward") return;
    const isMembers = document.querySelector("form[data-logout]") !== null;
    const isSignedIn = readStored(storageKeys.token) !== null;
    if (isMembers !== isSignedIn || isMembers && !persisted && !cameFresh()) location.reload();
  });
}

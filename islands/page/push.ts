/** Notifications on this device: asked for only after a click, for the person who is signed in. */
import type { Input } from "../../routes/api/calls.ts";
import { apiBase, call, failureText } from "../runtime/api.ts";
import { readStored, store } from "../runtime/storage.ts";
import { showToast } from "../runtime/toast.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { pushTexts } from "../../server/contract/notices/texts.ts";

const viewer = () => document.documentElement.dataset.viewer!;

/** Shows, of the settings as the server has drawn them, whether this device is notified, and what changes it. */
export async function showPushSettings(settings: HTMLElement): Promise<void> {
  for (const [state, action] of Object.entries({ on: stop, off: start })) {
    const button = settings.querySelector<HTMLButtonElement>(`button[data-push-state=${state}]`)!;
    button.addEventListener("click", async () => {
      if (button.ariaBusy) return;
      button.ariaBusy = button.ariaDisabled = "true";
      await action();
      button.ariaBusy = button.ariaDisabled = null;
      const hadFocus = button.matches(":focus");
      await showState(settings);
      if (hadFocus) settings.querySelector<HTMLElement>("button:not([hidden])")?.focus();
    });
  }
  await showState(settings);
}

async function showState(settings: HTMLElement): Promise<void> {
  const state = await currentState();
  for (const part of settings.querySelectorAll<HTMLElement>("[data-push-state]")) {
    part.hidden = part.dataset.pushState !== state;
  }
}

async function currentState(): Promise<"unsupported" | "blocked" | "on" | "off"> {
  const isSupported = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  if (!isSupported) return "unsupported";
  const subscription = await currentSubscription().catch(() => null);
  if (Notification.permission === "denied") return "blocked";
  return subscription ? "on" : "off";
}

/** This browser's subscription for the viewer, sent to the server once more: it may have been lost there. */
async function currentSubscription(): Promise<PushSubscription | null> {
  if (readStored(storageKeys.pushViewer) !== viewer() || Notification.permission !== "granted") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription() ?? null;
  // It is on whether or not that is possible now.
  if (subscription) {
    await call("POST /push", {}, subscription.toJSON() as Input<"POST /push">).catch((error) => console.warn(error));
  }
  return subscription;
}

async function start(): Promise<void> {
  try {
    if (await Notification.requestPermission() !== "granted") return;
    const { key } = await call("GET /push/key", {});
    await navigator.serviceWorker.register(sitePaths.serviceWorkerOf(apiBase()));
    const { pushManager } = await navigator.serviceWorker.ready;
    // One with another key, of before the database was made anew, would be in the way.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await call("POST /push", {}, subscription.toJSON() as Input<"POST /push">);
    store(storageKeys.pushViewer, viewer());
    showToast("success", pushTexts.subscribed);
  } catch (error) {
    console.error(error);
    showToast("error", failureText(error, pushTexts.failed));
  }
}

async function stop(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    if (subscription) await call("DELETE /push", {}, { endpoint: subscription.endpoint });
    await subscription?.unsubscribe();
    store(storageKeys.pushViewer, null);
    showToast("success", pushTexts.unsubscribed);
  } catch (error) {
    console.error(error);
    showToast("error", failureText(error, pushTexts.stopFailed));
  }
}

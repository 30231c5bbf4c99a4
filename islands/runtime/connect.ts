/** The page's one connection: its chat's where it has one, else that of who is signed in. */
import { propsOf } from "./sent_props.ts";
import { loadConnection } from "./registry.ts";

/**
 * Begins the chat of a group's page while React is on its way; if that fails, the island begins it. Any other page of
 * somebody who is signed in connects once it has loaded and has nothing else to do.
 */
export async function connectPage(): Promise<void> {
  const chat = document.querySelector<HTMLElement>("[data-island=Chat]");
  if (chat) return (await loadConnection()).beginChat(propsOf(chat));
  const { viewer } = document.documentElement.dataset;
  if (!viewer) return;
  await untilIdle();
  (await loadConnection()).beginViewerConnection(viewer);
}

/** Waits until the page is shown, has loaded, and the browser has time. */
async function untilIdle(): Promise<void> {
  if ((document as Document & { prerendering?: boolean }).prerendering) await once(document, "prerenderingchange");
  if (document.readyState !== "complete") await once(globalThis, "load");
  await new Promise<unknown>((resolve) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(resolve, { timeout: idleTimeout }) : setTimeout(resolve)
  );
}

/** Milliseconds for which other work of the page goes first. */
const idleTimeout = 2000;

const once = (target: EventTarget, event: string) =>
  new Promise((resolve) => target.addEventListener(event, resolve, { once: true }));

import { propsOf } from "./sent_props.ts";
import { loadConnection } from "./registry.ts";

/** If beginning the chat fails, the island begins it. */
export async function connectPage(): Promise<void> {
  const chat = document.querySelector<HTMLElement>("[data-island=Chat]");
  if (chat) return (await loadConnection()).beginChat(propsOf(chat));
  const { viewer } = document.documentElement.dataset;
  if (!viewer) return;
  await untilIdle();
  (await loadConnection()).beginViewerConnection(viewer);
}

async function untilIdle(): Promise<void> {
  if ((document as Document & { prerendering?: boolean }).prerendering) await once(document, "prerenderingchange");
  if (document.readyState !== "complete") await once(globalThis, "load");
  await new Promise<unknown>((resolve) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(resolve, { timeout: idleTimeout }) : setTimeout(resolve)
  );
}

const idleTimeout = 2000;

const once = (target: EventTarget, event: string) =>
  new Promise((resolve) => target.addEventListener(event, resolve, { once: true }));

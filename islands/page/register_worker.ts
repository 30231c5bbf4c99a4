import { paths } from "../../server/contract/paths.ts";
import { apiBase } from "../runtime/api.ts";

/** Registers the service worker, which has no page to read the API's address from. Plain http has none. */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker?.register(paths.serviceWorkerOf(apiBase()));
}

import { useSyncExternalStore } from "react";
import type { Store } from "./store.ts";

/** @param getInitialState what the server rendered, where the store may have changed since */
export const useStore = <State>(
  { subscribe, getState }: Pick<Store<State, never>, "subscribe" | "getState">,
  getInitialState = getState,
): State => useSyncExternalStore(subscribe, getState, getInitialState);

import { useSyncExternalStore } from "react";
import type { Store } from "./store.ts";

export const useStore = <State>(
  { subscribe, getState }: Pick<Store<State, never>, "subscribe" | "getState">,
  getInitialState = getState,
): State => useSyncExternalStore(subscribe, getState, getInitialState);

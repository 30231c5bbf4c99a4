import type { ComponentType } from "react";
import type { hydrateIsland } from "./hydrate.tsx";
import { late } from "./late.ts";

// deno-lint-ignore no-explicit-any -- the props of each are checked where the page renders it
export type Chunk = { hydrateIsland: typeof hydrateIsland } & Record<string, ComponentType<any>>;

const chunks = {
  small: late(() => import("./chunks/small.ts")),
  chat: late(() => import("./chunks/chat.ts")),
  openBooks: late(() => import("./chunks/open_books.ts")),
  timer: late(() => import("./chunks/timer.ts")),
};

export const chunkOf: Record<string, keyof typeof chunks> = {
  Books: "chat",
  Chat: "chat",
  FriendRequests: "small",
  Friends: "small",
  Groups: "small",
  LoginForm: "small",
  Members: "small",
  OpenBooks: "openBooks",
  Profile: "small",
  ProfileFriendship: "small",
  RegisterForm: "small",
  ResendVerification: "small",
  SearchResults: "small",
  Timer: "timer",
};

export const loadConnection = late(() => import("./chunks/connection.ts"));
export const loadViewerConnection = late(() => import("./viewer_connection.ts"));

export const load = (island: string): Promise<Chunk> => chunks[chunkOf[island]]() as unknown as Promise<Chunk>;

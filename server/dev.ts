/** The process while it is worked on: the islands are built anew before it starts, which it does at every change. */
import { buildIfStale } from "../islands/runtime/build.ts";

await buildIfStale();
await import("./main.ts");

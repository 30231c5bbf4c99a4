/** The process during development: builds the islands where they are stale, then starts. */
import { buildIfStale } from "../islands/runtime/build.ts";

await buildIfStale({ withMaps: true });
await import("./main.ts");

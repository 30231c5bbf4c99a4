import { buildIfStale } from "../islands/runtime/build.ts";

await buildIfStale({ withMaps: true });
await import("./main.ts");

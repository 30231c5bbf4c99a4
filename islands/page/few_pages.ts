/** What only a few pages have, so that the first script of all others names none of it. It runs when it is loaded. */
const late = [
  ["[data-import]", () => import("./import_library.ts")],
  ["[data-bring]", () => import("./bring_text.ts")],
  ["[data-scan]", () => import("./scan.ts")],
  ["[data-keep-text]", () => import("./keep_text.ts")],
  ["[data-text-reader]", () => import("./text_reader.ts")],
  ["[data-text-margin]", () => import("./marking.ts")],
] as const;
for (const [place, load] of late) if (document.querySelector(place)) load().catch(() => {});

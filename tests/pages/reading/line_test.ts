import assert from "node:assert/strict";
import { labelsOf } from "../../../routes/pages/reading/book_page/ReadingLine.tsx";
import { textEnd } from "../../../server/contract/reading/positions.ts";

const at = (part: number) => part * textEnd;

Deno.test("what the line says of the reader and of today stands side by side, or is one label where they are too near", () => {
  for (
    const [viewer, today, expected] of [
      [0.5, undefined, ["You middle"]],
      [0.2, 0.8, ["You middle", "Today middle"]],
      [0.5, 0.6, ["You end", "Today start"]],
      [0.6, 0.5, ["Today end", "You start"]],
      [0.5, 0.5, ["You · Today middle"]],
      [0.01, 0.09, ["You · Today start"]],
      [0.99, 0.9, ["You · Today end"]],
    ] as const
  ) {
    const labels = labelsOf(at(viewer), today === undefined ? undefined : at(today));
    assert.deepEqual(labels.map(({ text, anchor }) => `${text} ${anchor}`), expected);
  }
});

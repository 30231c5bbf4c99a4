import assert from "node:assert/strict";
import { labelsOf } from "../../../routes/pages/reading/book_page/ReadingLine.tsx";
import { textEnd } from "../../../server/contract/reading/positions.ts";

const at = (part: number) => part * textEnd;

Deno.test("what the line says of the reader and of today stands side by side, one above the other where they would touch, and is one label at one place", () => {
  for (
    const [viewer, today, expected] of [
      [0.5, undefined, ["You middle 0"]],
      [0.2, 0.8, ["You middle 0", "Today middle 0"]],
      [0.5, 0.6, ["You middle 0", "Today middle 1"]],
      [0.6, 0.5, ["You middle 0", "Today middle 1"]],
      [0.5, 0.5, ["You · Today middle 0"]],
      [0.5, 0.69, ["You middle 0", "Today middle 1"]],
      [0.01, 0.09, ["You start 0", "Today middle 1"]],
      [0.99, 0.9, ["You end 0", "Today middle 1"]],
    ] as const
  ) {
    const labels = labelsOf(at(viewer), today === undefined ? undefined : at(today));
    assert.deepEqual(labels.map(({ text, anchor, line }) => `${text} ${anchor} ${line}`), expected);
  }
});

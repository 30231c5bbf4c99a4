import assert from "node:assert/strict";
import { changed, type Typed } from "../../islands/page/write_change.ts";
import { continued } from "../../islands/page/write_lists.ts";
import { type MarkName, toggle } from "../../islands/page/write_marks.ts";
import { markOf } from "../../islands/page/write_keys.ts";

/** With `‹` and `›` around what is selected, or `¦` at the caret. */
function typed(drawn: string): Typed {
  const value = drawn.replace(/[‹›¦]/g, "");
  const start = drawn.search(/[‹¦]/);
  const end = drawn.includes("›") ? drawn.indexOf("›") - 1 : start;
  return { value, start, end };
}

const drawn = ({ value, start, end }: Typed): string =>
  start === end
    ? `${value.slice(0, start)}¦${value.slice(start)}`
    : `${value.slice(0, start)}‹${value.slice(start, end)}›${value.slice(end)}`;

const toggled = (before: string, mark: MarkName): string => drawn(changed(typed(before), toggle(typed(before), mark)));

function enter(before: string): string | undefined {
  const change = continued(typed(before));
  return change && drawn(changed(typed(before), change));
}

Deno.test("a mark is put around what is selected, without the spaces at its ends, and taken away again", () => {
  for (
    const [before, mark, after] of [
      ["read ‹this› now", "bold", "read **‹this›** now"],
      ["read ‹this ›now", "italic", "read *‹this›* now"],
      ["‹x^2›", "formula", "$‹x^2›$"],
      ["‹Ada did it›", "hidden", "||‹Ada did it›||"],
      ["‹sum(x)›", "code", "`‹sum(x)›`"],
      ["read **‹this›** now", "bold", "read ‹this› now"],
      ["read ‹**this**› now", "bold", "read ‹this› now"],
      ["read _‹this›_ now", "italic", "read ‹this› now"],
      ["read **th¦is** now", "bold", "read th¦is now"],
      ["***‹both›***", "italic", "**‹both›**"],
      ["**‹bold›**", "italic", "***‹bold›***"],
      ["$$‹x›$$", "formula", "‹x›"],
    ] as const
  ) assert.equal(toggled(before, mark), after, before);
});

Deno.test("without a selection the marks are put around the caret, which leaves them by the same key", () => {
  for (const mark of ["bold", "italic", "code", "formula", "hidden"] as const) {
    const begun = toggled("so ¦", mark);
    assert.equal(toggled(begun, mark), "so ¦", mark);
    const sign = /so (\S+)¦/.exec(begun)![1];
    assert.equal(toggled(`so ${sign}abc¦${sign}`, mark), `so ${sign}abc${sign}¦`, mark);
  }
});

Deno.test("money is no formula, and marks with spaces are none", () => {
  assert.equal(toggled("$5 ¦and $6", "formula"), "$5 $¦$and $6");
  assert.equal(toggled("2 * ‹3› * 4", "italic"), "2 * *‹3›* * 4");
});

Deno.test("several lines are code or a formula of their own lines", () => {
  assert.equal(toggled("see ‹a\nb›", "code"), "see \n```\n‹a\nb›\n```");
  assert.equal(toggled("```\n‹a\nb›\n```", "code"), "‹a\nb›");
  assert.equal(toggled("‹x\ny›", "formula"), "$$\n‹x\ny›\n$$");
});

Deno.test("a list or a quote goes on with the next line, and ends at an empty one", () => {
  for (
    const [before, after] of [
      ["- one¦", "- one\n- ¦"],
      ["* one¦ two", "* one\n* ¦ two"],
      ["  - one¦", "  - one\n  - ¦"],
      ["9. nine¦", "9. nine\n10. ¦"],
      ["2) two¦", "2) two\n3) ¦"],
      ["> said¦", "> said\n> ¦"],
      ["> - said¦", "> - said\n> - ¦"],
      ["- one\n- ¦", "- one\n¦"],
      ["> said\n> ¦", "> said\n¦"],
      ["1. ‹one›", "1. \n2. ¦"],
      ["one¦", undefined],
      ["-¦ one", undefined],
      ["¦- one", undefined],
      ["-5 degrees¦", undefined],
      ["```\n- one¦", undefined],
    ] as const
  ) assert.equal(enter(before), after, before);
});

Deno.test("the keys of marks are Ctrl or ⌘ with a letter, wherever a layout has it", () => {
  const pressed = {
    key: "b",
    code: "KeyB",
    ctrlKey: true,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
  };
  assert.equal(markOf(pressed, false), "bold");
  assert.equal(markOf({ ...pressed, key: "и" }, false), "bold");
  assert.equal(markOf({ ...pressed, key: "b", code: "KeyN" }, false), "bold");
  assert.equal(markOf({ ...pressed, key: "*", code: "Digit8", shiftKey: true }, false), "formula");
  assert.equal(markOf({ ...pressed, key: "8", code: "Digit8" }, false), undefined);
  assert.equal(markOf({ ...pressed, altKey: true }, false), undefined);
  assert.equal(markOf({ ...pressed, isComposing: true }, false), undefined);
  assert.equal(markOf(pressed, true), undefined);
  assert.equal(markOf({ ...pressed, ctrlKey: false, metaKey: true }, true), "bold");
});

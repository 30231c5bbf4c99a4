import assert from "node:assert/strict";
import {
  followReader,
  isTap,
  pageOfPlace,
  readTo,
  stayedInView,
  turnOfKey,
  turnOfSwipe,
  turnOfTap,
} from "../../islands/page/text_place.ts";

Deno.test("what has been in view all the while is what was and still is", () => {
  assert.deepEqual(stayedInView({ first: 0, last: 50 }, { first: 20, last: 90 }), { first: 20, last: 50 });
  assert.deepEqual(stayedInView({ first: 7, last: 7 }, { first: 7, last: 7 }), { first: 7, last: 7 });
  assert.equal(stayedInView({ first: 0, last: 50 }, { first: 60, last: 90 }), undefined);
});

Deno.test("a reader's place follows what they go on to, and neither a jump ahead nor a look back", () => {
  assert.equal(readTo(100, { first: 60, last: 400 }), 400);
  assert.equal(readTo(100, { first: 1200, last: 1400 }), 1400);
  assert.equal(readTo(100, { first: 5000, last: 5400 }), 100);
  assert.equal(readTo(5000, { first: 0, last: 400 }), 5000);
});

Deno.test("a place goes on after a paragraph that is longer than what may be passed over", () => {
  assert.equal(readTo(100, { first: 2500, last: 2700, before: 100 }), 2700);
  assert.equal(readTo(100, { first: 2700, last: 2900, before: 2500 }), 100);
  const [was, is] = [{ first: 100, last: 2700, before: 60 }, { first: 2500, last: 2900, before: 100 }];
  assert.equal(readTo(100, stayedInView(was, is)!), 2700);
});

Deno.test("a place follows from further ahead too, once its reader has read on there for three views", () => {
  const follow = followReader();
  const view = (first: number) => follow(100, { first, last: first + 500 });
  assert.deepEqual([view(5000), view(5000), view(5400), view(5400)], [100, 100, 100, 100]);
  assert.equal(view(5800), 6300);
  const looking = followReader();
  const look = (first: number) => looking(100, { first, last: first + 500 });
  assert.deepEqual([5000, 9000, 9400, 13_000, 13_400, 50, 13_800].map(look), [100, 100, 100, 100, 100, 550, 100]);
});

Deno.test("a place is on a page of the reader's copy, by the chapters that both know", () => {
  const copy = { unit: "pages" as const, pageCount: 200, points: null };
  const text = { characters: 1000, points: null, copy };
  assert.deepEqual([0, 500_000_000, 1_000_000_000].map((place) => pageOfPlace(text, place)), [0, 100, 200]);
  const withPoints = { ...text, points: [[500, 250_000_000]] as [number, number][] };
  assert.equal(pageOfPlace(withPoints, 500_000_000), 50);
});

Deno.test("arrows turn in the direction of the script; space and the page keys where nothing scrolls", () => {
  const turn = (key: string, { isPaged = true, isRightToLeft = false, shiftKey = false } = {}) =>
    turnOfKey({ key, shiftKey }, { isPaged, isRightToLeft });
  assert.deepEqual(["ArrowRight", "ArrowLeft", "PageDown", "PageUp", " "].map((key) => turn(key)), [1, -1, 1, -1, 1]);
  assert.equal(turn(" ", { shiftKey: true }), -1);
  assert.equal(turn("ArrowLeft", { isRightToLeft: true }), 1);
  assert.equal(turn("PageDown", { isPaged: false }), undefined);
  assert.equal(turn("a"), undefined);
});

Deno.test("a swipe that is short, steep or slow turns nothing, nor does a tap in the middle", () => {
  const from = { x: 200, y: 100, at: 0 };
  const swipe = (x: number, y: number, at = 200) => turnOfSwipe(from, { x, y, at }, { isRightToLeft: false });
  assert.deepEqual([swipe(100, 110), swipe(300, 110)], [1, -1]);
  assert.deepEqual([swipe(180, 100), swipe(100, 200), swipe(100, 110, 900)], [undefined, undefined, undefined]);
  const tap = (share: number, isRightToLeft = false) => turnOfTap(share, { isRightToLeft });
  assert.deepEqual([isTap(from, { x: 205, y: 104, at: 90 }), isTap(from, { x: 205, y: 104, at: 600 })], [true, false]);
  assert.deepEqual([tap(0.1), tap(0.5), tap(0.9), tap(0.9, true)], [-1, undefined, 1, -1]);
});

import assert from "node:assert/strict";
import { placeOf } from "../../server/contract/books/text_places.ts";
import { textStyleCookie } from "../../server/contract/reading/text_style.ts";
import { read, send } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";
import { cookieOf, visit } from "../support/requests.ts";
import { readTogether } from "../support/readers.ts";
import { storeText } from "../support/texts.ts";

const chapters = ["One", "Two", "Three"].map((title) => ({
  title,
  paragraphs: [`${title} begins.`, "x".repeat(500), `${title} ends.`],
}));

const test = inScene(async () => {
  const app = await readTogether();
  const characters = await storeText(app.deps.db, app.bookId, chapters);
  const here = `/group/${app.group.id}/books/${app.bookId}/read`;
  /** Where each chapter begins. */
  const offsets = chapters.map((_, n) =>
    chapters.slice(0, n).flatMap(({ title, paragraphs }) => [title, ...paragraphs])
      .reduce((sum, block) => sum + block.length + 1, 0)
  );
  return { ...app, here, characters, offsets, starts: offsets.map((offset) => placeOf(characters, offset)) };
});

const isHidden = (html: string, mark: string) => {
  const [tag] = new RegExp(`<[a-z]+ [^>]*${mark}[^>]*>`).exec(html) ?? [];
  assert.ok(tag, mark);
  return / hidden=""/.test(tag);
};

test("without script Ada reads on by a button that keeps her place, until the last one ends the book", async (app) => {
  const { ada, here, starts } = app;
  const first = await read(app, here, ada);
  assert.match(first, /One begins\.[^]*One ends\./);
  assert.doesNotMatch(first, /Two begins|<header class="site-header"/);
  assert.match(first, /<h2 id="c0"><span id="here"><\/span>One<\/h2>/);
  assert.match(first, /<article [^>]*lang="en"[^>]*dir="auto"/);
  assert.doesNotMatch(first, /rel="prev"/);
  assert.deepEqual([isHidden(first, "data-text-turn"), isHidden(first, "data-text-elsewhere")], [false, true]);
  assert.match(first, /Page 1 · 0%/);
  assert.match(first, new RegExp(`name="at" value="${starts[1]}"`));
  assert.equal((await send(app, `${here}/turn`, ada, { at: String(starts[1]) })).to, `${here}?at=${starts[1]}`);
  const second = await read(app, here, ada);
  assert.match(second, /<title>Two · Sketch/);
  assert.match(second, new RegExp(`<a [^>]*rel="prev" href="${RegExp.escape(here)}\\?at=0"`));
  assert.match(second, /Page 34 · 33%/);
  const last = await read(app, `${here}?at=${starts[2]}`, ada);
  assert.doesNotMatch(last, /rel="next"/);
  assert.match(last, /I have finished this book/);
  const ended = await send(app, `${here}/turn`, ada, { at: "1000000000" });
  assert.equal(ended.to, here.replace(/read$/, "end"));
  assert.match(await read(app, here, ada), /Three begins/);
});

test("what Ada looks at elsewhere leads back to her block, and moves her place once she says that she is there", async (app) => {
  const { ada, here, starts, offsets, characters, deps: { db } } = app;
  const inSecond = placeOf(characters, offsets[1] + 40);
  await send(app, `${here}/turn`, ada, { at: String(inSecond) });
  assert.match(await read(app, here, ada), /<p id="c\d+"><span id="here"><\/span>xxx/);
  const elsewhere = await read(app, `${here}?at=${starts[2]}`, ada);
  assert.deepEqual([isHidden(elsewhere, "data-text-turn"), isHidden(elsewhere, "data-text-elsewhere")], [true, false]);
  assert.match(elsewhere, new RegExp(`href="${RegExp.escape(here)}#here"[^>]*>Back to where I was`));
  assert.match(elsewhere, /Page 67 · 66%/);
  assert.doesNotMatch(elsewhere, /id="here"/);
  await send(app, `${here}/turn`, ada, { at: String(starts[2]) });
  assert.match(await read(app, here, ada), /Three begins/);
  const [{ textPlace }] = await db.q.all<{ textPlace: number }>(
    `select text_place as "textPlace" from progress`,
  );
  assert.equal(textPlace, starts[2]);
});

test("the contents name the sections with the pages of the reader's own copy, and where they are", async (app) => {
  const { barbara, here, starts, offsets } = app;
  await send(app, `${here}/turn`, barbara, { at: String(starts[1]) });
  const html = await read(app, `${here}/contents`, barbara);
  assert.match(html, new RegExp(`href="${RegExp.escape(here)}\\?at=${starts[2]}#c${offsets[2]}"`));
  assert.match(html, /<li [^>]*aria-current="location"><a [^>]*><bdi>Two<\/bdi><\/a> <span[^>]*>You are here/);
  assert.match(html, /Page 133</);
});

test("how the text looks is chosen by a form, kept in a cookie, and unknown choices are as usual", async (app) => {
  const { ada, here } = app;
  const chosen = await send(app, `${here}/style`, ada, { at: "9", size: "large", theme: "sepia", layout: "sideways" });
  assert.equal(chosen.to, `${here}?at=9`);
  const cookie = chosen.headers.getSetCookie().find((one) => one.startsWith(textStyleCookie))!.split(";")[0];
  const response = await fetch(app.url + here, { headers: { Cookie: `${cookieOf(ada)}; ${cookie}` } });
  const html = await response.text();
  assert.match(html, /data-size="large"[^>]* data-theme="sepia" data-layout="scroll"/);
  assert.match(html, /<option value="large" selected/);
});

test("outsiders are led away, and members where there is no text that is read in", async (app) => {
  const { ada, mallory, here, bookId, group, deps: { db } } = app;
  const to = async (who = ada) => (await visit(app, here, who)).headers.get("Location");
  assert.equal(await to(mallory), "/dashboard");
  await db.write([db.q.run("update texts set state = 'reading'")]);
  assert.equal(await to(), `/group/${group.id}/books/${bookId}/text`);
  await db.write([db.q.run("delete from book_texts")]);
  assert.equal(await to(), `/group/${group.id}/books/${bookId}`);
});

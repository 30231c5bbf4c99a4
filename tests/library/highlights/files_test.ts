import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { asUtf8 } from "../../../server/library/highlights/encoding.ts";
import { type Highlights, highlightsIn } from "../../../server/library/highlights/file.ts";
import { type Highlight, joinRemarks } from "../../../server/library/highlights/highlight.ts";
import { isBeyondClippingLimit } from "../../../server/library/highlights/kindle.ts";
import { note } from "../../../server/contract/notes/limits.ts";
import { linesOf } from "../../../server/library/import/lines.ts";

/** What is read of a file, or that it has too many entries, or is another file. */
async function read(text: string, most = 10_000): Promise<Highlight[] | string | undefined> {
  const file = Buffer.from(text);
  const found = highlightsIn({ file, linesAfter: (count) => linesOf([file], count) }, most);
  return typeof found === "object" ? await joinRemarks(await entriesOf(found.highlights)) : found;
}

const entriesOf = async (parts: Highlights): Promise<Highlight[]> =>
  (await Array.fromAsync(parts)).filter((part) => part !== undefined);

const highlightsOf = async (text: string) => await read(text) as Highlight[];

const entry = (place: string, text: string, book = "Emma (Austen, Jane)") =>
  `${book}\n- ${place}\n\n${text}\n==========\n`;

Deno.test("an entry of a Kindle is a highlight with its place, in each of the languages", async () => {
  const places: [string, number | null, [number, number] | null][] = [
    ["Your Highlight on page 12 | Location 170-172 | Added on Monday, March 2, 2026 10:00:00 PM", 12, [170, 172]],
    ["Your Highlight at location 170-172 | Added on Monday, 2 March 2026 22:00:00", null, [170, 172]],
    ["Highlight on Page 12 | Loc. 170-72  | Added on Monday, March 02, 2026, 10:00 PM", 12, [170, 172]],
    ["Highlight Loc. 170 | Added on Monday, March 02, 2026, 10:00 PM", null, [170, 170]],
    ["Ihre Markierung auf Seite 12 | Position 170-172 | Hinzugefügt am Montag, 2. März 2026 22:00:00", 12, [170, 172]],
    ["Ihre Markierung bei Position 170-172 | Hinzugefügt am Montag, 2. März 2026 22:00:00", null, [170, 172]],
    ["Votre surlignement sur la page 12 | emplacement 170-172 | Ajouté le lundi 2 mars 2026 22:00:00", 12, [170, 172]],
    ["Votre surlignement à l'emplacement 170-172 | Ajouté le lundi 2 mars 2026 22:00:00", null, [170, 172]],
    ["Tu subrayado en la página 12 | posición 170-172 | Añadido el lunes, 2 de marzo de 2026", 12, [170, 172]],
    ["La subrayado en la posición 170-172 | Añadido el lunes, 2 de marzo de 2026 22:00:00", null, [170, 172]],
    ["La tua evidenziazione a pagina 12 | posizione 170-172 | Aggiunto in data lunedì 2 marzo 2026", 12, [170, 172]],
    ["Seu destaque na página 12 | posição 170-172 | Adicionado: segunda-feira, 2 de março de 2026", 12, [170, 172]],
    ["Uw markering op pagina 12 | Locatie 170-172 | Toegevoegd op maandag 2 maart 2026", 12, [170, 172]],
    ["Your Highlight on page xii | Added on Monday, March 2, 2026 10:00:00 PM", null, null],
  ];
  for (const [line, page, location] of places) {
    assert.deepEqual(await read(entry(line, "Good people")), [
      { title: "Emma", author: "Austen, Jane", text: "Good people", remark: "", page, location, share: null },
    ], line);
  }
});

Deno.test("bookmarks are left out, and a note is the remark of the highlight that ends where it is", async () => {
  const lines = [
    ["Your Bookmark", "Your Note"],
    ["Ihr Lesezeichen", "Ihre Notiz"],
    ["Votre signet", "Votre note"],
    ["Tu marcador", "Tu nota"],
  ];
  for (const [bookmark, note] of lines) {
    const found = await highlightsOf(
      entry(`${note} | Location 172 | Added on Monday`, "So true") +
        entry("Your Highlight | Location 170-172 | Added on Monday", "Good people") +
        entry(`${bookmark} | Location 180 | Added on Monday`, "") +
        entry(`${note} | Location 400 | Added on Monday`, "By itself"),
    );
    assert.deepEqual(found.map(({ text, remark }) => [text, remark]), [["Good people", "So true"], ["", "By itself"]]);
  }
});

Deno.test("a file in UTF-16 or of an older Windows is read as one in UTF-8, also where it was cut off within a character", () => {
  const text = "Dorothea’s café";
  const swapped = Buffer.from(`\ufeff${text}`, "utf16le").swap16();
  for (
    const file of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`, "utf16le"),
      swapped,
      Buffer.from(text.replace("’", "\x92"), "latin1"),
    ]
  ) assert.equal(asUtf8(file).toString(), text);
  const cut = Buffer.from(text).subarray(0, -1);
  assert.equal(asUtf8(cut), cut);
});

Deno.test("what a Kindle writes beyond the clipping limit is known, in several languages", () => {
  for (
    const text of [
      "<You have reached the clipping limit for this item>",
      "<Sie haben die Clipping-Grenze für diesen Titel erreicht>",
      "<Ha alcanzado el límite de recortes de este artículo>",
    ]
  ) assert.ok(isBeyondClippingLimit({ text }), text);
  for (const text of ["<b>limit</b>", "There is a limit", "<script>", `<limit ${"x".repeat(500)}>`]) {
    assert.ok(!isBeyondClippingLimit({ text }), text);
  }
});

Deno.test("marks at the start, lines that end otherwise and brackets in titles are read, and marks of direction left out", async () => {
  const text = entry("Your Highlight at location 1-2 | Added", "One\n\nTwo").replaceAll("\n", "\r\n");
  assert.equal((await highlightsOf(`\ufeff${text}\ufeff${text}`))[1].text, "One\n\nTwo");
  const books = [
    ["Emma (Penguin) (Austen (ed.), Jane)", "Emma (Penguin)", "Austen (ed.), Jane"],
    ["\u200fספר\u200e (מחבר)", "ספר", "מחבר"],
    ["Emma", "Emma", ""],
    ["Emma)", "Emma)", ""],
  ];
  for (const [line, title, author] of books) {
    const [found] = await highlightsOf(entry("Your Highlight at location 1-2 | Added", "שלום", line));
    assert.deepEqual([found.title, found.author, found.text], [title, author, "שלום"]);
  }
});

Deno.test("of a file that was cut off the whole entries are read", async () => {
  const text = entry("Your Highlight at location 1-2 | Added", "Whole").repeat(2);
  for (const length of [text.length - 3, text.length - 12, text.length / 2 + 5]) {
    assert.equal((await highlightsOf(text.slice(0, length)))[0].text, "Whole");
    assert.equal((await highlightsOf(text.slice(0, length))).length, 1);
  }
  assert.equal(await read('{"documents": [{"title": "Em'), undefined);
  assert.deepEqual(await read("\n==========\n==========\nEmma\n- Your\n=========="), []);
});

Deno.test("a row of Readwise has a page or a location, and one that spans lines is one", async () => {
  const header =
    "Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at";
  const rows = [
    '"Good, ""happy""\npeople",Emma,Jane Austen,,So true,,,page,12,2026-03-02',
    "Second,Emma,Jane Austen,,,,,location,170,2026-03-02",
    "Third,Emma,Jane Austen,,,,,order,3,2026-03-02",
    ",Emma,Jane Austen,,,,,page,3,2026-03-02",
    "Without a book,,,,,,,page,3,2026-03-02",
  ];
  const found = await highlightsOf(`\ufeff${[header, ...rows].join("\r\n")}\r\n`);
  assert.deepEqual(found.map(({ text, remark, page, location }) => [text, remark, page, location]), [
    ['Good, "happy"\npeople', "So true", 12, null],
    ["Second", "", null, [170, 170]],
    ["Third", "", null, null],
  ]);
  assert.equal(await read("Title,Author\nEmma,Jane Austen\n"), undefined);
});

Deno.test("KOReader's file has one book or several, and a page of as many as it says is a share", async () => {
  const entries = [{ text: "Good people", note: "So true", page: 50, drawer: "lighten" }, { page: 3 }, null];
  const one = { version: "json/1.0.0", title: "Emma", author: "Jane Austen", entries };
  const shares = async (json: unknown) =>
    (await highlightsOf(JSON.stringify(json))).map(({ text, remark, page, share }) => [text, remark, page, share]);
  assert.deepEqual(await shares(one), [["Good people", "So true", 50, null]]);
  assert.deepEqual(await shares({ documents: [{ ...one, number_of_pages: 200 }, 7] }), [
    ["Good people", "So true", null, 0.25],
  ]);
  for (const other of ["{}", "[]", '[["Emma"]]', "[".repeat(30_000), '{"entries": 3}']) {
    assert.equal(await read(other), undefined);
  }
});

Deno.test("a highlight gets no more remarks once it is longer than a note may be", async () => {
  const remark = entry("Your Note | Location 5 | Added", "x".repeat(430));
  const found = await highlightsOf(entry("Your Highlight | Location 5-5 | Added", "Marked") + remark.repeat(9900));
  assert.equal(found.length, 1);
  const { length } = found[0].remark;
  assert.ok(length > note.max && length <= note.max + 1000, `${length}`);
  const rows = `Marked,Emma,5,\n${`,Emma,5,${"x".repeat(430)}\n`.repeat(9900)}`;
  const [joined] = await highlightsOf(`Highlight,Book Title,Location,Note\n${rows}`);
  assert.equal(joined.remark.length, length);
});

Deno.test("what is no highlight is a part, too, at which a loop over the file gives way", async () => {
  const files = [
    entry("Your Bookmark | Location 5 | Added", "").repeat(9),
    JSON.stringify({ title: "Sketch", author: "", entries: [1, null, "a", [], {}, { text: " " }, true, 2, 3] }),
    JSON.stringify({ documents: [1, null, "a", [], {}, { title: "Sketch" }, true, 2, 3] }),
    JSON.stringify({ results: [1, null, "a", [], {}, { title: "Sketch" }, true, 2, { title: "A", highlights: [1] }] }),
  ];
  for (const text of files) {
    const found = highlightsIn({ file: Buffer.from(text), linesAfter: () => linesOf([]) }, 10_000);
    assert.ok(typeof found === "object", text);
    assert.deepEqual(await Array.fromAsync(found.highlights), Array(9).fill(undefined), text);
  }
});

Deno.test("JSON with far more values than its highlights have is not parsed, and ten thousand of them are", async () => {
  const many = Array.from({ length: 500_000 }, (_, n) => n);
  const files = [
    { title: "Sketch", author: "", entries: many },
    { documents: many },
    Object.fromEntries(many.map((n) => [`${n}`, 1])),
  ];
  for (const json of files) assert.equal(await read(JSON.stringify(json)), "too many");
  const own = { sort: "highlight", drawer: "lighten", page: 5, time: 1, chapter: "A, [B]", text: "C, D", color: "red" };
  assert.equal((await highlightsOf(JSON.stringify({ title: "A", entries: Array(10_000).fill(own) }))).length, 10_000);
});

Deno.test("the JSON of Readwise has books with their highlights", async () => {
  const of = (text: string, location: number | null, kind: string) => (
    { id: 1, text, note: "So true", location, location_type: kind, tags: [{ id: 1, name: "a" }], is_favorite: false }
  );
  const highlights = [of("A", 12, "page"), of("B", 170, "location"), of("C", 3, "order"), of("D", null, "page")];
  const emma = { user_book_id: 7, title: "Emma", author: "Jane Austen", category: "books", highlights };
  const found = await highlightsOf(JSON.stringify({ count: 1, nextPageCursor: null, results: [emma] }));
  assert.deepEqual(
    found.map(({ title, author, text, remark, page, location }) => [title, author, text, remark, page, location]),
    [
      ["Emma", "Jane Austen", "A", "So true", 12, null],
      ["Emma", "Jane Austen", "B", "So true", null, [170, 170]],
      ["Emma", "Jane Austen", "C", "So true", null, null],
      ["Emma", "Jane Austen", "D", "So true", null, null],
    ],
  );
});

Deno.test("too many entries are known before any is parsed, and a line of 5 MB is a text", async () => {
  const many = entry("Your Highlight at location 1-2 | Added", "Words").repeat(100_000).slice(0, 5e6);
  assert.equal(await read(many), "too many");
  assert.equal(await read(`[${"{},".repeat(1e5)}{}]`), "too many");
  const long = "x".repeat(5e6);
  assert.equal((await highlightsOf(entry("Your Highlight at location 1-2 | Added", long)))[0].text.length, 5e6);
  assert.equal(
    (await highlightsOf(entry("Your Highlight | Location 1 | Added", "A", `${long} (${long})`)))[0].title.length,
    500,
  );
  assert.equal((await highlightsOf(entry(`Your Highlight ${long}`, "A"))).length, 1);
  for (const text of [long, "(".repeat(5e6), `${"=".repeat(9)} `.repeat(5e5), "\ufeff".repeat(1e6)]) {
    assert.equal(await read(text), undefined);
  }
});

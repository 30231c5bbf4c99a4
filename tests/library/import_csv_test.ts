import assert from "node:assert/strict";
import { NoBookList } from "../../server/library/import/run.ts";
import { counted, rudin, withCatalogue } from "./catalogue.ts";

const headers = [
  // As our own lists have it, with other names, with blanks, dashes and quotes, with tabs, with semicolons.
  "title,authors,isbn13,pageCount,publisher,publishedDate,language,categories",
  "Book Title,AUTHOR,ISBN,num_pages,Publisher,Publication Date,language_code,Subjects",
  '"Title","Author(s)","ISBN-13","# Pages"," publisher ","Year","Lang","Genres"',
  "title\tauthors\tisbn\tpages\tpublisher\toriginal_publication_year\tlang\tcategory",
  "TITLE;AUTHORS;ISBN10;PAGES;PUBLISHER;YEAR;LANGUAGE;GENRE",
];
const row = "Principles of Mathematical Analysis|Walter Rudin|978-0-07-054235-8|342|McGraw-Hill|1976|eng|Mathematics";

Deno.test("a list is read whatever its header calls the columns, and whatever is between them", async () => {
  for (const header of headers) {
    await using catalogue = await withCatalogue();
    const delimiter = /[,;\t]/.exec(header)![0];
    const { counts } = await catalogue.take(`\ufeff${header}\r\n${row.replaceAll("|", delimiter)}\r\n`);
    assert.deepEqual(counts, counted({ added: 1 }));
    const printed = { isbn: "9780070542358", publisher: "McGraw-Hill", publishedDate: "1976" };
    const expected = { ...rudin, ...printed, language: "en", categories: ["Mathematics"] };
    assert.deepEqual(await catalogue.only("rudin"), expected, header);
  }
});

Deno.test("columns may be in any order, unknown or missing; a title column is enough", async () => {
  await using catalogue = await withCatalogue();
  await catalogue.take("rating,pages,title,colour\n5,342,Principles,red\n");
  assert.deepEqual(await catalogue.only("principles"), { title: "Principles", pageCount: 342 });
  await catalogue.take("title\nLonely\n");
  assert.deepEqual(await catalogue.only("lonely"), { title: "Lonely" });
});

Deno.test("values are normalized", async () => {
  await using catalogue = await withCatalogue();
  const header = "title,authors,isbn13,isbn,pages,year,language,categories";
  await catalogue.take([
    header,
    '"Quoted, ""and"" over\ntwo lines",A; B,,,"342 p.",2008.0,English,X; Y',
    `Lists,"['Ada Lovelace', 'Grace Hopper']",,,342.0,-750.0,en-US,"['X', 'Y']"`,
    'Lost zeros,A | B,9.78044E+12,70542357,many,,ger,"X, Y"',
    "",
  ].join("\n"));
  const { isbn: _, ...quoted } = await catalogue.only("quoted");
  const printed = { pageCount: 342, publishedDate: "2008", language: "en", categories: ["X", "Y"] };
  assert.deepEqual(quoted, { ...printed, title: 'Quoted, "and" over two lines', author: "A, B" });
  const lists = { title: "Lists", author: "Ada Lovelace, Grace Hopper", publishedDate: "-750" };
  assert.deepEqual(await catalogue.only("lists"), { ...printed, ...lists });
  const zeros = await catalogue.only("lost zeros");
  assert.deepEqual([zeros.author, zeros.language, zeros.pageCount], ["A, B", "de", undefined]);
});

Deno.test("bad rows are refused one by one, and reported with line and reason", async () => {
  await using catalogue = await withCatalogue();
  const { counts, state } = await catalogue.take([
    "title,author,isbn",
    "One,A,",
    ",Nobody,",
    'Two "quoted" wrongly,A,',
    '"Never closed,A,',
    "Three,A,",
    "Four,A",
    "Five,A,,too many",
    "Six,A,,",
    "Seven,A,1234567890123",
    "   ",
    '"Eight"oops,A,',
    "Nine,A,9780070542358",
  ].join("\n"));
  assert.deepEqual(counts, counted({ added: 5, refused: 6, corrected: 1 }));
  assert.equal(state, "finished");
  assert.deepEqual(await catalogue.reported(), [
    "line 3: refused, it has no title",
    "line 4: refused, its quotes do not match, or it is too long",
    "line 5: refused, its quotes do not match, or it is too long",
    "line 7: refused, it has 2 columns where the header has 3",
    "line 8: refused, it has 4 columns where the header has 3",
    "line 10: ISBN 1234567890123 is not valid and was left out",
    "line 12: refused, its quotes do not match, or it is too long",
  ]);
  for (const title of ["One", "Three", "Six", "Seven", "Nine"]) {
    assert.equal((await catalogue.only(title)).title, title);
  }
});

Deno.test("rows that are not UTF-8 and lines that are too long are refused", async () => {
  await using catalogue = await withCatalogue();
  const latin = new Uint8Array(
    [..."title,author\nCaf"].map((letter) => letter.charCodeAt(0)).concat(0xe9, 0x2c, 0x41, 0x0a),
  );
  const long = new TextEncoder().encode(`${"x".repeat(5 * 1024 * 1024)},A\nGood,A\n`);
  const bytes = new Uint8Array([...latin, ...long]);
  assert.deepEqual((await catalogue.take(bytes)).counts, counted({ added: 1, refused: 2 }));
  assert.deepEqual(await catalogue.reported(), [
    "line 2: refused, it is not UTF-8",
    "line 3: refused, its quotes do not match, or it is too long",
  ]);
});

Deno.test("a file that is neither a list nor a dump is refused as a whole", async () => {
  await using catalogue = await withCatalogue();
  for (const content of ["", "\n", "name,price\nTea,3\n", "\0\0\0\0", "<html>"]) {
    await assert.rejects(() => catalogue.take(content), NoBookList);
  }
});

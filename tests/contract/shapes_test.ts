/** What the schemas of each noun ask for beyond the fields that all have. */
import assert from "node:assert/strict";
import { Login, Registration } from "../../server/contract/account/shapes.ts";
import { isbnTexts } from "../../server/contract/books/isbn_texts.ts";
import { NewBook } from "../../server/contract/books/shapes.ts";
import { Draft, DraftEvent, HistoryQuery, JoinGroupEvent } from "../../server/contract/chat/shapes.ts";
import { NewGroup } from "../../server/contract/groups/shapes.ts";
import { NewNote } from "../../server/contract/notes/shapes.ts";
import { ProfileUpdate } from "../../server/contract/people/shapes.ts";
import { NewWanted } from "../../server/contract/reading/input_shapes.ts";
import { validationServerTexts, validationTexts } from "../../server/contract/site/texts.ts";
import { unreadBadge } from "../../server/contract/site/unread.ts";
import { made, nothings } from "./made.ts";

Deno.test("a registration's full name is accepted under three keys", () => {
  const rest = { email: "ada@example.org", password: "secret" };
  for (const key of ["fullname", "fullName", "name"]) {
    assert.deepEqual(made(Registration, { ...rest, [key]: "Ada" }), { ...rest, fullname: "Ada" });
  }
  assert.deepEqual(made(Registration, { ...rest, name: "c", fullName: "b", fullname: "a" }), {
    ...rest,
    fullname: "a",
  });
  assert.equal(made(Registration, rest), "This field is required.");
  for (const wrong of nothings) assert.equal(Registration.safeParse(wrong).success, false);
});

Deno.test("a chosen username is lower-cased and has only allowed characters", () => {
  const rest = { fullname: "Ada", email: "ada@example.org", password: "secret" };
  assert.deepEqual(made(Registration, { ...rest, username: " Ada.L_1-x " }), { ...rest, username: "ada.l_1-x" });
  for (const username of ["ab", "x".repeat(31), "a b c", "ädä", "a/b/c", "<b>"]) {
    assert.match(String(made(Registration, { ...rest, username })), /3 to 30 characters/, username);
  }
});

Deno.test("credentials are any address and any password", () => {
  assert.deepEqual(made(Login, { email: " ADA ", password: "x" }), { email: "ada", password: "x" });
  for (
    const wrong of [{ email: "ada" }, { password: "x" }, { email: " ", password: "x" }, { email: "a", password: "" }]
  ) {
    assert.equal(made(Login, wrong), "This field is required.");
  }
});

Deno.test("a profile has a name, a text of 500 characters, a plausible birthday, a gender of the list and links of the web", () => {
  const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 10);
  const wrong: [field: string, values: unknown[], text: string][] = [
    ["fullName", [" "], validationServerTexts.required],
    ["fullName", ["x".repeat(81)], validationTexts.tooLong(80)],
    ["bio", ["x".repeat(501)], validationTexts.tooLong(500)],
    ["dob", ["2001-02-29", "10.12.1990", tomorrow, "1690-01-01"], validationServerTexts.dob],
    ["gender", ["robot"], validationServerTexts.gender],
    [
      "linkedin",
      ["javascript:alert(1)", "ftp://a.example", "example.org", "https://", "https://a b"],
      validationServerTexts.url,
    ],
    ["twitter", [`https://a.example/${"x".repeat(300)}`], validationTexts.tooLong(300)],
  ];
  for (const [field, values, text] of wrong) {
    for (const value of values) {
      const { error } = ProfileUpdate.safeParse({ bio: "changed", [field]: value });
      const issues = error?.issues.map(({ path, message }) => [path, message]);
      assert.deepEqual(issues, [[[field], text]], `${field} ${value}`);
    }
  }
});

Deno.test("a group's name has at most 80 characters, and its description is optional", () => {
  assert.deepEqual(made(NewGroup, { groupName: " Engine " }), { groupName: "Engine" });
  assert.deepEqual(made(NewGroup, { groupName: "E", description: " " }), { groupName: "E", description: null });
  assert.equal(made(NewGroup, { groupName: " " }), "Group name is required");
  assert.equal(made(NewGroup, { groupName: "x".repeat(81) }), "Please use at most 80 characters.");
});

Deno.test("a badge counts what is unread and what of it mentions the reader, up to 99 of each, and says both in words", () => {
  assert.deepEqual(unreadBadge({ unread: 3, mentions: 0 }), { count: "3", label: "3 unread" });
  const expected = { count: "3", mentions: "@1", label: "3 unread, 1 mention" };
  assert.deepEqual(unreadBadge({ unread: 3, mentions: 1 }), expected);
  assert.deepEqual(unreadBadge({ unread: 100, mentions: 100 }), {
    count: "99+",
    mentions: "@99+",
    label: "99+ unread, 99+ mentions",
  });
});

Deno.test("a message has 1 to 4000 characters after trimming", () => {
  assert.deepEqual(made(Draft, { content: ` ${"x".repeat(4000)}\n` }), {
    content: "x".repeat(4000),
    clientId: null,
    replyTo: null,
    files: [],
    anchor: null,
  });
  assert.equal(made(Draft, { content: "x".repeat(4001) }), "Please use at most 4,000 characters.");
  for (const content of ["", "  \n"]) assert.equal(made(Draft, { content }), "Message cannot be empty");
  const expected = { groupId: "g", content: "hello", clientId: null, replyTo: null, files: [], anchor: null };
  assert.deepEqual(made(DraftEvent, { groupId: "g", content: "hello", userId: "mallory", seq: 1 }), expected);
});

Deno.test("joining takes a group's id, alone or with the last known seq", () => {
  assert.deepEqual(made(JoinGroupEvent, "g"), { groupId: "g", after: undefined, rev: undefined });
  assert.deepEqual(made(JoinGroupEvent, { groupId: "g" }), { groupId: "g" });
  assert.deepEqual(made(JoinGroupEvent, { groupId: "g", after: 7 }), { groupId: "g", after: 7 });
  for (const wrong of [...nothings, { groupId: "g", after: -1 }, { groupId: "g", after: 1.5 }, { after: 1 }, ""]) {
    assert.equal(JoinGroupEvent.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});

Deno.test("a history query takes whole numbers, 50 messages by default and 100 at most", () => {
  assert.deepEqual(made(HistoryQuery, {}), { limit: 50 });
  assert.deepEqual(made(HistoryQuery, { before: "9", after: "0", limit: "999" }), { before: 9, after: 0, limit: 100 });
  for (const wrong of [{ limit: "0" }, { limit: "x" }, { before: "1.5" }, { after: "-1" }, { before: "1e400" }]) {
    assert.equal(HistoryQuery.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});

const bookOf = (book: object) => made(NewBook, { title: "T", ...book }) as { pageCount: number; isbn: string };

Deno.test("a book needs a title, and has 100 pages where no number or zero is given", () => {
  for (const title of ["", "  \n ", ...nothings]) assert.equal(typeof bookOf({ title }), "string");
  assert.equal(bookOf({ title: "x".repeat(301) }), "Please use at most 300 characters.");
  for (const pageCount of [undefined, null, 0, "", "0"]) assert.equal(bookOf({ pageCount }).pageCount, 100);
  assert.equal(bookOf({ pageCount: "65" }).pageCount, 65);
  for (const pageCount of [-1, 1.5, 1e9, "many", {}]) {
    assert.equal(bookOf({ pageCount }), "Please enter a valid number of pages");
  }
});

Deno.test("an ISBN-10 is stored as ISBN-13, and an invalid one as it is", () => {
  const written = { "0-07-054235-X": "9780070542358", "978-0-914098-91-1": "9780914098911", " OCLC 1 ": "OCLC 1" };
  for (const [isbn, stored] of Object.entries(written)) assert.equal(bookOf({ isbn }).isbn, stored);
});

const noteOf = (note: object) => made(NewNote, { content: "x", pageNumber: 7, bookId: "b", ...note });

Deno.test("a note of at most 20,000 characters keeps line breaks and blanks, without control characters; a blank one is none", () => {
  const contentOf = (content: string) => (noteOf({ content }) as { content: string }).content;
  const typed = "  1. Bernoulli\r\n\t\u0000\u0007B₇ = −1/30 \ud83e\udd4a\n";
  assert.equal(contentOf(typed), "  1. Bernoulli\n\tB₇ = −1/30 \ud83e\udd4a\n");
  assert.equal(contentOf("x".repeat(20_000)).length, 20_000);
  assert.equal(noteOf({ content: "x".repeat(20_001) }), "Please use at most 20,000 characters.");
  assert.equal(contentOf("  \n\t "), "");
  for (const content of nothings) assert.equal(typeof noteOf({ content }), "string");
});

Deno.test("a note's page is a whole number, and the version that it is based on a time or none", () => {
  for (const pageNumber of [-1, 1.5, "seven", " ", ...nothings.filter((one) => one !== 1)]) {
    assert.equal(noteOf({ pageNumber }), "Please enter a valid page number");
  }
  const baseOf = (baseUpdatedAt: unknown) => (noteOf({ baseUpdatedAt }) as { baseUpdatedAt: unknown }).baseUpdatedAt;
  assert.deepEqual([baseOf(""), baseOf("1970-01-01T00:00:01Z"), baseOf(undefined)], [null, 1000, undefined]);
  for (const wrong of ["yesterday", 5]) assert.equal(typeof noteOf({ baseUpdatedAt: wrong }), "string");
});

Deno.test("a book to read has an ISBN of its own or none, and all that is wrong with it is said at once", () => {
  const isbnOf = (isbn?: string | null) => (made(NewWanted, { title: "Emma", isbn }) as { isbn: unknown }).isbn;
  assert.equal(isbnOf("0-486-27263-X"), "9780486272634");
  for (const none of [undefined, null, "", " "]) assert.equal(isbnOf(none), null);
  const wrong = { "123": isbnTexts.digits, "Emma": isbnTexts.digits, "9780486272635": isbnTexts.wrongDigit };
  for (const [isbn, text] of Object.entries(wrong)) assert.equal(made(NewWanted, { title: "Emma", isbn }), text);
  const { error } = NewWanted.safeParse({ title: " ", isbn: "123", pageCount: "x" });
  assert.deepEqual(error?.issues.map(({ path }) => path.join(".")), ["isbn", "pageCount", "title"]);
});

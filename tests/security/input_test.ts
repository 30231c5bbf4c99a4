import assert from "node:assert/strict";
import fc from "fast-check";
import { gzipSync } from "node:zlib";
import { searchable } from "../../db/engine/searchable.ts";
import { linkify } from "../../server/contract/chat/links.ts";
import { usernameFrom } from "../../server/actions/account/names.ts";
import { readSessionToken } from "../../server/auth/sessions.ts";
import { Address, Login, PasswordReset, Registration } from "../../server/contract/account/shapes.ts";
import { BookQuery, NewBook } from "../../server/contract/books/shapes.ts";
import { Draft } from "../../server/contract/chat/shapes.ts";
import { NewGroup, readAddresses } from "../../server/contract/groups/shapes.ts";
import { isbn13 } from "../../server/contract/books/isbn.ts";
import { NewNote } from "../../server/contract/notes/shapes.ts";
import { initials } from "../../server/contract/people/names.ts";
import { ProfileUpdate } from "../../server/contract/people/shapes.ts";
import { openLog } from "../../server/log.ts";
import { lineOutput } from "../support/log.ts";
import { resetMail } from "../../server/mail/account_mails.tsx";
import { plainSite } from "../../server/settings/site.ts";
import { startApp } from "../support/app.ts";
import { visit } from "../support/requests.ts";
import { bounded } from "./hostile.ts";
import { ownPath } from "../../server/contract/site/paths.ts";
import { ProgressUpdate } from "../../server/contract/reading/input_shapes.ts";

/** Texts that make a careless expression look again and again from each place: beginnings without their ends. */
const hostile = (length: number): string[] =>
  [
    ..."a a@ a. a@a. a- @ . .. ( [ (( () / \\ ' \" % http:// https://a https://a. https://( https://a) = ; a=".split(
      " ",
    ),
    ..."0 9- - 978 \u0301 e\u0301 \u200b \ufb03 \u{1f469}\u200d + a+ ß İ < <a & data:image/".split(" "),
    ...[" ", "\t", "\n", "Bearer "],
  ].flatMap((piece) => [piece.repeat(length / piece.length), `${piece.repeat(length / piece.length)}!\0`])
    .concat(marks.map(([one, other]) => `a${one.repeat(length / 2)}${other.repeat(length / 2)}`));

/** Marks of two classes, each: normalizing sorts a run of them, which costs the square of its length. */
const marks = [["\u0301", "\u0316"], ["\u0327", "\u0301"], ["\u05b0", "\u0591"], ["\u3099", "\u0f71"]];

const parses = (schema: { safeParse(input: unknown): unknown }, ...keys: string[]) => (text: string) =>
  schema.safeParse(Object.fromEntries(keys.map((key) => [key, text])));
const config = { publicUrl: "http://localhost" };

/** Everything that looks at what somebody sent by an expression, and the longest that can get there. */
const readers: Record<string, [length: number, read: (text: string) => unknown]> = {
  address: [500_000, parses(Address, "email")],
  "pasted addresses": [300_000, (text) => readAddresses(`a@${text}x`)],
  credentials: [500_000, parses(Login, "email", "password")],
  registration: [200_000, parses(Registration, "fullname", "email", "password", "username")],
  "password reset": [500_000, parses(PasswordReset, "token", "password")],
  profile: [100_000, parses(ProfileUpdate, "fullName", "bio", "dob", "gender", "linkedin", "profileImage")],
  group: [300_000, parses(NewGroup, "groupName", "description", "image")],
  message: [300_000, parses(Draft, "content", "clientId")],
  note: [300_000, parses(NewNote, "content", "pageNumber", "bookId", "baseUpdatedAt")],
  book: [100_000, parses(NewBook, "title", "author", "isbn", "pageCount", "categories", "googleBooksId")],
  progress: [300_000, parses(ProgressUpdate, "currentPage")],
  "book search": [300_000, parses(BookQuery, "query")],
  "text search": [300_000, searchable],
  ISBN: [300_000, isbn13],
  "next page": [300_000, ownPath],
  "links of a message": [4_000, linkify],
  username: [80, usernameFrom],
  initials: [300_000, initials],
  greeting: [80, (name) => resetMail({ site: plainSite, name, url: "https://a.example" })],
  "bearer token": [16_000, (text) => readSessionToken({ authorization: text }, config)],
  cookie: [16_000, (text) => readSessionToken({ cookie: text }, config)],
};

Deno.test("hostile texts are read to their end by whatever reads what was sent", () => {
  // Whatever takes quadratic time takes minutes for the longest of them.
  for (const [length, read] of Object.values(readers)) for (const text of hostile(length)) read(text);
});

/** What takes text that a person typed, and about how much of it. */
const fields: Record<string, [max: number, read: (text: string) => { success: boolean; data?: unknown }]> = {
  "a full name": [80, (text) => ProfileUpdate.safeParse({ fullName: text })],
  "a bio": [500, (text) => ProfileUpdate.safeParse({ bio: text })],
  "a group's name": [80, (text) => NewGroup.safeParse({ groupName: text })],
  "a message": [4000, (text) => Draft.safeParse({ content: text })],
  "a book's title": [300, (text) => NewBook.safeParse({ title: text })],
  "a book's description": [5000, (text) => NewBook.safeParse({ title: "x", description: text })],
};

Deno.test("a text of combining marks is refused for its length, or its runs of marks are cut before it is normalized", () => {
  const runs = fc.array(fc.tuple(fc.constantFrom(...marks.flat()), fc.integer({ min: 1, max: 9000 })), {
    minLength: 2,
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(fields)), runs, (name, runs) => {
      const [max, read] = fields[name];
      const text = `a${runs.map(([mark, count]) => mark.repeat(count)).join("")}`;
      const { success, data } = read(text);
      if (text.length > 4 * max) assert.equal(success, false, name);
      if (success) assert.doesNotMatch(JSON.stringify(data), /[\p{M}--[\u034f]]{31}/v, name);
    }),
    bounded(200),
  );
});

Deno.test("texts with the combining marks of real languages are stored unchanged, and what is stored is not changed again", () => {
  const first = Draft.parse({ content: `a${marks[0][0].repeat(100)}${marks[0][1].repeat(100)}` }).content;
  assert.equal(Draft.parse({ content: first }).content, first);
  for (const name of ["Tiếng Việt", "हिन्दी", "תַּנַ״ךְ", "ก็ได้", "Z\u0351\u036b\u0343\u036aalgo", "e\u0301".repeat(26)]) {
    const content = Draft.parse({ content: name }).content;
    assert.equal(content, name.normalize("NFC"));
  }
});

Deno.test("120 kB of combining marks are refused by every public form and call, and the service goes on", async () => {
  await using app = await startApp();
  const text = `a${"\u0301".repeat(30_000)}${"\u0316".repeat(30_000)}`;
  for (const path of ["register", "check-email", "forgot-password", "resend-verification", "login"]) {
    const body = { email: `${text}@example.org`, fullname: text, password: "Correct-horse-1" };
    const under = path === "check-email" ? "/users/" : "/auth/";
    assert.equal((await app.call("POST", under + path, null, body)).status, 413, path);
    const short = { ...body, email: `${text.slice(0, 2000)}@example.org`, fullname: text.slice(0, 2000) };
    assert.equal((await app.call("POST", under + path, null, short)).status, path === "check-email" ? 200 : 400, path);
  }
  const ada = await app.person("Ada");
  assert.equal((await app.call("PUT", "/users/profile", ada, { fullName: text })).status, 400);
  const query = encodeURIComponent(text.slice(0, 2000));
  assert.deepEqual((await app.call("GET", `/users/search?username=${query}`, ada)).body, []);
  assert.equal((await app.call("GET", `/books/search?query=${query}`, ada)).status, 200);
});

const unseen =
  "\u200b,\u200b\u200b \u2060,\u3164,\u115f\u1160,\u2800,\u202e,\u00ad,\u034f,\ufe0f,\u{e0020},\u200d \u2063".split(
    ",",
  );

Deno.test("names and messages of invisible characters are refused, and usernames that look like another's", () => {
  const registration = { fullname: "Eve", email: "eve@example.org", password: "Correct-horse-1" };
  const isTaken = (schema: { safeParse(input: unknown): { success: boolean } }, input: object) =>
    schema.safeParse(input).success;
  for (const name of unseen) {
    assert.ok(!isTaken(Registration, { ...registration, fullname: name }), escape(name));
    assert.ok(!isTaken(ProfileUpdate, { fullName: name }), escape(name));
    assert.ok(!isTaken(NewGroup, { groupName: name }), escape(name));
    assert.ok(!isTaken(Draft, { content: name }), escape(name));
    assert.ok(!isTaken(NewBook, { title: name }), escape(name));
  }
  // Joiners and marks inside a name are part of it.
  for (const name of ["👩‍🚀", "नमस्\u200dते", "مى\u200cخواهم", "❤\ufe0f", "ｱ"]) {
    assert.ok(isTaken(ProfileUpdate, { fullName: name }), escape(name));
  }
  for (const username of ["аda", "ada\u200b", "ａｄａ", "ada\u0301", "ada\0", "аԁа", "ada\u202e"]) {
    assert.ok(!isTaken(Registration, { ...registration, username }), escape(username));
  }
  for (const username of ["ADA", " ada "]) {
    assert.equal(Registration.parse({ ...registration, username }).username, "ada");
  }
});

const escape = (text: string) =>
  JSON.stringify(text).replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);

Deno.test("compressed, repeated or differently encoded bodies are read as they are or refused", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const credentials = JSON.stringify({ email: ada.email, password: ada.password });
  const bodies: [number, string | Uint8Array<ArrayBuffer>, Record<string, string>][] = [
    [400, new Uint8Array(gzipSync(credentials)), { "Content-Encoding": "gzip" }],
    // A bomb: it is never unfolded.
    [400, new Uint8Array(gzipSync(new Uint8Array(10_000_000))), { "Content-Encoding": "gzip" }],
    [400, Uint8Array.from([...credentials].flatMap((char) => [char.charCodeAt(0), 0])), {}],
    [400, `${credentials}${credentials}`, {}],
    [404, `{"email":"${ada.email}","password":"${ada.password}","email":"nobody@example.org"}`, {}],
    [400, `[${credentials}]`, {}],
  ];
  for (const [status, body, headers] of bodies) {
    const response = await visit(app, "/api/auth/login", null, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body,
    });
    assert.equal(response.status, status, (await response.text()).slice(0, 100));
  }
});

Deno.test("of a repeated form field or query parameter the first one counts", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const form = `email=${ada.email}&email=nobody@example.org&password=${ada.password}&password=x`;
  const headers = { Origin: app.url, "Content-Type": "application/x-www-form-urlencoded" };
  const twice = await visit(app, "/login", null, { method: "POST", headers, body: form });
  await twice.body?.cancel();
  assert.ok([303, 400, 404].includes(twice.status));
  for (const query of ["username=a&username=b", "username[]=a", "username[__proto__]=a", "__proto__=a&constructor=b"]) {
    for (const path of ["/search", "/api/users/search"]) {
      const response = await visit(app, `${path}?${query}`, ada);
      assert.equal(response.status, 200, query);
      await response.body?.cancel();
    }
  }
  assert.equal(({} as { a?: unknown }).a, undefined);
});

Deno.test("control characters in a path are escaped in the log", () => {
  let shown = "";
  const terminal = { ...lineOutput((line) => shown += line), isTerminal: () => true };
  openLog("info", terminal).info({ path: "/\u001b[2J\u009b31m\r\n12:00:00 all is well\u202e\u0007" }, "request");
  assert.equal(shown.split("\n").length, 2);
  assert.doesNotMatch(shown.trimEnd().slice(0, -4).replace(/^.{0,5}/, ""), /[\p{Cc}\p{Cf}]/u);
});

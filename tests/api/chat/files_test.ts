import assert from "node:assert/strict";
import { strToU8, zipSync } from "fflate";
import sharp from "sharp";
import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { attachmentTexts } from "../../../server/contract/chat/attachment_texts.ts";
import { filesServerTexts } from "../../../server/contract/chat/texts.ts";
import { picturesServerTexts } from "../../../server/contract/people/texts.ts";
import * as siteLimits from "../../../server/contract/site/limits.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";
import { bomb, plain } from "../../media/pictures.ts";
import { openWire, statusOf } from "../../security/wire.ts";
import type { Person, TestApp } from "../../support/app.ts";
import { startCast } from "../../support/cast.ts";
import { until } from "../../support/operate.ts";
import { cookieOf, visit } from "../../support/requests.ts";
import { download, textOf, upload, uploaded } from "../../support/uploads.ts";
import { inScene } from "../../support/in_scene.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Sent = { content: string | Bytes; name?: string; type?: string };

async function withFiles(env: Record<string, string> = {}) {
  const app = await startCast({ env });
  const { ada, circle: { id }, deps: { db, purge } } = app;
  /** What is stored once nothing is being removed. */
  async function stored() {
    await purge.sweep();
    const sizes = await db.q.all<{ size: number }>("select stored_size as size from files where created_at > 0");
    const chunks = await db.q.all("select 1 from file_chunks");
    const used = sizes.reduce((sum, { size }) => sum + size, 0);
    return { files: sizes.length, chunks: chunks.length, used };
  }
  return {
    ...app,
    /** Uploads as Ada, unless as somebody else. */
    upload: (file: Sent, by: Person | null = ada, to = id) => upload(app, to, { by, ...file }),
    uploaded: (file: Sent, by = ada) => uploaded(app, id, { by, ...file }),
    download: (url: string, as = ada, init?: RequestInit) => download(app, url, as, init),
    stored,
  };
}

const test = inScene(withFiles);

const encode = (text: string): Bytes => new TextEncoder().encode(text);
const png = async () => new Uint8Array(await plain("teal").png().toBuffer());

test("a text, a PDF and a picture are uploaded, and read again as they were sent, the picture as WebP", async (app) => {
  const { id, url, ...text } = await app.uploaded({ content: "# Chapter five\n", name: "notes.md" });
  const type = "text/plain; charset=utf-8";
  assert.deepEqual(text, { name: "notes.md", type, size: 15, width: null, height: null, previewUrl: null });
  assert.equal(url, `/files/${id}/notes.md`);
  for (const path of [url, `/api${url}`]) assert.equal(await (await app.download(path)).text(), "# Chapter five\n");
  assert.equal(await (await visit(app, url, app.ada)).text(), "# Chapter five\n");
  assert.equal((await visit(app, url)).headers.get("location"), `/login?next=${encodeURIComponent(url)}`);

  const large = encode("%PDF-1.7\n".padEnd(3 * chatLimits.fileChunk + 5, "x"));
  const paper = await app.uploaded({ content: large, name: "Paper.PDF" });
  assert.deepEqual([paper.name, paper.type, paper.size], ["Paper.pdf", "application/pdf", large.length]);
  assert.deepEqual(new Uint8Array(await (await app.download(paper.url)).arrayBuffer()), large);

  const content = new Uint8Array(await plain("teal", { width: 2000, height: 1000 }).jpeg().toBuffer());
  const picture = await app.uploaded({ content, name: "board.jpg", type: "image/jpeg" });
  const { name, width, height } = picture;
  assert.deepEqual([name, picture.type, width, height], ["board.webp", "image/webp", 1600, 800]);
  for (const [url, width, height] of [[picture.url, 1600, 800], [picture.previewUrl!, 320, 160]] as const) {
    const answer = await app.download(url);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const shown = await sharp(bytes).metadata();
    assert.deepEqual([shown.format, shown.width, shown.height], ["webp", width, height]);
    assert.equal(Number(answer.headers.get("content-length")), bytes.length);
  }
});

test("before it is sent, a file is its uploader's alone, while they are in the group; nobody uploads to a group they are not in", async (app) => {
  const { ada, grace, mallory } = app;
  const { url } = await app.uploaded({ content: "Hello" }, grace);
  const etag = (await app.download(url, grace)).headers.get("etag")!;
  const headers = { "If-None-Match": etag };
  assert.equal((await app.download(url, grace, { headers })).status, 304);
  const head = await app.download(url, grace, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("content-length")], [200, "5"]);
  for (const other of [ada, mallory]) assert.equal((await app.download(url, other, { headers })).status, 404);
  assert.equal((await app.upload({ content: "Hello" }, mallory)).body.code, "group_not_found");
  const foreign = await visit(app, `/api${app.here}/files`, ada, {
    method: "POST",
    headers: { Origin: "https://evil.example" },
    body: new FormData(),
  });
  assert.equal(foreign.status, 403);
  await app.call("DELETE", `${app.here}/members/${grace.id}`, ada);
  assert.equal((await app.download(url, grace, { headers })).status, 404);
});

Deno.test("browsers neither run nor guess a file, and only our own pictures are shown in place", async () => {
  await using app = await withFiles({ CORS_ORIGINS: "https://partner.example" });
  const picture = await app.uploaded({ content: await png(), name: "board.png" });
  const text = await app.uploaded({ content: "<script>alert(1)</script>", name: `a"b; é.txt` });
  for (const { url } of [picture, text]) {
    const { headers } = await app.download(url);
    assert.equal(headers.get("content-security-policy"), "sandbox; default-src 'none'");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
    assert.match(headers.get("cache-control")!, /^private, /);
    assert.match(headers.get("vary")!, /Cookie/);
    assert.equal(headers.get("content-encoding"), null);
  }
  const disposition = async (url: string) => (await app.download(url)).headers.get("content-disposition");
  assert.equal(await disposition(picture.url), 'inline; filename="board.webp"');
  assert.equal(text.name, "a_b; é.txt");
  assert.equal(await disposition(text.url), `attachment; filename="a_b; _.txt"; filename*=UTF-8''a_b%3B%20%C3%A9.txt`);
});

/** As programs write them, with entries in any order. */
const office = (type: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({
    "_rels/.rels": strToU8("<Relationships/>"),
    "[Content_Types].xml": strToU8(`<Types><Override ContentType="${type}.main+xml"/></Types>`),
    ...more,
  }) as Bytes;
const open = (type: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({ mimetype: [strToU8(type), { level: 0 }], ...more }) as Bytes;

test("documents of offices and books are sent as they are, to be downloaded, and known by what is in them", async (app) => {
  const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  const slides = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
  const text = "application/vnd.oasis.opendocument.text";
  const book = "application/epub+zip";
  const sent: [name: string, content: Bytes, type: string][] = [
    ["paper.docx", office(word), word],
    ["talk.PPTX", office(slides), slides],
    ["paper.odt", open(text), text],
    ["book.epub", open(book), book],
  ];
  for (const [name, content, type] of sent) {
    const file = await app.uploaded({ content, name });
    assert.deepEqual([file.name, file.type, file.size], [name.toLowerCase(), type, content.length]);
    const { headers } = await app.download(file.url);
    assert.match(headers.get("content-disposition")!, /^attachment; /);
    assert.equal(headers.get("content-security-policy"), "sandbox; default-src 'none'");
  }
  const macros = "application/vnd.ms-word.document.macroEnabled";
  const refused: [name: string, content: string | Bytes][] = [
    ["paper.docx", office(slides)],
    ["paper.docx", office(macros)],
    ["paper.docx", office(word, { "word/vbaProject.bin": strToU8("x") })],
    ["paper.docx", zipSync({ "a.txt": strToU8("x") }) as Bytes],
    ["paper.docx", "PK\x03\x04"],
    ["paper.docx", "Hello"],
    ["paper.odt", open(text, { "Basic/Standard/Module1.xml": strToU8("x") })],
    ["book.epub", open(text)],
    ["book.epub", open(book).subarray(0, -1) as Bytes],
    ["paper.docm", office(macros)],
    ["sheet.xlsx", office("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")],
  ];
  for (const [name, content] of refused) {
    const { status, body } = await app.upload({ content, name });
    const { unsupported, otherKind } = filesServerTexts;
    assert.deepEqual([status, body.message], [400, /docm|xlsx/.test(name) ? unsupported : otherKind], name);
  }
});

test("what is no picture, PDF or plain text is refused, whatever it is called", async (app) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  const html = "<!doctype html><script>alert(1)</script>";
  const { unsupported, otherKind } = filesServerTexts;
  const signature = "PNG\r\n\x1a\n";
  const refused: [name: string, content: string | Bytes, text: string][] = [
    ["drawing.svg", svg, unsupported],
    ["page.html", html, unsupported],
    ["page.png", html, otherKind],
    ["drawing.png", svg, otherKind],
    ["paper.pdf", html, otherKind],
    ["run.bat", "del *.*", unsupported],
    ["notes", "No extension", unsupported],
    ["notes.txt", "", attachmentTexts.empty],
    ["notes.txt", "a\0b", unsupported],
    ["notes.txt", "a\x1b[31mb", unsupported],
    ["notes.txt", Uint8Array.of(0x61, 0xc3), unsupported],
    ["notes.txt", Uint8Array.of(0xff, 0xfe, 0x61, 0), unsupported],
    ["notes.csv", encode("a".repeat(200_000) + "\x00"), unsupported],
    ["archive.zip", Uint8Array.of(0x50, 0x4b, 3, 4), unsupported],
    ["program.txt", Uint8Array.of(0x7f, 0x45, 0x4c, 0x46), unsupported],
    ["page.png", encode(`\x89${signature}${html}`), otherKind],
    // The first bytes of a PNG, and then a page.
    ["page.png", Uint8Array.from([0x89, ...encode(signature + html)]), picturesServerTexts.unreadable],
    ["bomb.png", bomb(20_000, 20_000) as Bytes, picturesServerTexts.tooManyPixels],
  ];
  for (const [name, content, text] of refused) {
    const { status, body } = await app.upload({ content, name });
    assert.deepEqual([name, status, body.message], [name, 400, text]);
  }
  assert.equal((await app.stored()).chunks, 0);
  // What is both a picture and a page is re-encoded, and nothing of the page is left.
  const both = new Uint8Array([...await png(), ...encode("<script>alert(1)</script>")]);
  const { url } = await app.uploaded({ content: both, name: "page.html" });
  const bytes = await (await app.download(url)).arrayBuffer();
  assert.ok(!new TextDecoder().decode(bytes).includes("script"));
});

test("a file's name has no path, no direction marks, and the extension of its content", async ({ uploaded }) => {
  const name = async (name: string, content = "Hello") => (await uploaded({ content, name })).name;
  assert.equal(await name("../../etc/passwd.txt"), "passwd.txt");
  assert.equal(await name("C:\\Users\\ada\\notes.txt"), "notes.txt");
  assert.equal(await name("invoice\u202etxt.exe.txt"), "invoicetxt.exe.txt");
  assert.equal(await name("..txt"), "file.txt");
  assert.equal(await name("a\tb\u0000 ?.md"), "a b _.md");
  assert.equal(await name("program.exe", "%PDF-1.7"), "program.pdf");
  assert.equal([...await name("é".repeat(500) + ".txt")].length, chatLimits.file.name);
});

test("ranges are answered as they are asked for, and what is no single range with the whole file", async (app) => {
  const content = textOf(2 * chatLimits.fileChunk + 100);
  const { url } = await app.uploaded({ content });
  const ask = async (Range: string, more: Record<string, string> = {}) => {
    const answer = await app.download(url, app.ada, { headers: { Range, ...more } });
    return { status: answer.status, range: answer.headers.get("content-range"), text: await answer.text() };
  };
  const size = content.length;
  const across = chatLimits.fileChunk;
  const ranges: [string, number, number][] = [
    ["0-0", 0, 0],
    [`${across - 2}-${across + 2}`, across - 2, across + 2],
    [`${size - 3}-`, size - 3, size - 1],
    ["-5", size - 5, size - 1],
    [`-${10 * size}`, 0, size - 1],
    [`5-${10 * size}`, 5, size - 1],
  ];
  for (const [range, first, last] of ranges) {
    const expected = { status: 206, range: `bytes ${first}-${last}/${size}`, text: content.slice(first, last + 1) };
    assert.deepEqual(await ask(`bytes=${range}`), expected, range);
  }
  for (const range of [`bytes=${size}-`, "bytes=-0", `bytes=${size + 5}-${size + 9}`]) {
    assert.deepEqual(await ask(range), { status: 416, range: `bytes */${size}`, text: "" }, range);
  }
  const odd = ["bytes=0-1,4-5", "bytes=5-2", "lines=1-2", "bytes=-", "bytes=a-b", "bytes=0-99999999999999999999"];
  for (const range of odd) assert.deepEqual(await ask(range), { status: 200, range: null, text: content }, range);
  assert.equal((await ask("bytes=0-1", { "If-Range": '"other"' })).status, 200);
});

Deno.test("a file that does not fit into the group's quota is refused with what is free, also of many at once, until one is removed by its uploader", async () => {
  await using app = await withFiles({ GROUP_QUOTA: "1MB" });
  const { ada, grace } = app;
  const quota = 1024 ** 2;
  const first = await app.upload({ content: textOf(700_000) });
  assert.deepEqual(first.body.storage, { used: 700_000, quota });
  const before = await app.stored();
  const { status, body } = await app.upload({ content: textOf(600_000) });
  const free = quota - 700_000;
  assert.deepEqual([status, body.code, body.free], [413, "storage_full", free]);
  assert.equal(body.message, filesServerTexts.noRoom(free));
  assert.deepEqual(await app.stored(), before);
  const picture = await app.upload({ content: await noise(900), name: "noise.png" });
  assert.deepEqual([picture.status, picture.body.code], [413, "storage_full"]);
  const remove = (as: Person) => app.call("DELETE", `/files/${first.body.file.id}`, as);
  assert.equal((await remove(grace)).status, 404);
  assert.equal((await remove(ada)).body.message, attachmentTexts.removed);
  assert.deepEqual([(await app.download(first.body.file.url)).status, (await remove(ada)).status], [404, 404]);
  const sending = Array.from({ length: 12 }, (_, n) => app.upload({ content: textOf(300_000) }, n % 2 ? ada : grace));
  const all = await Promise.all(sending);
  assert.equal(all.filter(({ status }) => status === 201).length, 3);
  assert.equal(all.filter(({ body }) => body.code === "storage_full").length, 9);
  assert.equal((await app.stored()).used, 900_000);
});

/** A picture that WebP makes hardly smaller. */
async function noise(side: number): Promise<Bytes> {
  const data = crypto.getRandomValues(new Uint8Array(65_536));
  const raw = new Uint8Array(side * side * 3).map((_, n) => data[(n * 31 + (n >> 8)) % data.length]);
  return new Uint8Array(await sharp(raw, { raw: { width: side, height: side, channels: 3 } }).png().toBuffer());
}

Deno.test("uploads that have sent little take little room, however much they announce, and one that meets the quota as it arrives leaves nothing", async () => {
  await using app = await withFiles({ GROUP_QUOTA: "12MB" });
  const slow = Array.from({ length: 4 }, () => openUpload(app, app.circle.id, app.grace));
  await until(async () => (await app.stored()).files === slow.length);
  const { status, body } = await app.upload({ content: textOf(9_000_000) });
  assert.deepEqual([status, body.storage?.used], [201, 9_000_000 + slow.length * chatLimits.file.claim]);
  await Promise.all(slow.slice(1).map(({ stop }) => stop()));
  await until(async () => (await app.stored()).files === 2);
  const late = await slow[0].end(textOf(5_000_000));
  assert.deepEqual([late.status, late.body.code, late.body.free], [413, "storage_full", 12 * 1024 ** 2 - 9_000_000]);
  const { files, used } = await app.stored();
  assert.deepEqual([files, used], [1, 9_000_000]);
});

/** An upload of a text, of which only the beginning is sent, with no length declared. */
function openUpload(app: TestApp, groupId: string, by: Person) {
  const { readable, writable } = new TransformStream<Bytes, Bytes>();
  const writer = writable.getWriter();
  const write = (text: string) => writer.write(encode(text));
  const stopped = new AbortController();
  const headers = { Authorization: `Bearer ${by.token}`, "Content-Type": "multipart/form-data; boundary=x" };
  const init = { method: "POST", headers, body: readable, signal: stopped.signal };
  const answer = fetch(`${app.url}/api/groups/${groupId}/files`, init);
  // Stopped ones are not answered.
  answer.catch(() => {});
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  write(`${head}Hello, hello, hello`).catch(() => {});
  return {
    async end(text: string) {
      await write(`${text}\r\n--x--\r\n`);
      await writer.close();
      const { status, json } = await answer.then(async (it) => ({ status: it.status, json: await it.json() }));
      return { status, body: json };
    },
    async stop() {
      stopped.abort();
      await answer.catch(() => {});
    },
  };
}

test("a file above 10 MB is refused before it is read, and while it arrives where its length is not declared", async (app) => {
  for (const size of [siteLimits.body.withFiles, chatLimits.file.bytes + 1]) {
    const { status, body } = await app.upload({ content: textOf(size) });
    assert.deepEqual([status, body.message], [413, attachmentTexts.tooLarge]);
  }
  assert.equal((await app.upload({ content: textOf(chatLimits.file.bytes) })).status, 201);
});

test("a body that is no form with one file is refused", async (app) => {
  const send = async (body: BodyInit, type?: string) => {
    const headers = { Cookie: cookieOf(app.ada), Origin: app.url, ...(type && { "Content-Type": type }) };
    const answer = await fetch(`${app.url}/api${app.here}/files`, { method: "POST", headers, body });
    const { code, message } = await answer.json();
    if (code === "malformed") assert.equal(message, transportServerTexts.malformedForm);
    return [answer.status, code];
  };
  const form = (...files: (string | File)[]) => {
    const body = new FormData();
    for (const file of files) body.append("file", file);
    return body;
  };
  assert.deepEqual(await send("{}", "application/json"), [415, "not_multipart"]);
  assert.deepEqual(await send(form(new File(["a"], "a.txt"), new File(["b"], "b.txt"))), [400, "too_many_files"]);
  assert.deepEqual(await send(form("only text")), [400, "no_file"]);
  const start = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello';
  const broken = [["x", ""], ["no boundary here", "; boundary=x"], [start, "; boundary=x"]];
  for (const [body, more] of broken) {
    assert.deepEqual(await send(body, `multipart/form-data${more}`), [400, "malformed"]);
  }
  assert.equal((await app.stored()).chunks, 0);
});

Deno.test("one account uploads so many files at most", async () => {
  await using app = await withFiles({ RATE_LIMITS: "upload=2/60" });
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await app.upload({ content: "Hello" }));
  assert.deepEqual(answers.map(({ status }) => status), [201, 201, 429]);
  assert.equal(answers[2].body.message, filesServerTexts.tooFast);
});

Deno.test("an upload that stops arriving, or comes byte by byte, is refused and leaves nothing, and one that goes on is stored", async () => {
  await using app = await withFiles();
  const { ada, circle, url, deps, stored } = app;
  let held = 0;
  const { take, release } = deps.bodies;
  deps.bodies = {
    take: (sender, bytes) => take(sender, bytes) && (held += bytes, true),
    release: (sender, bytes) => (held -= bytes, release(sender, bytes)),
  };
  deps.uploadRate = { bytes: 64 * 1024, within: 500 };
  const beginning = [
    `POST /api/groups/${circle.id}/files HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${ada.token}`,
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Length: 1000000",
    "",
    `--x\r\nContent-Disposition: form-data; name="file"; filename="notes.txt"\r\n\r\n${textOf(100_000)}`,
  ].join("\r\n");
  for (const trickle of ["", "x"]) {
    using wire = await openWire(url);
    await wire.send(beginning);
    await until(() => held > 0);
    const bytes = setInterval(() => trickle && wire.send(trickle).catch(() => clearInterval(bytes)), 20);
    const answer = await wire.rest().finally(() => clearInterval(bytes));
    assert.equal(statusOf(answer), 408);
    assert.match(answer, /"code":"timeout"/);
    await until(() => held === 0);
  }
  assert.deepEqual(await stored(), { files: 0, chunks: 0, used: 0 });
  deps.uploadRate = siteLimits.uploadRate;
  assert.equal((await app.upload({ content: textOf(1_000_000) })).status, 201);
});

import assert from "node:assert/strict";
import sharp from "sharp";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import * as siteLimits from "../../server/contract/site/limits.ts";
import { bomb, plain } from "../media/pictures.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { cookieOf, visit } from "../support/requests.ts";
import { until } from "../support/operate.ts";
import { download, textOf, upload, uploaded } from "../support/uploads.ts";
import { filesServerTexts, filesTexts } from "../../server/contract/chat/texts.ts";
import { picturesServerTexts } from "../../server/contract/people/texts.ts";
import { transportServerTexts } from "../../server/contract/site/texts.ts";

/** Ada made the group, Grace is in it, Mallory is not. */
async function scene(env: Record<string, string> = {}) {
  const app = await startApp({ env });
  const [ada, grace, mallory] = await Promise.all(["Ada", "Grace", "Mallory"].map(app.person));
  const { id } = await app.group(ada, grace);
  return { app, ada, grace, mallory, id, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const pdf = (bytes: number) => new TextEncoder().encode("%PDF-1.7\n".padEnd(bytes, "x"));

Deno.test("a text, a PDF and a picture are uploaded, and read again as they were sent, the picture as WebP", async () => {
  await using scened = await scene();
  const { app, ada, id } = scened;
  const text = await uploaded(app, id, { by: ada, content: "# Chapter five\n", name: "notes.md" });
  assert.deepEqual({ ...text, id: "", url: "" }, {
    id: "",
    name: "notes.md",
    type: "text/plain; charset=utf-8",
    size: 15,
    width: null,
    height: null,
    url: "",
    previewUrl: null,
  });
  assert.equal(text.url, `/files/${text.id}/notes.md`);
  assert.equal(await (await download(app, text.url, ada)).text(), "# Chapter five\n");

  const large = pdf(3 * chatLimits.fileChunk + 5);
  const paper = await uploaded(app, id, { by: ada, content: large, name: "Paper.PDF" });
  assert.deepEqual([paper.name, paper.type, paper.size], ["Paper.pdf", "application/pdf", large.length]);
  assert.deepEqual(new Uint8Array(await (await download(app, paper.url, ada)).arrayBuffer()), large);

  const content = new Uint8Array(await plain("teal", { width: 2000, height: 1000 }).jpeg().toBuffer());
  const picture = await uploaded(app, id, { by: ada, content, name: "board.jpg", type: "image/jpeg" });
  assert.deepEqual([picture.name, picture.type, picture.width, picture.height], [
    "board.webp",
    "image/webp",
    1600,
    800,
  ]);
  for (const [url, width, height] of [[picture.url, 1600, 800], [picture.previewUrl!, 320, 160]] as const) {
    const answer = await download(app, url, ada);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const shown = await sharp(bytes).metadata();
    assert.deepEqual([shown.format, shown.width, shown.height], ["webp", width, height]);
    assert.equal(Number(answer.headers.get("content-length")), bytes.length);
  }
});

Deno.test("a file is read under the API's path too, and by the session cookie", async () => {
  await using scened = await scene();
  const { app, ada, id } = scened;
  const { url } = await uploaded(app, id, { by: ada, content: "Hello" });
  assert.equal(await (await download(app, `/api${url}`, ada)).text(), "Hello");
  assert.equal(await (await visit(app, url, ada)).text(), "Hello");
  assert.equal((await visit(app, url)).headers.get("location"), `/login?next=${encodeURIComponent(url)}`);
  assert.equal((await visit(app, `/api${url}`)).status, 401);
});

Deno.test("before it is sent, a file is its uploader's alone; a file of another group is nobody's", async () => {
  await using scened = await scene();
  const { app, ada, grace, mallory, id } = scened;
  const { url } = await uploaded(app, id, { by: ada, content: "Hello" });
  assert.equal((await download(app, url, ada)).status, 200);
  for (const other of [grace, mallory]) assert.equal((await download(app, url, other)).status, 404);
  const other = await app.group(mallory);
  assert.equal((await upload(app, other.id, { by: ada, content: "Hello" })).status, 404);
  assert.equal((await upload(app, id, { by: mallory, content: "Hello" })).body.code, "group_not_found");
  assert.equal((await upload(app, id, { by: null, content: "Hello" })).status, 401);
});

Deno.test("an uploader who has left or was removed reads nothing any more", async () => {
  await using scened = await scene();
  const { app, ada, grace, id } = scened;
  const { url } = await uploaded(app, id, { by: grace, content: "Hello" });
  assert.equal((await download(app, url, grace)).status, 200);
  await app.call("DELETE", `/groups/${id}/members/${grace.id}`, ada);
  assert.equal((await download(app, url, grace)).status, 404);
});

Deno.test("browsers neither run nor guess a file, and only our own pictures are shown in place", async () => {
  await using scened = await scene({ CORS_ORIGINS: "https://partner.example" });
  const { app, ada, id } = scened;
  const content = new Uint8Array(await plain("teal").png().toBuffer());
  const picture = await uploaded(app, id, { by: ada, content, name: "board.png" });
  const text = await uploaded(app, id, { by: ada, content: "<script>alert(1)</script>", name: `a"b; é.txt` });
  for (const { url } of [picture, text]) {
    const { headers } = await download(app, url, ada);
    assert.equal(headers.get("content-security-policy"), "sandbox; default-src 'none'");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
    assert.match(headers.get("cache-control")!, /^private, /);
    assert.match(headers.get("vary")!, /Cookie/);
    assert.equal(headers.get("content-encoding"), null);
  }
  const disposition = async (url: string) => (await download(app, url, ada)).headers.get("content-disposition");
  assert.equal(await disposition(picture.url), `inline; filename="board.webp"; filename*=UTF-8''board.webp`);
  assert.equal(text.name, "a_b; é.txt");
  assert.equal(await disposition(text.url), `attachment; filename="a_b; _.txt"; filename*=UTF-8''a_b%3B%20%C3%A9.txt`);
});

Deno.test("what is no picture, PDF or plain text is refused, whatever it is called", async () => {
  await using scened = await scene();
  const { app, ada, id } = scened;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  const html = "<!doctype html><script>alert(1)</script>";
  const { unsupported, otherKind } = filesServerTexts;
  const { empty } = filesTexts;
  const refused: [name: string, content: string | Uint8Array<ArrayBuffer>, text: string][] = [
    ["drawing.svg", svg, unsupported],
    ["page.html", html, unsupported],
    ["page.png", html, otherKind],
    ["drawing.png", svg, otherKind],
    ["paper.pdf", html, otherKind],
    ["run.bat", "del *.*", unsupported],
    ["notes", "No extension", unsupported],
    ["notes.txt", "", empty],
    ["notes.txt", "a\0b", unsupported],
    ["notes.txt", "a\x1b[31mb", unsupported],
    ["notes.txt", Uint8Array.of(0x61, 0xc3), unsupported],
    ["notes.txt", Uint8Array.of(0xff, 0xfe, 0x61, 0), unsupported],
    ["notes.csv", new TextEncoder().encode("a".repeat(200_000) + "\x00"), unsupported],
    ["archive.zip", Uint8Array.of(0x50, 0x4b, 3, 4), unsupported],
    ["program.txt", Uint8Array.of(0x7f, 0x45, 0x4c, 0x46), unsupported],
    // The first bytes of a PNG, and then a page.
    ["page.png", new TextEncoder().encode(`\x89PNG\r\n\x1a\n${html}`), otherKind],
    [
      "page.png",
      Uint8Array.from([0x89, ...new TextEncoder().encode(`PNG\r\n\x1a\n${html}`)]),
      picturesServerTexts.unreadable,
    ],
    ["bomb.png", bomb(20_000, 20_000) as Uint8Array<ArrayBuffer>, picturesServerTexts.tooManyPixels],
  ];
  for (const [name, content, text] of refused) {
    const { status, body } = await upload(app, id, { by: ada, content, name });
    assert.deepEqual([name, status, body.message], [name, 400, text]);
  }
  assert.equal((await stored(app)).chunks, 0);
});

Deno.test("a file that is both a picture and a page is re-encoded, and nothing of the page is left", async () => {
  await using scened = await scene();
  const { app, ada, id } = scened;
  const script = "<script>alert(1)</script>";
  const png = await plain("teal").png().toBuffer();
  const both = new Uint8Array([...png, ...new TextEncoder().encode(script)]);
  const { url } = await uploaded(app, id, { by: ada, content: both, name: "page.html" });
  assert.equal(new TextDecoder().decode(await (await download(app, url, ada)).arrayBuffer()).includes("script"), false);
});

Deno.test("a file's name has no path, no direction marks, and the extension of its content", async () => {
  await using scened = await scene();
  const { app, ada, id } = scened;
  const name = async (name: string, content = "Hello") => (await uploaded(app, id, { by: ada, content, name })).name;
  assert.equal(await name("../../etc/passwd.txt"), "passwd.txt");
  assert.equal(await name("C:\\Users\\ada\\notes.txt"), "notes.txt");
  assert.equal(await name("invoice\u202etxt.exe.txt"), "invoicetxt.exe.txt");
  assert.equal(await name("..txt"), "file.txt");
  assert.equal(await name("a\tb\u0000 ?.md"), "a b _.md");
  assert.equal(await name("program.exe", "%PDF-1.7"), "program.pdf");
  assert.equal([...await name("é".repeat(500) + ".txt")].length, chatLimits.file.name);
});

Deno.test("ranges are answered as they are asked for, and what is no single range with the whole file", async () => {
  await using scened = await scene();
  const { app, ada, id } = scened;
  const content = textOf(2 * chatLimits.fileChunk + 100);
  const { url } = await uploaded(app, id, { by: ada, content });
  const ask = async (Range: string, more: Record<string, string> = {}) => {
    const answer = await download(app, url, ada, { headers: { Range, ...more } });
    return { status: answer.status, range: answer.headers.get("content-range"), text: await answer.text() };
  };
  const size = content.length;
  const across = chatLimits.fileChunk;
  const ranges: [string, number, number][] = [
    ["bytes=0-0", 0, 0],
    [`bytes=${across - 2}-${across + 2}`, across - 2, across + 2],
    [`bytes=${size - 3}-`, size - 3, size - 1],
    ["bytes=-5", size - 5, size - 1],
    [`bytes=-${10 * size}`, 0, size - 1],
    [`bytes=5-${10 * size}`, 5, size - 1],
  ];
  for (const [range, first, last] of ranges) {
    const expected = { status: 206, range: `bytes ${first}-${last}/${size}`, text: content.slice(first, last + 1) };
    assert.deepEqual(await ask(range), expected, range);
  }
  for (const range of [`bytes=${size}-`, "bytes=-0", `bytes=${size + 5}-${size + 9}`]) {
    assert.deepEqual(await ask(range), { status: 416, range: `bytes */${size}`, text: "" }, range);
  }
  for (
    const range of ["bytes=0-1,4-5", "bytes=5-2", "lines=1-2", "bytes=-", "bytes=a-b", "bytes=0-99999999999999999999"]
  ) {
    assert.deepEqual(await ask(range), { status: 200, range: null, text: content }, range);
  }
  assert.equal((await ask("bytes=0-1", { "If-Range": '"other"' })).status, 200);
});

Deno.test("a file that the browser has is not sent again, but only while it may be read", async () => {
  await using scened = await scene();
  const { app, ada, mallory, id } = scened;
  const { url } = await uploaded(app, id, { by: ada, content: "Hello" });
  const etag = (await download(app, url, ada)).headers.get("etag")!;
  const again = (as: Person) => download(app, url, as, { headers: { "If-None-Match": etag } });
  assert.equal((await again(ada)).status, 304);
  assert.equal((await again(mallory)).status, 404);
  const head = await download(app, url, ada, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("content-length")], [200, "5"]);
});

Deno.test("a file that does not fit into the group's quota is refused with what is free, and nothing is stored", async () => {
  await using scened = await scene({ GROUP_QUOTA: "1MB" });
  const { app, ada, id } = scened;
  const first = await upload(app, id, { by: ada, content: textOf(700_000) });
  assert.deepEqual(first.body.storage, { used: 700_000, quota: 1024 ** 2 });
  const before = await stored(app);
  const { status, body } = await upload(app, id, { by: ada, content: textOf(600_000) });
  const free = 1024 ** 2 - 700_000;
  assert.deepEqual([status, body.code, body.free, body.message], [
    413,
    "storage_full",
    free,
    filesServerTexts.noRoom(free),
  ]);
  assert.deepEqual(await stored(app), before);
  assert.equal((await upload(app, id, { by: ada, content: textOf(300_000) })).status, 201);
  const picture = await upload(app, id, { by: ada, content: await noise(900), name: "noise.png" });
  assert.deepEqual([picture.status, picture.body.code], [413, "storage_full"]);
});

Deno.test("many uploads at once take no more than the quota", async () => {
  await using scened = await scene({ GROUP_QUOTA: "1MB" });
  const { app, ada, grace, id } = scened;
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, n) => upload(app, id, { by: n % 2 ? ada : grace, content: textOf(300_000) })),
  );
  assert.equal(all.filter(({ status }) => status === 201).length, 3);
  assert.equal(all.filter(({ body }) => body.code === "storage_full").length, 9);
  const { used } = await stored(app);
  assert.equal(used, 900_000);
});

Deno.test("uploads that have sent little take little room from others, however much they announce", async () => {
  await using scened = await scene({ GROUP_QUOTA: "12MB" });
  const { app, ada, grace, id } = scened;
  const slow = Array.from({ length: 4 }, () => openUpload(app, id, grace));
  await until(async () => (await filesIn(app)) === slow.length);
  const { status, body } = await upload(app, id, { by: ada, content: textOf(9_000_000) });
  assert.deepEqual([status, body.storage?.used], [201, 9_000_000 + slow.length * chatLimits.file.claim]);
  await Promise.all(slow.map(({ stop }) => stop()));
  await until(async () => (await stored(app)).used === 9_000_000);
});

Deno.test("an upload that meets the quota while it arrives is refused with what is free, and nothing of it stays", async () => {
  await using scened = await scene({ GROUP_QUOTA: "12MB" });
  const { app, ada, grace, id } = scened;
  const slow = openUpload(app, id, grace);
  await until(async () => (await filesIn(app)) === 1);
  await uploaded(app, id, { by: ada, content: textOf(9_000_000) });
  const { status, body } = await slow.end(textOf(5_000_000));
  const free = 12 * 1024 ** 2 - 9_000_000;
  assert.deepEqual([status, body.code, body.free], [413, "storage_full", free]);
  assert.equal((await stored(app)).used, 9_000_000);
  assert.equal(await filesIn(app), 1);
});

Deno.test("the uploader who removes an unsent file has its room again, and nobody else can", async () => {
  await using scened = await scene({ GROUP_QUOTA: "1MB" });
  const { app, ada, grace, id } = scened;
  const file = await uploaded(app, id, { by: ada, content: textOf(900_000) });
  assert.equal((await app.call("DELETE", `/files/${file.id}`, grace)).status, 404);
  const removed = await app.call("DELETE", `/files/${file.id}`, ada);
  assert.deepEqual([removed.status, removed.body.message], [200, filesTexts.removed]);
  assert.equal((await download(app, file.url, ada)).status, 404);
  assert.equal((await app.call("DELETE", `/files/${file.id}`, ada)).status, 404);
  assert.equal((await upload(app, id, { by: ada, content: textOf(900_000) })).status, 201);
});

Deno.test("a file above 10 MB is refused before it is read, and while it arrives where its length is not declared", async () => {
  await using scened = await scene();
  const { app, ada, id } = scened;
  const { status, body } = await upload(app, id, { by: ada, content: textOf(siteLimits.body.withFiles) });
  assert.deepEqual([status, body.message], [413, filesTexts.tooLarge]);
  const barely = await upload(app, id, { by: ada, content: textOf(chatLimits.file.bytes + 1) });
  assert.deepEqual([barely.status, barely.body.message], [413, filesTexts.tooLarge]);
  assert.equal((await upload(app, id, { by: ada, content: textOf(chatLimits.file.bytes) })).status, 201);
  await app.call("GET", `/groups/${id}`, ada);
});

Deno.test("a body that is no form with one file is refused", async () => {
  await using scened = await scene();
  const { app, ada, id } = scened;
  const url = `${app.url}/api/groups/${id}/files`;
  const send = async (body: BodyInit, type?: string) => {
    const headers = { Cookie: cookieOf(ada), Origin: app.url, ...(type && { "Content-Type": type }) };
    const answer = await fetch(url, { method: "POST", headers, body });
    const { code, message } = await answer.json();
    if (code === "malformed") assert.equal(message, transportServerTexts.malformedForm);
    return [answer.status, code];
  };
  assert.deepEqual(await send("{}", "application/json"), [415, "not_multipart"]);
  assert.deepEqual(await send("x", "multipart/form-data"), [400, "malformed"]);
  assert.deepEqual(await send("no boundary here", "multipart/form-data; boundary=x"), [400, "malformed"]);
  const two = new FormData();
  for (const name of ["a.txt", "b.txt"]) two.append("file", new File(["Hello"], name));
  assert.deepEqual(await send(two), [400, "too_many_files"]);
  const none = new FormData();
  none.append("file", "only text");
  assert.deepEqual(await send(none), [400, "no_file"]);
  const start = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello';
  assert.deepEqual(await send(start, "multipart/form-data; boundary=x"), [400, "malformed"]);
  assert.equal((await stored(app)).chunks, 0);
});

Deno.test("a form of another site uploads nothing", async () => {
  await using scened = await scene();
  const { app, ada, id } = scened;
  const body = new FormData();
  body.append("file", new File(["Hello"], "a.txt"));
  const headers = { Cookie: cookieOf(ada), Origin: "https://evil.example" };
  const answer = await fetch(`${app.url}/api/groups/${id}/files`, { method: "POST", headers, body });
  assert.equal(answer.status, 403);
});

Deno.test("one account uploads so many files at most", async () => {
  await using scened = await scene({ RATE_LIMITS: "upload=2/60" });
  const { app, ada, id } = scened;
  for (const expected of [201, 201, 429]) {
    const { status, body } = await upload(app, id, { by: ada, content: "Hello" });
    assert.equal(status, expected);
    if (status === 429) assert.equal(body.message, filesServerTexts.tooFast);
  }
});

const filesIn = async ({ deps: { db } }: TestApp) =>
  (await db.q.all<{ count: number }>("select count(*) as count from files where created_at > 0"))[0].count;

/** An upload of a text, of which only the beginning is sent, with no length declared. */
function openUpload(app: TestApp, groupId: string, by: Person) {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  const stopped = new AbortController();
  const headers = { Authorization: `Bearer ${by.token}`, "Content-Type": "multipart/form-data; boundary=x" };
  const init = { method: "POST", headers, body: readable, signal: stopped.signal };
  const answer = fetch(`${app.url}/api/groups/${groupId}/files`, init);
  // Stopped ones are not answered.
  answer.catch(() => {});
  write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello, hello, hello')
    .catch(() => {});
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

/** What is stored once nothing is being removed. */
async function stored({ deps: { db, purge } }: TestApp) {
  await purge.sweep();
  const sizes = await db.q.all<{ size: number }>("select stored_size as size from files where created_at > 0");
  const [{ chunks }] = await db.q.all<{ chunks: number }>("select count(*) as chunks from file_chunks");
  return { chunks, used: sizes.reduce((sum, { size }) => sum + size, 0) };
}

/** A picture that WebP makes hardly smaller. */
async function noise(side: number): Promise<Uint8Array<ArrayBuffer>> {
  const data = crypto.getRandomValues(new Uint8Array(65_536));
  const raw = new Uint8Array(side * side * 3).map((_, n) => data[(n * 31 + (n >> 8)) % data.length]);
  return new Uint8Array(await sharp(raw, { raw: { width: side, height: side, channels: 3 } }).png().toBuffer());
}

/**
 * How long the service takes to its first answer, what memory it holds when nobody is there, and what a page weighs.
 *
 *     deno task bench start
 */
import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { openDb } from "../../../db/engine/client.ts";
import { migrate } from "../../../db/engine/migrate.ts";
import { seedDemo } from "../../../db/seed/mod.ts";
import { openPasswords } from "../../../server/auth/passwords.ts";
import { sessionCookie } from "../../../server/auth/sessions.ts";
import { folder } from "../../support/operate.ts";
import { startProcess, type TestProcess } from "../../support/process.ts";
import { readMetrics } from "../../support/metrics.ts";

const rounds = 5;
const password = "chapter-and-verse-1";
const pages = ["/login", "/dashboard", "/group/demo-algebra"];
const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1];

await using home = await folder();
const empty: number[] = [];
const filled: number[] = [];
for (let round = 0; round < rounds; round++) empty.push(await timeStart(`${home.path}/${round}.db`));
const file = `${home.path}/demo.db`;
await seed(file);
for (let round = 0; round < rounds; round++) filled.push(await timeStart(file));
await using service = await startProcess(file);
const rest = await memory(service);
const token = await logIn(service);
console.log(`start to first answer   ${ms(empty)} on no database yet, ${ms(filled)} on one that is there`);
const sizes = [];
for (const page of pages) sizes.push([page, await weigh(service, page, token)] as const);
console.log(`memory at rest          ${mb(rest)}, and ${mb(await memory(service))} after a page of each kind\n`);
console.log(["bytes".padEnd(24), ...["HTML", "CSS", "JS"].map((kind) => kind.padStart(20))].join(""));
for (const [page, byEncoding] of sizes) {
  for (const [encoding, { html, css, js }] of Object.entries(byEncoding)) {
    const cells = [html, css, js].map((bytes) => bytes.toLocaleString("en").padStart(20));
    console.log([`${page} ${encoding}`.padEnd(24), ...cells].join(""));
  }
}
console.log("The style sheet stands in the HTML of a first visit, as here; later ones fetch it, once.");

function ms(values: number[]): string {
  return `${Math.round(median(values))} ms`;
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

async function timeStart(file: string): Promise<number> {
  const started = performance.now();
  await using service = await startProcess(file);
  await (await fetch(`${service.url}/login`)).text();
  return performance.now() - started;
}

async function seed(file: string): Promise<void> {
  const db = await openDb({ url: `file:${file}` });
  await migrate(db);
  await seedDemo(db, { passwordHash: await openPasswords().hash(password), now: Date.now() });
  await db.close();
}

async function memory({ url }: TestProcess): Promise<number> {
  return (await readMetrics({ url })).get("process_resident_memory_bytes")!;
}

async function logIn({ url }: TestProcess): Promise<string> {
  const body = JSON.stringify({ email: "ada@example.org", password });
  const headers = { "Content-Type": "application/json" };
  return (await (await fetch(`${url}/api/auth/login`, { method: "POST", headers, body })).json()).token;
}

interface Weight {
  html: number;
  css: number;
  js: number;
}

/** What a browser with an empty cache fetches for a page, by how it may be compressed. */
async function weigh(service: TestProcess, page: string, token: string): Promise<Record<string, Weight>> {
  const weights: Record<string, Weight> = {};
  for (const encoding of ["br", "gzip"]) {
    const cookie = page === "/login" ? "" : `${sessionCookie}=${token}`;
    const { size, text } = await read(service.url + page, encoding, cookie);
    const weight = weights[encoding] = { html: size, css: 0, js: 0 };
    const files = new Set(
      [...text.matchAll(/\s(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path),
    );
    // A set that grows while it is walked: what a script imports is walked too.
    for (const path of files) {
      const { size, text } = await read(service.url + path, encoding);
      weight[path.endsWith(".css") ? "css" : "js"] += size;
      for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) files.add(`/assets/${name}`);
    }
  }
  return weights;
}

/** Reads an answer as it comes over the line, which `fetch` does not show. */
function read(url: string, encoding: string, cookie = ""): Promise<{ size: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": encoding, Cookie: cookie } }, async (answer) => {
      const bytes = new Uint8Array(await new Response(ReadableStream.from(answer)).arrayBuffer());
      const decompress = { br: brotliDecompressSync, gzip: gunzipSync }[answer.headers["content-encoding"] ?? ""];
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
      resolve({ size: bytes.length, text: new TextDecoder().decode(decompress ? decompress(bytes) : bytes) });
    }).on("error", reject);
  });
}

/**
 * How long the service takes to its first answer, what memory it holds when nobody is there, and what a page weighs.
 *
 *     deno task bench start
 */
import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { openDb } from "../../../db/engine/client.ts";
import { migrate } from "../../../db/engine/migrate.ts";
import { personId, seedDemo } from "../../../db/seed/mod.ts";
import { startSession } from "../../../server/auth/sessions.ts";
import { readMetrics } from "../../support/metrics.ts";
import { folder } from "../../support/operate.ts";
import { startProcess, type TestProcess } from "../../support/process.ts";
import { cookieOf } from "../../support/requests.ts";

const rounds = 5;

await using home = await folder();
const file = `${home.path}/demo.db`;
const token = await seed(file);
const [empty, filled]: number[][] = [[], []];
for (let round = 0; round < rounds; round++) {
  empty.push(await timeStart(`${home.path}/${round}.db`));
  filled.push(await timeStart(file));
}
await using service = await startProcess(file);
const rest = await memory();
console.log(
  `start to first answer   ${median(empty)} ms on no database yet, ${median(filled)} ms on one that is there`,
);
console.log(["\nbytes".padEnd(25), ...["HTML", "CSS", "JS"].map((kind) => kind.padStart(20))].join(""));
for (const page of ["/login", "/dashboard", "/group/demo-algebra"]) {
  for (const encoding of ["br", "gzip"]) {
    const { html, css, js } = await weigh(service, page, encoding);
    const cells = [html, css, js].map((bytes) => bytes.toLocaleString("en").padStart(20));
    console.log([`${page} ${encoding}`.padEnd(24), ...cells].join(""));
  }
}
console.log("The style sheet stands in the HTML of a first visit, as here; later ones fetch it, once.");
console.log(`\nmemory ${rest} MB at rest, and ${await memory()} MB after these pages`);

function median(values: number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[values.length >> 1]);
}

async function timeStart(file: string): Promise<number> {
  const started = performance.now();
  await using service = await startProcess(file);
  await service.statusOf("/login");
  return performance.now() - started;
}

/** @returns the token of a session of Ada's */
async function seed(file: string): Promise<string> {
  const db = await openDb({ url: `file:${file}` });
  await migrate(db);
  await seedDemo(db, { passwordHash: "", now: Date.now() });
  const token = await startSession({ db, clock: Date.now }, personId("ada"));
  await db.close();
  return token;
}

/** Of the service, in megabytes. */
async function memory(): Promise<number> {
  return Math.round((await readMetrics(service)).get("process_resident_memory_bytes")! / 1e6);
}

/** What a browser with an empty cache fetches for a page. */
async function weigh({ url }: TestProcess, page: string, encoding: string) {
  const { size, text } = await read(url + page, encoding, page === "/login" ? "" : cookieOf({ token }));
  const weight = { html: size, css: 0, js: 0 };
  const files = new Set([...text.matchAll(/\s(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path));
  // A set that grows while it is walked: what a script imports is walked too.
  for (const path of files) {
    const { size, text } = await read(url + path, encoding);
    weight[path.endsWith(".css") ? "css" : "js"] += size;
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) files.add(`/assets/${name}`);
  }
  return weight;
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

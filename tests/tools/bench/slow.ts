/**
 * How long a reader on a slow line with a slow phone waits: Chromium at 400 kbit/s, 400 ms a round trip, 4× slower CPU.
 * Sockets and new connections pay for the line too. A session's cookie is there, the cache is empty on a first visit;
 * the median of five.
 *
 *     deno task bench slow
 */
import type { Page } from "playwright";
import { type Person, startApp } from "../../support/app.ts";
import { openBrowser } from "../../support/browser.ts";
import { sessionOf, talk } from "../../support/scene.ts";
import { openSlowLine } from "../slow_line.ts";

const rounds = 5;
const slowdown = 4;
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const sentences = [
  "Chapter four is shorter than it looks.",
  "My notes are on the cards in the margin, page 41.",
  "Who has the second edition? Its page numbers differ from mine.",
  "See you at seven!",
  "The proof in the appendix took me two evenings, bring questions.",
];

interface Wait {
  /** Milliseconds from the start of the navigation to the first paint with content, */
  painted: number;
  /** and until the chat can send, or the page's islands are hydrated. */
  live: number;
  /** Messages that were in the document at that paint, and in the end. */
  readable: number;
  messages: number;
}

await using app = await startApp();
const ada = await app.person("Ada");
const grace = await app.person("Grace");
const group = await app.group(ada, grace);
await talk(app, group.id, [ada, grace], 60);
await using browser = await openBrowser();
await using line = openSlowLine(app.url, { rate: 400_000, roundTrip: 400 });

const groupPath = `/group/${group.id}`;
console.log("page         first paint  messages in it       live");
for (const [path, as] of Object.entries({ "/login": null, "/dashboard": ada, [groupPath]: ada })) {
  const waits: Wait[] = [];
  for (let round = 0; round < rounds; round++) waits.push(await visit(as, (page) => wait(page, path)));
  const middle = (name: keyof Wait) => median(waits.map((wait) => wait[name]));
  const columns = [
    path.replace(/[^/]{20,}/, "…").padEnd(12),
    `${middle("painted")} ms`.padStart(12),
    `${middle("readable")} of ${middle("messages")}`.padStart(15),
    `${middle("live")} ms`.padStart(10),
  ];
  console.log(...columns);
}
console.log("\nthe first message, typed as soon as there is a box for it, is shown as stored");
const ways = { "as soon as it is typed": "typed", "once the chat is live": "live" };
for (const isSecond of [false, true]) {
  for (const [when, isSent] of Object.entries(ways)) {
    const times: number[] = [];
    for (const sentence of sentences) {
      const text = `${sentence} (${isSent}, ${isSecond})`;
      times.push(
        await visit(ada, async (page) => {
          if (isSecond) await wait(page, groupPath);
          return await writeFirst(page, { text, isSent });
        }),
      );
    }
    console.log(`${isSecond ? "second" : "first"} visit, sent ${when}`.padEnd(44), `after ${median(times)} ms`);
  }
}
console.log("\nwhile 20 messages a second arrive, typing and pressing are shown");
const delays = await visit(ada, (page) => interact(page));
console.log(`after ${median(delays)} ms, the slowest of ${delays.length} after ${Math.max(...delays)} ms`);

/** Opens a window of its own on the slow phone. */
async function visit<T>(as: Person | null, act: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ ...phone, baseURL: line.url });
  if (as) await context.addCookies([sessionOf(line, as)]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  try {
    return await act(page);
  } finally {
    await context.close();
  }
}

async function wait(page: Page, path: string): Promise<Wait> {
  await page.addInitScript(watchFrames);
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(isLive, undefined, { polling: "raf" });
  return await page.evaluate(readWait);
}

/** In the page: notes at each frame how many messages there are. */
function watchFrames(): void {
  const frames: [at: number, messages: number][] = [];
  Object.assign(globalThis, { frames });
  const note = (at: number) => {
    frames.push([at, document.querySelectorAll(".message").length]);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** In the page: islands are alive, and where there is a chat one can write. */
function isLive(): boolean {
  return document.readyState === "complete" &&
    !document.querySelector("[data-island]:not([data-hydrated]), .composer textarea:disabled") &&
    !document.querySelector(".connection-line:not(:empty)");
}

/** In the page. */
function readWait(): Wait {
  const live = Math.round(performance.now());
  const painted = Math.round(performance.getEntriesByName("first-contentful-paint")[0].startTime);
  const { frames } = globalThis as unknown as { frames: [number, number][] };
  const readable = frames.findLast(([at]) => at <= painted)?.[1] ?? 0;
  return { painted, live, readable, messages: frames.at(-1)![1] };
}

interface First {
  text: string;
  /** Pressed as soon as it is typed, which its form sends where no script is there yet, or once the chat is live. */
  isSent: string;
}

/** @returns milliseconds from the start of the navigation until the message is shown as stored */
async function writeFirst(page: Page, first: First): Promise<number> {
  await page.addInitScript(typeAndSend, first);
  await page.goto(groupPath, { waitUntil: "commit" });
  const stored = await page.waitForFunction(storedAfter, undefined, { polling: "raf" });
  return await stored.jsonValue() as number;
}

/**
 * In the page: types and sends a message. A form that is sent without script leads to another page, to be watched too.
 */
function typeAndSend({ text, isSent }: First): void {
  const start = Number(sessionStorage.start ??= performance.timeOrigin);
  const look = () => {
    const stored = document.querySelectorAll(".message:not(.message--pending) .message-text");
    if ([...stored].at(-1)?.textContent === text) {
      return Object.assign(globalThis, { storedAfter: Math.round(performance.timeOrigin + performance.now() - start) });
    }
    write();
    requestAnimationFrame(look);
  };
  const write = () => {
    const input = document.querySelector<HTMLTextAreaElement>(".composer textarea:enabled");
    const send = document.querySelector<HTMLButtonElement>(".composer button");
    if (!input || !send || sessionStorage.sent) return;
    input.focus();
    input.value = text;
    if (isSent === "live" && !document.querySelector("[data-connection=joined]")) return;
    sessionStorage.sent = "yes";
    send.click();
  };
  requestAnimationFrame(look);
}

/** In the page. */
function storedAfter(): number | undefined {
  return (globalThis as { storedAfter?: number }).storedAfter;
}

/** @returns milliseconds from each key and press to the next frame, as Interaction to Next Paint counts them */
async function interact(page: Page): Promise<number[]> {
  await page.addInitScript(watchEvents);
  await wait(page, groupPath);
  let n = 0;
  const talking = setInterval(
    () => void app.call("POST", `/groups/${group.id}/messages`, grace, { content: `${sentences[n % 5]} ${++n}` }),
    50,
  );
  try {
    for (const sentence of sentences.slice(0, 3)) {
      await page.locator(".composer textarea").pressSequentially(sentence.slice(0, 30), { delay: 60 });
      await page.locator(".composer button[type=submit]").tap();
    }
  } finally {
    clearInterval(talking);
  }
  return await page.evaluate(() => (globalThis as unknown as { interactions: number[] }).interactions);
}

/** In the page. The shortest that browsers tell of takes 16 ms. */
function watchEvents(): void {
  const interactions: number[] = [];
  Object.assign(globalThis, { interactions });
  new PerformanceObserver((list) => {
    // deno-lint-ignore no-explicit-any -- the compiler's library does not know interactions
    for (const { interactionId, duration } of list.getEntries() as any[]) {
      if (interactionId) interactions.push(duration);
    }
    // deno-lint-ignore no-explicit-any -- nor how long they must take to be told
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as any);
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

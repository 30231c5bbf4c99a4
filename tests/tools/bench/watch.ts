/**
 * Whether a change made anything dearer: two versions side by side, each as a process of its own with the same people,
 * groups and talk, asked in turns. What counts is the processor's time of a page, a call, a message. A ratio is the
 * median of those of many rounds; the interval beside it holds the true median in 19 of 20 runs.
 *
 *     deno task bench watch [COMMIT = HEAD^] [COMMIT = the work tree] [--rounds 30] [--only dashboard]
 */
import { parseArgs } from "node:util";
import { build, folder } from "../../support/operate.ts";
import { root, TestProcess } from "../../support/process.ts";
import { cookieOf } from "../../support/requests.ts";
import { chatOf, openRoom } from "../chat_load.ts";
import { fill, listeners } from "../watched_scene.ts";

/** Milliseconds of the processor that a round of a lane should take, and those that warm it up. */
const [roundTime, warmUp] = [400, 2000];

const string = { type: "string" } as const;
const { values, positionals } = parseArgs({ options: { rounds: string, only: string }, allowPositionals: true });
const rounds = Number(values.rounds ?? 30);
const [before, after] = await Promise.all([open(positionals[0] ?? "HEAD^"), open(positionals[1])]);

const watched = lanes().filter(({ name }) => name.includes(values.only ?? ""));
const measured = new Map<Lane, [number, number][]>();
const times = new Map<Lane, number>();
for (const lane of watched) {
  measured.set(lane, []);
  times.set(lane, await warm(lane));
}
// A round goes through all of them, so that what else the machine does meets all.
for (let round = 0; round < rounds; round++) for (const lane of watched) await compare(lane, round);
report();
await Promise.all([before, after].map((side) => side[Symbol.asyncDispose]()));

interface Lane {
  name: string;
  /** Does it some times. */
  work(side: Side, times: number): Promise<void>;
}

type Side = Awaited<ReturnType<typeof open>>;

function lanes(): Lane[] {
  const page = (name: string, path: (side: Side) => string, encoding = "gzip"): Lane => ({
    name: `${name}, ${encoding}`,
    work: (side, times) => side.ask(path(side), encoding, times),
  });
  return [
    page("landing", () => "/pre"),
    page("dashboard", () => "/dashboard"),
    page("dashboard", () => "/dashboard", "br"),
    page("group", ({ group }) => `/group/${group}`),
    page("group", ({ group }) => `/group/${group}`, "br"),
    page("members", ({ group }) => `/group/${group}?tab=members`),
    page("open book", ({ group, book }) => `/group/${group}?book=${book}`),
    page("page of a book", ({ group, book }) => `/group/${group}/books/${book}`),
    page("reading", () => "/reading"),
    page("profile", () => "/profile"),
    page("API groups", () => "/api/groups", "identity"),
    page("API messages", ({ group }) => `/api/groups/${group}/messages`, "identity"),
    ...listeners.map((receivers) => ({
      name: `message to ${receivers}`,
      work: (side: Side, times: number) => side.say(receivers, times),
    })),
  ];
}

/** Milliseconds of the processor. */
async function costOf({ work }: Lane, side: Side, times: number): Promise<number> {
  const start = side.cpu();
  await work(side, times);
  return (side.cpu() - start) / times;
}

/** @returns how often it is to be done in a round */
async function warm(lane: Lane): Promise<number> {
  const costs = await Promise.all([before, after].map((side) => costOf(lane, side, 20)));
  const more = Math.ceil(warmUp / Math.max(...costs));
  const warmCosts = [await costOf(lane, before, more), await costOf(lane, after, more)];
  return Math.ceil(roundTime / Math.max(...warmCosts));
}

async function compare(lane: Lane, round: number): Promise<void> {
  const inTurn = round % 2 ? [before, after] : [after, before];
  const costs = new Map<Side, number>();
  for (const side of inTurn) costs.set(side, await costOf(lane, side, times.get(lane)!));
  measured.get(lane)!.push([costs.get(before)!, costs.get(after)!]);
}

function report(): void {
  const heads = ["before", "after", "ratio", "interval"];
  console.log(["".padEnd(26), ...heads.map((head) => head.padStart(14))].join(""));
  for (const [{ name }, pairs] of measured) {
    const [[old], [now], [ratio, low, high]] = [
      pairs.map(([old]) => old),
      pairs.map(([, now]) => now),
      pairs.map(([old, now]) => now / old),
    ].map(medianOf);
    const cells = [
      `${old.toFixed(3)} ms`,
      `${now.toFixed(3)} ms`,
      ratio.toFixed(3),
      `${low.toFixed(3)}–${high.toFixed(3)}`,
    ];
    const verdict = low > 1 ? "  dearer" : high < 1 ? "  cheaper" : "";
    console.log(name.padEnd(26) + cells.map((cell) => cell.padStart(14)).join("") + verdict);
  }
  for (const { name, memory } of [before, after]) console.log(`memory of ${name}: ${memory()} MB`);
}

/** The median, and the values between which that of all there could be lies in 19 of 20 cases (by the sign test). */
function medianOf(values: number[]): [median: number, low: number, high: number] {
  const sorted = values.toSorted((one, other) => one - other);
  const beside = Math.ceil(0.98 * Math.sqrt(values.length));
  const middle = values.length >> 1;
  return [sorted[middle], sorted[Math.max(0, middle - beside)], sorted[Math.min(values.length - 1, middle + beside)]];
}

/** Builds and starts a version, the work tree where no commit is said, with people, groups, talk and a book. */
async function open(commit?: string) {
  const home = await folder();
  const version = commit ? await checkOut(commit, `${home.path}/version`) : root;
  if (!commit) await build();
  const service = new TestProcess({
    DATABASE_URL: `file:${home.path}/test.db`,
    BOOK_SOURCES: "shelf",
    RATE_LIMITS: "off",
    REQUIRE_EMAIL_VERIFICATION: "false",
  });
  await service.start(version);
  const scene = await fill(service);
  const tasks = `/proc/${service.pid}/task`;
  const rooms: Record<number, ReturnType<typeof openRoom>> = {};
  return {
    name: commit ?? "the work tree",
    ...scene,
    /** Milliseconds of the processor so far, of all its threads (Linux's `schedstat`, whose unit is a nanosecond). */
    cpu: () =>
      [...Deno.readDirSync(tasks)]
        .reduce(
          (sum, { name }) => sum + Number(Deno.readTextFileSync(`${tasks}/${name}/schedstat`).split(" ")[0]) / 1e6,
          0,
        ),
    /** In megabytes. */
    memory: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(Deno.readTextFileSync(`/proc/${service.pid}/status`))![1]) / 1024),
    async ask(path: string, encoding: string, times: number) {
      const headers = { Cookie: cookieOf(scene), "Accept-Encoding": encoding };
      const askOnce = async () => {
        const answer = await fetch(service.url + path, { headers });
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
        await answer.arrayBuffer();
      };
      for (let n = 0; n < times; n += 4) await Promise.all(Array.from({ length: 4 }, askOnce));
    },
    async say(receivers: number, times: number) {
      const target = chatOf([service.url], scene.speaker.token, {
        group: scene.rooms[receivers],
        user: scene.speaker.id,
      });
      const room = await (rooms[receivers] ??= openRoom(target, receivers));
      await room.talk({ until: { messages: times }, pace: { outstanding: 4 } });
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** @returns the folder, with the packages of the work tree where the commit has the same ones */
async function checkOut(commit: string, path: string): Promise<string> {
  await run("git", "clone", "--quiet", "--shared", root, path);
  await run("git", "-C", path, "checkout", "--quiet", "--detach", await run("git", "-C", root, "rev-parse", commit));
  const [ours, theirs] = [root, `${path}/`].map((folder) => Deno.readTextFileSync(`${folder}deno.lock`));
  if (ours === theirs) await Deno.symlink(`${root}node_modules`, `${path}/node_modules`);
  await run("sh", "-c", `cd ${path} && deno task build`);
  return path;
}

async function run(command: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${text.decode(stderr)}`);
  return text.decode(stdout).trim();
}

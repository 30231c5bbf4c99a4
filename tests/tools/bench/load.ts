/**
 * Many sockets in a group, in which people write at a given pace for a given time: whether anything is lost or out of
 * order, how long an acknowledgement and a delivery take, what memory the service needs.
 *
 *     deno task bench load [--sockets 100] [--rate 50] [--seconds 10]
 */
import { parseArgs } from "node:util";
import { castOnFile, startProcess } from "../../support/process.ts";
import { readMetrics } from "../../support/metrics.ts";
import { chatOf, talk } from "../chat_load.ts";

const string = { type: "string" } as const;
const { values } = parseArgs({ args: Deno.args, options: { sockets: string, rate: string, seconds: string } });
const [sockets, rate, seconds] = [values.sockets ?? 100, values.rate ?? 50, values.seconds ?? 10].map(Number);

await using cast = await castOnFile();
await using service = await startProcess(cast.file);
const measure = async (name: string) => (await readMetrics(service)).get(name)!;
const memory = async () => Math.round(await measure("process_resident_memory_bytes") / 1e6);
const rest = await memory();
const before = await Promise.all(["process_cpu_seconds_total", "chapterhouse_database_commits_total"].map(measure));
const talking = talk(chatOf([service.url], cast.tokens.ada), { receivers: sockets, seconds, pace: { rate } });
const watching = new Promise((resolve) => setTimeout(resolve, seconds * 900)).then(memory);
const { sent, delivered, delay, delay99, ownShare } = await talking;
const after = await Promise.all(["process_cpu_seconds_total", "chapterhouse_database_commits_total"].map(measure));
const [cores, commits] = after.map((value, n) => (value - before[n]) / seconds);
console.log(
  `${sockets} sockets, ${sent.toFixed(0)} messages and ${delivered.toFixed(0)} deliveries a second, none lost`,
);
console.log(`delivered after ${delay.toFixed(1)} ms (p50), ${delay99.toFixed(1)} ms (p99)`);
console.log(
  `cores ${cores.toFixed(2)}, and ${ownShare.toFixed(2)} for those who talk; ${commits.toFixed(0)} commits a second`,
);
console.log(`memory ${rest} MB at rest, ${await watching} MB while they talk, ${await memory()} MB afterwards`);

/**
 * Many sockets that talk at a given pace for a given time: what is lost, how long an acknowledgement takes, what memory
 * the service needs. The service is one of its own, on loopback.
 *
 *     deno task bench load [--sockets 100] [--groups 5] [--rate 50] [--seconds 10]
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { Crowd, populate } from "../crowd.ts";
import { folder } from "../../support/operate.ts";
import { readMetrics } from "../../support/metrics.ts";
import { startProcess } from "../../support/process.ts";

/** More than one machine can be asked for is a mistake, and not to be tried. */
const limits = { sockets: 2000, groups: 200, rate: 1000, seconds: 900 };
const modest = { sockets: 100, groups: 5, rate: 50, seconds: 10 };

const wanted = readArguments();
await using home = await folder();
const file = `${home.path}/load.db`;
await populate(file, wanted);
await using service = await startProcess(file);
const memory: [string, number][] = [];
await remember("at rest");
const crowd = new Crowd(service.url, wanted);
await crowd.gather();
await remember(`with ${wanted.sockets} sockets`);
const cpu = await measure("process_cpu_seconds_total");
const commits = await measure("chapterhouse_database_commits_total");
const ownCpu = process.cpuUsage();
const watch = setInterval(() => void remember("talking"), Math.max(1000, wanted.seconds * 1000 / 6));
await crowd.talk(wanted.rate, wanted.seconds);
clearInterval(watch);
const expected = await crowd.settle();
const cpuShare = (await measure("process_cpu_seconds_total") - cpu) / wanted.seconds;
const { user, system } = process.cpuUsage(ownCpu);
const commitRate = (await measure("chapterhouse_database_commits_total") - commits) / wanted.seconds;
await remember("after the talk");
crowd.leave();
await gone();
await remember("after all left");
report();
const { failed, delivered, disordered, disconnected } = crowd.tally;
Deno.exitCode = failed + disordered + disconnected.length > 0 || delivered !== expected ? 1 : 0;

function readArguments(): typeof modest {
  const string = { type: "string" } as const;
  const options = { sockets: string, groups: string, rate: string, seconds: string };
  const { values } = parseArgs({ args: Deno.args, options });
  const chosen = { ...modest };
  for (const name of Object.keys(modest) as (keyof typeof modest)[]) {
    chosen[name] = Number(values[name] ?? modest[name]);
    const isRight = Number.isInteger(chosen[name]) && chosen[name] > 0 && chosen[name] <= limits[name];
    if (!isRight) stop(`--${name} is a whole number from 1 to ${limits[name]}`);
  }
  if (chosen.sockets % chosen.groups > 0) stop("--sockets must be a multiple of --groups");
  return chosen;
}

function stop(reason: string): never {
  console.error(reason);
  Deno.exit(2);
}

async function measure(name: string): Promise<number> {
  return (await readMetrics(service)).get(name)!;
}

async function remember(when: string): Promise<void> {
  memory.push([when, await measure("process_resident_memory_bytes")]);
}

async function gone(): Promise<void> {
  while (await measure("chapterhouse_sockets_connected") > 0) await new Promise((resolve) => setTimeout(resolve, 100));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function report(): void {
  const { sent, stored, failed, delivered, disordered, disconnected, latencies } = crowd.tally;
  const { sockets, groups, rate, seconds } = wanted;
  latencies.sort((one, other) => one - other);
  const at = (share: number) =>
    `${latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))].toFixed(1)} ms`;
  console.log(`${sockets} sockets in ${groups} groups, ${rate} messages a second for ${seconds} s`);
  console.log(`sent ${sent}, stored ${stored}, failed ${failed}`);
  console.log(
    `delivered ${delivered} of ${expected}, out of order ${disordered}, disconnected ${disconnected.length} ${[
      ...new Set(disconnected),
    ]}`,
  );
  console.log(`acknowledged after ${at(0.5)} (p50), ${at(0.99)} (p99), ${at(1)} (slowest), from when each was due`);
  const ownShare = (user + system) / 1e6 / seconds;
  console.log(`processor ${percent(cpuShare)} of one core, and ${percent(ownShare)} for those who talk`);
  console.log(`commits ${commitRate.toFixed(0)} a second`);
  for (const [when, bytes] of memory) console.log(`memory ${(bytes / 1e6).toFixed(0).padStart(5)} MB  ${when}`);
  const [rest, connected] = memory.map(([, bytes]) => bytes);
  console.log(`memory per connection ${((connected - rest) / sockets / 1000).toFixed(0)} kB`);
}

import process from "node:process";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Db } from "../../db/engine/client.ts";
import { withTimeout } from "../../db/engine/timing.ts";
import { countMails } from "../../db/notices/mail_queue.ts";
import type { RedisLink } from "../cluster/redis.ts";
import { version } from "../version.ts";
import type { Backlog } from "./backlog.ts";

/** The route is the pattern: a path would make a series for each group. */
interface Answered {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

export interface Metrics {
  contentType: string;
  answered(request: Answered): void;
  messageStored(): void;
  connectionRefused(): void;
  backupMade(at: number): void;
  text(): Promise<string>;
}

interface Sources {
  db: Db;
  instance: string;
  redis?: RedisLink;
  sockets: () => number;
  droppedLines: () => number;
  backlog: Pick<Backlog, "bytes" | "hungUp">;
  onFailure?: () => void;
  onMessage?: () => void;
}

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function openMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ instance: sources.instance });
  const registers = [registry];
  const labelNames = ["method", "route", "status"];
  const requests = new Counter({ name: "http_requests_total", help: "Answered requests.", labelNames, registers });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "From a request's arrival to its answer.",
    registers,
    labelNames: ["method", "route"],
    buckets: durationBuckets,
  });
  const messages = new Counter({
    name: "chapterhouse_messages_stored_total",
    help: "Chat messages stored since the start.",
    registers,
  });
  new Gauge({ name: "chapterhouse_build_info", help: "The running version.", labelNames: ["version"], registers })
    .set({ version }, 1);
  const backup = new Gauge({
    name: "chapterhouse_backup_last_success_timestamp_seconds",
    registers,
    help: "When the last scheduled backup was made; 0 before the first one since the start.",
  });
  const refused = new Counter({
    name: "chapterhouse_connections_refused_total",
    help: "Connections beyond the cap of their address, since the start.",
    registers,
  });
  measureState(registers, sources);
  measureProcess(registers);
  return {
    contentType: registry.contentType,
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, seconds);
      if (status >= 500) sources.onFailure?.();
    },
    messageStored() {
      messages.inc();
      sources.onMessage?.();
    },
    connectionRefused: () => refused.inc(),
    backupMade: (at) => backup.set(at / 1000),
    text: () => registry.metrics(),
  };
}

type Registers = Registry[];

interface Reading<T> {
  help: string;
  read: () => T;
}

const gauge = (registers: Registers, name: string, { help, read }: Reading<number | Promise<number>>) =>
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      this.set(await read());
    },
  });

const counter = (registers: Registers, name: string, { help, read }: Reading<number>) =>
  new Counter({
    name,
    help,
    registers,
    collect() {
      this.reset();
      this.inc(read());
    },
  });

function measureState(registers: Registers, { db, redis, sockets, droppedLines, backlog }: Sources): void {
  if (redis) {
    gauge(registers, "chapterhouse_redis_available", {
      help: "Whether Redis answers: 1, or 0.",
      read: () => Number(redis.isAvailable),
    });
  }
  gauge(registers, "chapterhouse_sockets_connected", { help: "Sockets that are connected.", read: sockets });
  gauge(registers, "chapterhouse_backlog_bytes", { help: "Bytes that clients have not read.", read: backlog.bytes });
  counter(registers, "chapterhouse_connections_cut_total", {
    help: "Connections closed because their clients did not read, since the start.",
    read: backlog.hungUp,
  });
  counter(registers, "chapterhouse_log_lines_dropped_total", {
    help: "Lines of the log that could not be written since the start.",
    read: droppedLines,
  });
  counter(registers, "chapterhouse_database_commits_total", {
    help: "Transactions committed since the start.",
    read: db.commits,
  });
  new Gauge({
    name: "chapterhouse_mails",
    help: "Mails by state: waiting in the queue, given up, or stored to be read at /dev/mail where none are sent.",
    registers,
    labelNames: ["state"],
    async collect() {
      this.reset();
      const counts = await withTimeout(1000, countMails(db)).catch(() => undefined);
      if (!counts) return;
      const { stored, ...others } = counts;
      for (const [state, count] of Object.entries({ ...others, kept: stored })) this.set({ state }, count);
    },
  });
}

/** The library's own process metrics read what Deno does not provide (`/proc`, handles) and would be 0. */
function measureProcess(registers: Registers): void {
  const startedAt = Date.now() / 1000 - performance.now() / 1000;
  const cpuSeconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  counter(registers, "process_cpu_seconds_total", { help: "Processor time spent, user and system.", read: cpuSeconds });
  gauge(registers, "process_start_time_seconds", {
    help: "Start of the process, since the epoch.",
    read: () => startedAt,
  });
  gauge(registers, "process_resident_memory_bytes", { help: "Resident memory.", read: () => Deno.memoryUsage().rss });
  gauge(registers, "nodejs_heap_size_used_bytes", {
    help: "JavaScript heap in use.",
    read: () => Deno.memoryUsage().heapUsed,
  });
  gauge(registers, "nodejs_heap_size_total_bytes", {
    help: "JavaScript heap.",
    read: () => Deno.memoryUsage().heapTotal,
  });
  gauge(registers, "nodejs_eventloop_lag_seconds", {
    help: "How long the event loop takes to come round.",
    read: eventLoopLag,
  });
}

async function eventLoopLag(): Promise<number> {
  const scheduled = performance.now();
  await new Promise((resolve) => setTimeout(resolve));
  return (performance.now() - scheduled) / 1000;
}

import pino, { type Logger } from "pino";
import { isUnavailable } from "../db/engine/client.ts";
import { withTimeout } from "../db/engine/timing.ts";
import { asAppError, Busy } from "./errors.ts";

export interface Log extends Logger {
  droppedLines(): number;
  written(timeout: number): Promise<void>;
}

const colour: Record<number, string> = { 40: "\x1b[33m", 50: "\x1b[31m", 60: "\x1b[31m" };

export function openLog(level: string, output: Output = Deno.stdout, { instance }: { instance?: string } = {}): Log {
  const writer = new LogWriter(output);
  const logger = pino(
    {
      level,
      base: instance === undefined ? null : { instance },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
    },
    output.isTerminal() ? { write: (line: string) => writer.write(readable(JSON.parse(line))) } : writer,
  );
  return Object.assign(logger, {
    droppedLines: () => writer.dropped,
    written: (timeout: number) => writer.flush(timeout),
  });
}

/** A failed query repeats the values it was given, which are personal data; the error that caused it does not. */
const withoutValues = (error: unknown) =>
  pino.stdSerializers.err((error instanceof Error && "params" in error ? error.cause : error) as Error);

/** Text from a request, such as a path, must not move the terminal's cursor or begin a line. */
const escaped = (text: string) => text.replace(/\p{C}/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);

function readable({ level, time, msg, instance: _, ...rest }: Record<string, unknown>): string {
  const details = Object.entries(rest).map(([key, value]) =>
    `${key}=${escaped(typeof value === "string" ? value : JSON.stringify(value))}`
  );
  return `${colour[level as number] ?? ""}${String(time).slice(11, 19)} ${[msg, ...details].join("  ")}\x1b[0m\n`;
}

export interface Output {
  isTerminal(): boolean;
  write(bytes: Uint8Array): Promise<number>;
}

/** Characters that wait for a blocked output, before further lines are dropped. */
const capacity = 1_000_000;
const linesAtOnce = 100;

const newline = "\n".charCodeAt(0);
const encoder = new TextEncoder();

// Nobody waits for the writing: where nobody reads the output, or its disk is full, lines are dropped and counted.
// pino's own destinations write by `node:fs`, which blocks the whole process in Deno while a pipe is full.
export class LogWriter {
  dropped = 0;
  #output: Output;
  #waiting: string[] = [];
  #size = 0;
  #writing: Promise<void> | undefined;
  #isTorn = false;

  constructor(output: Output) {
    this.#output = output;
  }

  write(line: string): void {
    if (this.#size + line.length > capacity) {
      this.dropped++;
      return;
    }
    this.#waiting.push(line);
    this.#size += line.length;
    this.#writing ??= this.#writeWaiting();
  }

  async flush(timeout: number): Promise<void> {
    await withTimeout(timeout, Promise.resolve(this.#writing));
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.splice(0, linesAtOnce);
      this.dropped += lines.length - await this.#writeLines(lines);
      this.#size -= lines.reduce((size, line) => size + line.length, 0);
    }
    this.#writing = undefined;
  }

  async #writeLines(lines: string[]): Promise<number> {
    const bytes = encoder.encode((this.#isTorn ? "\n" : "") + lines.join(""));
    let written = 0;
    try {
      while (written < bytes.length) {
        const count = await this.#output.write(bytes.subarray(written));
        if (count === 0) throw new Error("nothing was written");
        written += count;
      }
      this.#isTorn = false;
      return lines.length;
    } catch {
      const ends = bytes.subarray(0, written).filter((byte) => byte === newline).length;
      const whole = this.#isTorn && written > 0 ? ends - 1 : ends;
      if (written > 0) this.#isTorn = bytes[written - 1] !== newline;
      return whole;
    }
  }
}

const outageInterval = 1000;

const unlogged = new WeakMap<Log, number>();

/** Not the caller's own. While the database is unavailable: one line a second, with the number of failures since. */
export function logError(log: Log, err: unknown, { what, ...details }: { what: string; [key: string]: unknown }) {
  // `Busy` is intended; the request's own line has its status.
  if (asAppError(err).status < 500 || err instanceof Busy) return;
  if (!isUnavailable(err)) return log.error({ ...details, err }, what);
  const count = unlogged.get(log);
  if (count !== undefined) return void unlogged.set(log, count + 1);
  log.error({ ...details, err }, what);
  summarizeOutage(log);
}

function summarizeOutage(log: Log): void {
  unlogged.set(log, 0);
  const timer = setTimeout(() => {
    const failures = unlogged.get(log)!;
    unlogged.delete(log);
    if (failures === 0) return;
    log.error({ failures }, "database still unavailable");
    summarizeOutage(log);
  }, outageInterval);
  Deno.unrefTimer(timer);
}

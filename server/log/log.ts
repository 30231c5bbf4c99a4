import pino, { type Logger } from "pino";
import { LogWriter, type Output } from "./log_writer.ts";

export interface Log extends Logger {
  /** Lines that could not be written since the start. */
  droppedLines(): number;
  /**
   * Waits until everything is written, or the time is over.
   *
   * @param timeout milliseconds
   */
  written(timeout: number): Promise<void>;
}

const colour: Record<number, string> = { 40: "\x1b[33m", 50: "\x1b[31m", 60: "\x1b[31m" };

/**
 * Opens the log: JSON lines, or readable ones where standard output is a terminal. Nobody waits for their writing.
 *
 * @param instance what the lines call this process
 */
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

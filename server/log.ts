import pino, { type Logger } from "pino";
import { LogWriter, type Output } from "./log_writer.ts";

export interface Log extends Logger {
  /** Lines that could not be written since the start. */
  droppedLines(): number;
  /**
   * Waits for a moment until everything is written.
   *
   * @param timeout milliseconds
   */
  written(timeout: number): Promise<void>;
}

const colour: Record<number, string> = { 40: "\x1b[33m", 50: "\x1b[31m", 60: "\x1b[31m" };

/**
 * Opens the log: JSON lines, or one readable line each where standard output is a terminal. Nobody waits for a line to
 * be written.
 */
export function openLog(level: string, output: Output = Deno.stdout): Log {
  const writer = new LogWriter(output);
  const shown = output.isTerminal() ? (line: string) => readable(JSON.parse(line)) : (line: string) => line;
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutValues } },
    { write: (line: string) => writer.write(shown(line)) },
  );
  return Object.assign(logger, {
    droppedLines: () => writer.dropped,
    written: (timeout: number) => writer.flush(timeout),
  });
}

/** A failed query repeats the values it was given, which are people's own; the error it was caused by does not. */
const withoutValues = (error: unknown) =>
  pino.stdSerializers.err((error instanceof Error && "params" in error ? error.cause : error) as Error);

/** What anybody may have sent, as a path, moves no cursor of a terminal and begins no line. */
const harmless = (text: string) => text.replace(/\p{C}/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);

function readable({ level, time, msg, ...rest }: Record<string, unknown>): string {
  const details = Object.entries(rest).map(([key, value]) =>
    `${key}=${harmless(typeof value === "string" ? value : JSON.stringify(value))}`
  );
  return `${colour[level as number] ?? ""}${String(time).slice(11, 19)} ${[msg, ...details].join("  ")}\x1b[0m\n`;
}

import pino, { type Logger } from "pino";

export type Log = Logger;

const colour: Record<number, string> = { 40: "\x1b[33m", 50: "\x1b[31m", 60: "\x1b[31m" };

/** Opens the log: JSON lines, or one readable line each where standard output is a terminal. */
export function openLog(
  level: string,
  out: { isTerminal(): boolean; writeSync(bytes: Uint8Array): number } = Deno.stdout,
): Log {
  const encoder = new TextEncoder();
  const write = out.isTerminal() ? (line: string) => readable(JSON.parse(line)) : (line: string) => line;
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutValues } }, {
    write: (line: string) => void out.writeSync(encoder.encode(write(line))),
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

import type { Output } from "../../server/log.ts";

/** Gives each line of a log to a test, as soon as it is written. */
export const lineOutput = (onLine: (line: string) => void): Output => ({
  isTerminal: () => false,
  write(bytes) {
    new TextDecoder().decode(bytes).split(/(?<=\n)/).forEach(onLine);
    return Promise.resolve(bytes.length);
  },
});

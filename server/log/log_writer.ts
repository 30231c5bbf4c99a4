/** Where lines are written: standard output or error. */
export interface Output {
  isTerminal(): boolean;
  /** Returns how many of the bytes were written. */
  write(bytes: Uint8Array): Promise<number>;
}

/** How many characters wait for a blocked output, before further lines are dropped. */
const capacity = 1_000_000;
/** How many lines are written at once, and lost at once where that fails. */
const linesAtOnce = 100;

const newline = "\n".charCodeAt(0);
const encoder = new TextEncoder();

/**
 * Writes lines without anyone waiting for it: where nobody reads the output, or its disk is full, lines are dropped and
 * counted, and everything else goes on. pino's own destinations write by `node:fs`, which blocks the whole process in
 * Deno while a pipe is full.
 */
export class LogWriter {
  dropped = 0;
  #output: Output;
  #waiting: string[] = [];
  /** Characters that wait or are being written. */
  #size = 0;
  #writing: Promise<void> | undefined;
  /** Whether the last write broke off within a line. */
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

  /**
   * Waits until everything is written, or the time is over.
   *
   * @param timeout milliseconds
   */
  async flush(timeout: number): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeout);
    await Promise.race([this.#writing, late]);
    clearTimeout(timer);
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.splice(0, linesAtOnce);
      this.dropped += lines.length - await this.#writeLines(lines);
      this.#size -= lines.reduce((size, line) => size + line.length, 0);
    }
    this.#writing = undefined;
  }

  /** Returns how many of the lines were written whole. */
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

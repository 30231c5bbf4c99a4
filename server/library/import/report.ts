import type { Item } from "./item.ts";

/**
 * The file that lists, by line, what was refused and what was left out. It is created with its first entry.
 */
export interface Report {
  add(items: Item[]): void;
  /** Why the report could not be written. */
  readonly failure: string | undefined;
  close(): void;
}

/**
 * Opens a report.
 *
 * @param again continues the report of an interrupted import: lines it lists already are not listed again
 */
export function openReport(path: string, { again }: { again: boolean }): Report {
  let file: Deno.FsFile | undefined;
  let failure: string | undefined;
  const reported = again ? lastReported(path) : 0;
  const encoder = new TextEncoder();
  return {
    add(items) {
      const lines = items.filter(({ line }) => line > reported).flatMap(({ line, refused, corrected }) =>
        refused ? [`line ${line}: refused, ${refused}\n`] : corrected ? [`line ${line}: ${corrected}\n`] : []
      );
      if (lines.length === 0 || failure) return;
      try {
        file ??= Deno.openSync(path, { write: true, create: true, append: again, truncate: !again });
        const bytes = encoder.encode(lines.join(""));
        for (let written = 0; written < bytes.length;) written += file.writeSync(bytes.subarray(written));
      } catch (error) {
        failure = (error as Error).message;
      }
    },
    get failure() {
      return failure;
    },
    close: () => file?.close(),
  };
}

/** The last line number in a report; 0 where there is none. */
function lastReported(path: string): number {
  try {
    using file = Deno.openSync(path);
    file.seekSync(Math.max(0, file.statSync().size - 4096), Deno.SeekMode.Start);
    const end = new Uint8Array(4096);
    const length = file.readSync(end) ?? 0;
    const last = new TextDecoder().decode(end.subarray(0, length)).trimEnd().split("\n").at(-1)!;
    return Number(/^line (\d+): /.exec(last)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

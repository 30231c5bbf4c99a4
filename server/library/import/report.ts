import type { Item } from "./item.ts";

/**
 * The file that lists, by line, what was refused and what was left out. There is none while there is nothing to list.
 */
export interface Report {
  add(items: Item[]): void;
  /** Why there is no list though there should be one. */
  readonly failure: string | undefined;
  close(): void;
}

/**
 * Opens a report.
 *
 * @param again goes on with the report of an import that was interrupted
 */
export function openReport(path: string, { again }: { again: boolean }): Report {
  let file: Deno.FsFile | undefined;
  let failure: string | undefined;
  const encoder = new TextEncoder();
  return {
    add(items) {
      const lines = items.flatMap(({ line, refused, mended }) =>
        refused ? [`line ${line}: refused, ${refused}\n`] : mended ? [`line ${line}: ${mended}\n`] : []
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

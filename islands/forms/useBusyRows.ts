import { useSignal } from "@preact/signals-react";

/**
 * The rows of a list that are at work, each for itself.
 *
 * @typeParam Row what tells rows apart
 * @typeParam Work what is being done to them, where that can be one of several things
 */
export function useBusyRows<Row, Work = true>() {
  const busy = useSignal<ReadonlyMap<Row, Work>>(new Map());
  return {
    /** What is being done to a row; undefined for one that rests. To be read while rendering. */
    workOn: (row: Row): Work | undefined => busy.value.get(row),
    /** Does something to a row, unless something is being done to it already. The action handles its own failure. */
    async run(row: Row, work: Work, action: () => Promise<void>): Promise<void> {
      if (busy.peek().has(row)) return;
      busy.value = new Map(busy.peek()).set(row, work);
      try {
        await action();
      } finally {
        busy.value = new Map([...busy.peek()].filter(([other]) => other !== row));
      }
    },
  };
}

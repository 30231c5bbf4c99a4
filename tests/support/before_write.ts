import type { Db } from "../../db/engine/client.ts";
import type { Preparable } from "./statements.ts";

/** Does this between what the app has read and what it is about to write: so many times, as such a statement comes. */
export function beforeWrite(db: Db, statement: RegExp, work: () => Promise<unknown>, times = 1): void {
  const { write } = db;
  let left = times;
  let isAtWork = false;
  db.write = async (statements, options) => {
    if (!isAtWork && left > 0 && statements.some((each) => statement.test(sqlOf(each)))) {
      left -= 1;
      isAtWork = true;
      await work().finally(() => isAtWork = false);
    }
    return await write(statements, options);
  };
}

const sqlOf = (statement: unknown): string => (statement as Preparable)._prepare().getQuery().sql;

import { LibsqlError } from "@libsql/client";
import type { Db } from "../../db/engine/client.ts";

/** The database stores the next write, and its answer is lost: its caller does not know the outcome. */
export function loseNextAnswer(db: Db): void {
  const { write } = db;
  db.write = async (statements) => {
    db.write = write;
    await write(statements);
    throw new LibsqlError("the answer was lost", "SQLITE_BUSY");
  };
}

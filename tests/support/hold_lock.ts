/**
 * A process that keeps a database file from being written, or from being used at all, until its standard input ends.
 */
import { createClient } from "@libsql/client";

const [file, mode] = Deno.args;
const client = createClient({ url: `file:${file}`, concurrency: 1, timeout: 5000 });
// In this mode a connection keeps the locks it once had, those against readers included.
if (mode === "exclusive") await client.executeMultiple("PRAGMA journal_mode=WAL; PRAGMA locking_mode=EXCLUSIVE");
const transaction = await client.transaction("write");
console.log("held");
for await (const _ of Deno.stdin.readable);
await transaction.rollback();
Deno.exit(0);

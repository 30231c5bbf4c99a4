/** A process that keeps a database file from being written: until its standard input ends, and half a second longer. */
import { createClient } from "@libsql/client";

const client = createClient({ url: `file:${Deno.args[0]}` });
const transaction = await client.transaction("write");
console.log("held");
for await (const _ of Deno.stdin.readable);
setTimeout(() => transaction.commit(), 500);

import { hostname } from "node:os";
import process from "node:process";

/** What metrics and log lines call this process: the machine with the port, or where that is any, with the process. */
export const instanceName = ({ port }: { port: number }): string => `${hostname()}:${port || process.pid}`;

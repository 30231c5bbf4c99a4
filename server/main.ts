/** The process: from its settings to its end. */
import { readConfig, WrongSetting } from "./config.ts";
import { openLog } from "./log.ts";
import { type Service, startService } from "./service.ts";

const config = settings();
const log = openLog(config.logLevel);
await prepareFolder(config.databaseUrl);
const assets = JSON.parse(await Deno.readTextFile(new URL("../static/build/manifest.json", import.meta.url)));
const service = await startService({ config, log, assets });
greet(service);
for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, () => void end(signal));
// A fault nobody caught is logged; what is running and what is being written goes on.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  log.error({ err: event.reason }, "unhandled rejection");
});

function settings() {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error;
    console.error(`Chapterhouse cannot start. ${error.message}`);
    Deno.exit(1);
  }
}

async function prepareFolder(url: string): Promise<void> {
  const path = /^file:([^?]+)/.exec(url)?.[1];
  if (path?.includes("/")) await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
}

function greet({ port }: Service): void {
  const address = `http://${config.host === "0.0.0.0" ? "localhost" : config.host}:${port}`;
  log.info(`Chapterhouse is open at ${address}`);
  if (config.mailUrl) log.info(`Mail leaves through ${new URL(config.mailUrl).host}`);
  else log.info(`Mail is kept, not sent: read it on this machine at ${address}/dev/mail`);
  log.info(`Data is in ${config.databaseUrl}`);
}

let ending: Promise<void> | undefined;
async function end(signal: string): Promise<void> {
  if (ending) return;
  log.info(`${signal}: closing`);
  ending = service.stop();
  await ending;
  Deno.exit(0);
}

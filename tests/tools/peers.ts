/** What the service is compared with: a bare Socket.IO relay, bare React and Next.js. */

/** Their scripts, beside the project, if they are there. */
export const scripts = new URL("../../../shared/tools/peers", import.meta.url).pathname;
const temporary = Deno.env.get("TMPDIR") ?? "/tmp";
/** Where they are installed. */
const folder = Deno.env.get("PEERS") ?? `${temporary}/fast/peers`;

/** Where each listens once it is started. */
export const peers = { relay: "http://127.0.0.1:4700", react: "http://127.0.0.1:4601", next: "http://127.0.0.1:4600" };

const exists = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);

/** Installs the peers unless they are there. @returns whether there are any to be had */
export async function installPeers(): Promise<boolean> {
  const built = await Promise.all([`${folder}/next/.next`, `${folder}/tools/node_modules`].map(exists));
  if (built.every(Boolean)) return true;
  if (!await exists(scripts)) return false;
  await run("bash", [`${scripts}/install.sh`, folder]);
  for (const peer of ["sio", "next"]) await run("bash", [`${folder}/${peer}/run.sh`, "setup"]);
  return true;
}

/** Starts a peer: `sio`, the relay, or `next`, with React beside it. `await using` stops it. */
export async function startPeer(name: "sio" | "next"): Promise<AsyncDisposable> {
  const script = `${folder}/${name}/run.sh`;
  // Its servers outlive the script and would hold its output open.
  await run("sh", ["-c", `bash "${script}" start > /dev/null 2>&1`]);
  return { [Symbol.asyncDispose]: () => run("bash", [script, "stop"]).then(() => {}) };
}

/** Requests with 16 connections for some seconds. @returns how many a second were answered @throws Error if any failed */
export async function requestRate(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const { rate } = await request(url, headers, ["-d", String(seconds)]);
  return rate;
}

/** So many requests with 16 connections. @throws Error if any failed */
export async function requestMany(url: string, headers: Record<string, string>, count: number): Promise<void> {
  await request(url, headers, ["-a", String(count)]);
}

async function request(url: string, headers: Record<string, string>, amount: string[]): Promise<{ rate: number }> {
  const asOptions = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const output = await run(`${folder}/tools/node_modules/.bin/autocannon`, [
    ...["-j", "-c", "16", ...amount, ...asOptions],
    url,
  ]);
  const { requests, non2xx, errors } = JSON.parse(output);
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`);
  return { rate: requests.average };
}

async function run(command: string, args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, stdin: "null" }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${text.decode(stderr)}`);
  return text.decode(stdout);
}

/** WebKitGTK, by its MiniBrowser on a screen that nobody sees, over WebDriver: https://www.w3.org/TR/webdriver2 */
import { folder } from "../../support/operate.ts";
import { reservePort } from "../../support/ports.ts";
import { firstFile, onPath } from "../../support/programs.ts";
import { type Driver, eventually } from "./window.ts";

const driverPath = await firstFile(onPath("WebKitWebDriver"));
const screenPath = await firstFile(onPath("Xvfb"));
const browserPath = await firstFile(await miniBrowsers());

export const isInstalled = Boolean(driverPath && screenPath && browserPath);

/** Where distributions put it: `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser`. */
async function miniBrowsers(): Promise<string[]> {
  const libraries = ["/usr/libexec", "/usr/lib64", "/usr/lib", ...await foldersIn("/usr/lib", /-linux-gnu/)];
  const versions = await Promise.all(libraries.map((folder) => foldersIn(folder, /^webkit2gtk-4\.[01]$/)));
  return versions.flat().sort().reverse().map((folder) => `${folder}/MiniBrowser`);
}

async function foldersIn(folder: string, name: RegExp): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
  return entries.filter((entry) => name.test(entry.name)).map((entry) => `${folder}/${entry.name}`);
}

/** A reference to an element, by the key that the standard gives it. */
type Found = Record<typeof elementKey, string>;
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

export async function openWebKit(): Promise<Driver<Found>> {
  await using stack = new AsyncDisposableStack();
  const { path: home } = stack.use(await folder());
  await Deno.mkdir(`${home}/gtk-3.0`);
  await Deno.writeTextFile(`${home}/gtk-3.0/settings.ini`, "[Settings]\ngtk-enable-animations=0\n");
  // They write there until the last of them has ended.
  let ended: Promise<unknown> = Promise.resolve();
  stack.defer(async () => void await ended);
  const screen = stack.use(start([screenPath!, "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"]));
  const display = `:${(await screen.output.next()).value!.trim()}`;
  const port = reservePort();
  const server = stack.use(start(["/usr/bin/env", ...environment(display, home), driverPath!, `--port=${port}`]));
  ended = Array.fromAsync(server.output);
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await command(`${url}/status`, "GET")).ready, "the driver");
  const { sessionId } = await command(`${url}/session`, "POST", {
    capabilities: {
      alwaysMatch: {
        "webkitgtk:browserOptions": { binary: browserPath, args: ["--automation"] },
        timeouts: { script: 90_000, pageLoad: 90_000 },
      },
    },
  });
  const session = `${url}/session/${sessionId}`;
  // It may have crashed.
  stack.defer(() => command(session, "DELETE").catch(() => {}));
  const run = (expression: string) =>
    command(`${session}/execute/sync`, "POST", { script: `return ${expression}`, args: [] });
  const end = stack.move();
  return {
    goto: (url) => command(`${session}/url`, "POST", { url }),
    evaluate: run,
    find: run,
    click: (element) => command(`${session}/element/${element[elementKey]}/click`, "POST", {}),
    type: (element, text) => command(`${session}/element/${element[elementKey]}/value`, "POST", { text }),
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  };
}

/**
 * What it stores is in its home, where motion is reduced too. Under this locale its language is `C`, which `Intl` does
 * not know.
 */
const environment = (display: string, home: string): string[] => [
  `DISPLAY=${display}`,
  "LC_ALL=C.UTF-8",
  `HOME=${home}`,
  `TMPDIR=${home}`,
  `XDG_CONFIG_HOME=${home}`,
  `XDG_RUNTIME_DIR=${home}`,
  "GDK_BACKEND=x11",
  "NO_AT_BRIDGE=1",
  "DBUS_SESSION_BUS_ADDRESS=disabled:",
];

/** Sends a command. @throws Error for one that fails */
// deno-lint-ignore no-explicit-any -- each command has an answer of its own
async function command(url: string, method: string, body?: unknown): Promise<any> {
  const response = await fetch(url, { method, body: JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Starts a program. Its output ends with the last of those that it has started. `await using` ends it. */
function start([path, ...args]: string[]) {
  const child = new Deno.Command(path, { args, stdin: "null", stdout: "piped", stderr: "null" }).spawn();
  return {
    output: child.stdout.pipeThrough(new TextDecoderStream()).values(),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

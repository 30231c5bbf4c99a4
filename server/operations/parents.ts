// `npx deno task start` is npm, its `sh`, which passes no signal on, `deno task`, and the service: where a supervisor
// ends npm, the last two would go on.
import { basename } from "node:path";

const every = 1000;
const most = 5;

interface Link {
  id: number;
  parent: number;
}

export function onParentEnd(callBack: () => void): void {
  const links = linksToStarter();
  const timer = setInterval(() => {
    if (links.every(({ id, parent }) => parentOf(id) === parent)) return;
    clearInterval(timer);
    callBack();
  }, every);
  Deno.unrefTimer(timer);
}

function linksToStarter(): Link[] {
  const links: Link[] = [];
  for (let id = Deno.pid; links.length < most; id = links.at(-1)!.parent) {
    const parent = parentOf(id);
    if (!parent) break;
    links.push({ id, parent });
    if (isPackageManager(parent)) return links;
  }
  return links.slice(0, 1);
}

function parentOf(id: number): number | undefined {
  if (id === Deno.pid) return Deno.ppid;
  // A number, the program's name in brackets, its state, and the parent's number.
  const [, parent] = /^\d+ \(.*\) \S (\d+) /s.exec(readOf(id, "stat")) ?? [];
  return parent === undefined ? undefined : Number(parent);
}

const isPackageManager = (id: number): boolean =>
  readOf(id, "cmdline").split(/[\0 ]/, 2).some((part) => /^(npm|npx|pnpm|yarn)\b/.test(basename(part)));

const readOnly = 0;
let libc: ReturnType<typeof openLibc> | undefined;

/** Deno itself reads none of `/proc` without every right there is. */
function readOf(id: number, name: "stat" | "cmdline"): string {
  libc ??= openLibc();
  if (!libc) return "";
  const { open, read, close } = libc.symbols;
  const file = open(new TextEncoder().encode(`/proc/${id}/${name}\0`), readOnly);
  if (file < 0) return "";
  const bytes = new Uint8Array(4096);
  const length = Number(read(file, bytes, BigInt(bytes.length)));
  close(file);
  return new TextDecoder().decode(bytes.subarray(0, Math.max(0, length)));
}

function openLibc() {
  try {
    return Deno.dlopen("libc.so.6", {
      open: { parameters: ["buffer", "i32"], result: "i32" },
      read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
      close: { parameters: ["i32"], result: "i32" },
    });
  } catch {
    // Not on Linux: the direct parent is watched alone.
    return undefined;
  }
}

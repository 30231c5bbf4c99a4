import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("audit.ts", import.meta.url));
const hole = {
  url: "https://example.org/hole",
  title: "A hole",
  severity: "high",
  vulnerable_versions: "<99",
  cwe: [],
};

/** Runs the audit with this registry to ask: what it answers about holes, or nothing for one that is not there. */
async function audit(known?: Record<string, unknown>): Promise<{ code: number; out: string; err: string }> {
  await using registry = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => Response.json(known));
  const { port } = registry.addr;
  if (!known) await registry.shutdown();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", script],
    env: { NPM_CONFIG_REGISTRY: `http://127.0.0.1:${port}/` },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

// spec: trust.26
Deno.test("every package of the product has a licence that is allowed, and the audit lists it", async () => {
  const { code, out, err } = await audit({});
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /^hono +4\.\d+\.\d+ +MIT$/m);
  assert.match(out, /^@img\/sharp-libvips-\S+ +[\d.]+ +LGPL-3\.0-or-later$/m);
  assert.doesNotMatch(out, /^(esbuild|playwright|fast-check|drizzle-kit) /m);
  assert.match(out, /^0 known holes in the product, 0 in tools$/m);
});

// spec: trust.26
Deno.test("the audit fails over a known hole in the product, and names one in a tool", async () => {
  const { code, out, err } = await audit({ hono: [{ ...hole, id: 1 }], esbuild: [{ ...hole, id: 2 }] });
  assert.deepEqual([code, err], [1, "hono <99: A hole [high] https://example.org/hole\n"]);
  assert.match(out, /^esbuild <99: A hole \[high\] \S+ \(of a tool, not of the product\)$/m);
});

Deno.test("an audit that can ask nobody says so, and does not pass", async () => {
  const { code, err } = await audit();
  assert.equal(code, 2);
  assert.match(err, /^Known holes: the registry that knows them could not be reached/);
});

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("audit.ts", import.meta.url));
const vulnerability = {
  url: "https://example.org/vulnerability",
  title: "A vulnerability",
  severity: "high",
  vulnerable_versions: "<99",
  cwe: [],
};

/**
 * Runs the audit with this registry to ask: what it answers about vulnerabilities, or nothing for one that is not
 * there.
 */
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
  assert.match(out, /^0 known vulnerabilities in the product, 0 in tools$/m);
});

// spec: trust.26
Deno.test("the audit fails over a known vulnerability in the product, and names one in a tool", async () => {
  const { code, out, err } = await audit({
    hono: [{ ...vulnerability, id: 1 }],
    esbuild: [{ ...vulnerability, id: 2 }],
  });
  assert.deepEqual([code, err], [1, "hono <99: A vulnerability [high] https://example.org/vulnerability\n"]);
  assert.match(out, /^esbuild <99: A vulnerability \[high\] \S+ \(of a tool, not of the product\)$/m);
});

Deno.test("an audit that cannot reach the registry says so, and fails", async () => {
  const { code, err } = await audit();
  assert.equal(code, 2);
  assert.match(err, /^Known vulnerabilities: the registry that lists them could not be reached/);
});

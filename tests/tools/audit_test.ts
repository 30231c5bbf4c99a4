import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { NativeResponse } from "../support/native_response.ts";

const script = fileURLToPath(new URL("audit.ts", import.meta.url));
const vulnerability = {
  url: "https://example.org/vulnerability",
  title: "A vulnerability",
  severity: "high",
  vulnerable_versions: "<99",
  cwe: [],
};

/** Runs the audit with a registry that answers this about vulnerabilities; without, with one that is not there. */
async function audit(known?: Record<string, unknown>): Promise<{ code: number; out: string; err: string }> {
  await using registry = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => NativeResponse.json(known),
  );
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

Deno.test("The audit lists every package of the product, each under a licence that is allowed, and fails over a known vulnerability in one, or where nobody could be asked", async () => {
  const [fine, vulnerable, alone] = await Promise.all([
    audit({}),
    audit({ hono: [{ ...vulnerability, id: 1 }], esbuild: [{ ...vulnerability, id: 2 }] }),
    audit(),
  ]);
  assert.deepEqual([fine.code, fine.err], [0, ""]);
  assert.match(fine.out, /^hono +4\.\d+\.\d+ +MIT$/m);
  assert.match(fine.out, /^@img\/sharp-libvips-\S+ +[\d.]+ +LGPL-3\.0-or-later$/m);
  assert.doesNotMatch(fine.out, /^(esbuild|playwright|fast-check|drizzle-kit) /m);
  assert.match(fine.out, /^0 known vulnerabilities in the product, 0 in tools$/m);
  assert.deepEqual([vulnerable.code, vulnerable.err], [
    1,
    "hono <99: A vulnerability [high] https://example.org/vulnerability\n",
  ]);
  assert.match(vulnerable.out, /^esbuild <99: A vulnerability \[high\] \S+ \(of a tool, not of the product\)$/m);
  assert.equal(alone.code, 2);
  assert.match(alone.err, /^Known vulnerabilities: the registry that lists them could not be reached/);
});

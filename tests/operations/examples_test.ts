import assert from "node:assert/strict";
import { parse, parseAllDocuments } from "yaml";
import { documentedSettings, readConfig } from "../../server/settings/settings.ts";
import { version } from "../../server/version.ts";
import { startApp } from "../support/app.ts";
import { firstFile, onPath } from "../support/programs.ts";

const root = new URL("../../", import.meta.url);
const folder = new URL("server/operations/", root);
const read = (name: string, from = folder) => Deno.readTextFile(new URL(name, from));
// deno-lint-ignore no-explicit-any -- files of others' formats
const yaml = async (name: string): Promise<any> => parse(await read(name), { merge: true });

/** Settings as a file has them are known, and such that the service starts with them. */
function assertSettings(given: Record<string, string>) {
  const names = documentedSettings().flatMap(({ settings }) => settings.map(({ name }) => name));
  assert.deepEqual(Object.keys(given).filter((name) => !names.includes(name)), []);
  readConfig(given);
}

Deno.test("compose.yaml runs one instance behind a proxy that has a certificate for its public name", async () => {
  const { services: { chapterhouse, proxy } } = await yaml("compose.yaml");
  assertSettings(chapterhouse.environment);
  const { hostname } = new URL(chapterhouse.environment.PUBLIC_URL);
  assert.match(proxy.command, new RegExp(`--from ${hostname} --to chapterhouse:8000`));
});

Deno.test("compose.several.yaml has the addresses of its instances that nginx.conf asks, in a network that is trusted", async () => {
  const { services, networks } = await yaml("compose.several.yaml");
  const instances = ["study1", "study2", "study3"].map((name) => services[name]);
  for (const { environment } of instances) assertSettings(environment);
  const addresses = instances.map((instance) => instance.networks.default.ipv4_address);
  const asked = Array.from((await read("nginx.conf")).matchAll(/^ {2}server ([\d.]+):8000/gm), ([, each]) => each);
  assert.deepEqual(asked, [...addresses, ...addresses]);
  assert.equal(instances[0].environment.TRUSTED_PROXIES, networks.default.ipam.config[0].subnet);
});

Deno.test("kubernetes.yaml waits for a start, takes an instance out that is not ready, and starts one again that hangs", async () => {
  const [deployment, service, ingress] = parseAllDocuments(await read("kubernetes.yaml")).map((each) => each.toJS());
  const { spec: { containers: [container] }, metadata: { labels } } = deployment.spec.template;
  assertSettings(
    Object.fromEntries(container.env.map(({ name, value }: { name: string; value: string }) => [name, value])),
  );
  const probes = ["startupProbe", "readinessProbe", "livenessProbe"].map((name) => container[name].httpGet.path);
  assert.deepEqual(probes, ["/readyz", "/readyz", "/healthz"]);
  assert.deepEqual(service.spec.selector, labels);
  assert.equal(ingress.spec.rules[0].http.paths[0].backend.service.name, service.metadata.name);
});

Deno.test("What alerts and the dashboard ask for are metrics of the service", async () => {
  await using app = await startApp();
  const reported = await (await fetch(`${app.url}/metrics`)).text();
  const asked = JSON.stringify([JSON.parse(await read("dashboard.json")).panels, (await yaml("alerts.yaml")).groups]);
  const names = asked.match(/\b(chapterhouse|http|nodejs|process)_\w+/g)!;
  assert.ok(names.length > 15);
  // With Redis only.
  const known = (name: string) =>
    name === "chapterhouse_redis_available" || reported.includes(`# TYPE ${name.replace(/_bucket$/, "")} `);
  assert.deepEqual(names.filter((name) => !known(name)), []);
});

const promtool = await firstFile(onPath("promtool"));

Deno.test({
  name: "Prometheus takes the alerts",
  ignore: !promtool,
  async fn() {
    const args = ["check", "rules", new URL("alerts.yaml", folder).pathname];
    const { success, stdout, stderr } = await new Deno.Command(promtool!, { args }).output();
    assert.ok(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
  },
});

Deno.test("The unit of systemd runs Deno itself, whose end it sees", async () => {
  assert.match(await read("chapterhouse.service"), /^ExecStart=\S*\/deno task start$/m);
});

Deno.test("The image's label and the newest changes name the version, and the README is one page", async () => {
  const label = new RegExp(`org.opencontainers.image.version="${version}"`);
  assert.match(await read("Dockerfile", root), label);
  assert.equal(/^## (\S+)$/m.exec(await read("CHANGES.md"))![1], version);
  assert.ok((await read("README.md", root)).length <= 8 * 1024);
});

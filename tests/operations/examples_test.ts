import assert from "node:assert/strict";
import { parse, parseAllDocuments } from "yaml";
import { documentedSettings, readConfig } from "../../server/settings/settings.ts";
import { version } from "../../server/version.ts";
import { startApp } from "../support/app.ts";
import { firstFile, onPath } from "../support/programs.ts";

const folder = new URL("../../server/operations/", import.meta.url);
const read = (name: string) => Deno.readTextFile(new URL(name, folder));
// deno-lint-ignore no-explicit-any -- files of others' formats
const yaml = async (name: string): Promise<any> => parse(await read(name), { merge: true });

/** A setting as a file has it is known, and one that the service starts with. */
function assertSettings(given: Record<string, string>) {
  const names = documentedSettings().flatMap(({ settings }) => settings.map(({ name }) => name));
  assert.deepEqual(Object.keys(given).filter((name) => !names.includes(name)), []);
  readConfig(given);
}

Deno.test("compose.yaml runs one instance behind a proxy that has a certificate for its public name", async () => {
  const { services } = await yaml("compose.yaml");
  assertSettings(services.chapterhouse.environment);
  const { hostname } = new URL(services.chapterhouse.environment.PUBLIC_URL);
  assert.match(services.proxy.command, new RegExp(`--from ${hostname} --to chapterhouse:8000`));
});

Deno.test("compose.several.yaml has the addresses of its instances that nginx.conf asks, in a network that is trusted", async () => {
  const { services, networks } = await yaml("compose.several.yaml");
  const instances = Object.entries<
    { environment: Record<string, string>; networks: { default: { ipv4_address: string } } }
  >(
    services,
  ).filter(([name]) => name.startsWith("study")).map(([, instance]) => instance);
  assert.equal(instances.length, 3);
  for (const { environment } of instances) assertSettings(environment);
  const addresses = instances.map((instance) => instance.networks.default.ipv4_address);
  const asked = Array.from(
    (await read("nginx.conf")).matchAll(/^ {2}server ([\d.]+):8000/gm),
    ([, address]) => address,
  );
  assert.deepEqual(asked, [...addresses, ...addresses]);
  assert.equal(instances[0].environment.TRUSTED_PROXIES, networks.default.ipam.config[0].subnet);
});

Deno.test("kubernetes.yaml waits for a start, takes an instance out that is not ready, and starts one again that hangs", async () => {
  const [deployment, service, ingress] = parseAllDocuments(await read("kubernetes.yaml")).map((each) => each.toJS());
  const { spec } = deployment.spec.template;
  const [{ env, startupProbe, readinessProbe, livenessProbe }] = spec.containers;
  assertSettings(Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value])));
  assert.deepEqual(
    [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.path),
    ["/readyz", "/readyz", "/healthz"],
  );
  assert.deepEqual(service.spec.selector, deployment.spec.template.metadata.labels);
  assert.equal(ingress.spec.rules[0].http.paths[0].backend.service.name, service.metadata.name);
});

Deno.test("what alerts and the dashboard ask for are metrics of the service", async () => {
  await using app = await startApp();
  const reported = await (await fetch(`${app.url}/metrics`)).text();
  const { panels } = JSON.parse(await read("dashboard.json"));
  const { groups } = await yaml("alerts.yaml");
  const expressions: string[] = [
    ...panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
    ...groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr)),
  ];
  const names = expressions.flatMap((text) => text.match(/\b(chapterhouse|http|nodejs|process)_\w+/g) ?? []);
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
    const { success, stdout, stderr } = await new Deno.Command(promtool!, {
      args: ["check", "rules", new URL("alerts.yaml", folder).pathname],
    }).output();
    assert.ok(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
  },
});

Deno.test("the unit of systemd runs Deno itself, whose end it sees", async () => {
  const unit = await read("chapterhouse.service");
  assert.match(unit, /^ExecStart=\S*\/deno task start$/m);
});

Deno.test("the image's label and the newest changes name the version", async () => {
  const dockerfile = await Deno.readTextFile(new URL("../../Dockerfile", import.meta.url));
  assert.match(dockerfile, new RegExp(`org.opencontainers.image.version="${version}"`));
  const [, newest] = /^## (\S+)$/m.exec(await read("CHANGES.md"))!;
  assert.equal(newest, version);
});

Deno.test("the README is one page", async () => {
  const { size } = await Deno.stat(new URL("../../README.md", import.meta.url));
  assert.ok(size <= 8 * 1024, `${size} bytes`);
});

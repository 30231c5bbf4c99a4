import assert from "node:assert/strict";
import { ConfigError, readConfig } from "../../server/settings/settings.ts";
import { openDb } from "../../db/engine/client.ts";
import { countMails } from "../../db/notices/mail_queue.ts";
import { openMetrics } from "../../server/http/metrics.ts";
import { silentServer } from "../support/servers/silent_server.ts";
import { version } from "../../server/version.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { parseMetrics, readMetrics } from "../support/metrics.ts";
import { connect } from "../support/socket.ts";

/** Asks for the metrics as Prometheus does. */
async function scrape({ url }: TestApp, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/metrics`, { headers });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

Deno.test("Metrics count requests by the route's pattern, status and duration, and never by path", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  await app.call("GET", `/groups/${group.id}`, ada);
  await app.call("GET", `/groups/${group.id}`, null);
  await fetch(`${app.url}/nowhere`, { redirect: "manual" });
  await fetch(`${app.url}/nowhere`, { redirect: "manual", method: "PROPFIND" }).then((answer) => answer.body?.cancel());
  const { status, type, text } = await scrape(app);
  assert.equal(status, 200);
  assert.match(type!, /^text\/plain; version=0\.0\.4/);
  const series = parseMetrics(text);
  const requests = (method: string, route: string, status: number) =>
    series.get(`http_requests_total{method="${method}",route="${route}",status="${status}"}`);
  assert.equal(requests("GET", "/api/groups/:id", 200), 2);
  assert.equal(requests("GET", "/api/groups/:id", 401), 1);
  assert.equal(requests("POST", "/api/groups", 201), 1);
  assert.equal(requests("GET", "none", 303), 1);
  assert.equal(requests("other", "none", 404), 1);
  assert.equal(series.get(`http_request_duration_seconds_count{method="GET",route="/api/groups/:id"}`), 3);
  assert.deepEqual([...series.keys()].filter((name) => name.includes(group.id)), []);
});

Deno.test("Metrics report sockets, stored messages, mail, commits and memory", async () => {
  await using app = await startApp();
  const ada = await app.register("Ada");
  const { id } = await app.group(ada);
  using socket = await connect(app.url, ada.token);
  for (let sent = 0; sent < 2; sent++) await socket.say(id, "Good morning", "first");
  const series = await readMetrics(app);
  const expected = {
    [`chapterhouse_build_info{version="${version}"}`]: 1,
    "chapterhouse_sockets_connected": 1,
    "chapterhouse_messages_stored_total": 1,
    'chapterhouse_mails{state="kept"}': 1,
    'chapterhouse_mails{state="waiting"}': 0,
    "chapterhouse_database_commits_total": app.deps.db.commits(),
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(series.get(name), value, name);
  assert.ok(series.get("process_resident_memory_bytes")! > 10e6);
  assert.ok(series.get("process_cpu_seconds_total")! > 0);
});

Deno.test("Metrics do not wait for a database that does not answer", async () => {
  await using server = await silentServer();
  const db = await openDb({ url: `ws://${server.address}`, timeout: 60_000 });
  const metrics = openMetrics({
    db,
    instance: "study-1:8000",
    sockets: () => 7,
    droppedLines: () => 0,
    backlog: { bytes: () => 0, hungUp: () => 0 },
  });
  const asked = countMails(db).catch(() => "never");
  const first = await Promise.race([asked, metrics.text()]);
  assert.match(String(first), /^chapterhouse_sockets_connected\{instance="study-1:8000"\} 7$/m);
  await db.close();
  await asked;
});

Deno.test("Metrics are shown on the machine itself, and elsewhere only to callers with the token, which cannot be a short one", async () => {
  assert.throws(() => readConfig({ METRICS_TOKEN: "metrics" }), ConfigError);
  const elsewhere = { "X-Forwarded-For": "198.51.100.7" };
  const token = "a-token-of-sixteen-or-more";
  await using app = await startApp({ env: { METRICS_TOKEN: token } });
  for (const allowed of [{}, { ...elsewhere, Authorization: `Bearer ${token}` }]) {
    assert.equal((await scrape(app, allowed)).status, 200);
  }
  const others = [undefined, `Bearer ${token}x`, "Bearer", token];
  for (const other of others) {
    const { status, text } = await scrape(app, { ...elsewhere, ...other && { Authorization: other } });
    assert.deepEqual([status, text], [404, "Not found"]);
  }
  await using without = await startApp();
  const { status } = await scrape(without, { "X-Forwarded-For": "127.0.0.1", Authorization: "Bearer undefined" });
  assert.equal(status, 404);
});

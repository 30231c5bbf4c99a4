import assert from "node:assert/strict";
import { ConfigError, readConfig } from "../../server/settings/settings.ts";
import { openDb } from "../../db/engine/client.ts";
import { countMails } from "../../db/notices/mail_queue.ts";
import { openMetrics } from "../../server/http/metrics.ts";
import { silentServer } from "../support/silent_server.ts";
import { version } from "../../server/version.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { parseMetrics } from "../support/metrics.ts";
import { connect } from "../support/socket.ts";

const token = "a-token-of-sixteen-or-more";

/** The value of each series, by its name and labels. */
async function scrape({ url }: TestApp, headers: Record<string, string> = {}): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers });
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type")!, /^text\/plain; version=0\.0\.4/);
  return parseMetrics(await response.text());
}

Deno.test("Metrics count requests by the route's pattern, status and duration, and never by path", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  await app.call("GET", `/groups/${group.id}`, ada);
  await app.call("GET", `/groups/${group.id}`, null);
  await fetch(`${app.url}/nowhere`, { redirect: "manual" });
  await fetch(`${app.url}/nowhere`, { redirect: "manual", method: "PROPFIND" }).then((answer) => answer.body?.cancel());
  const series = await scrape(app);
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
  await socket.say(id, "Good morning", "first");
  await socket.say(id, "Good morning", "first");
  const series = await scrape(app);
  assert.equal(series.get(`chapterhouse_build_info{version="${version}"}`), 1);
  assert.equal(series.get("chapterhouse_sockets_connected"), 1);
  assert.equal(series.get("chapterhouse_messages_stored_total"), 1);
  assert.equal(series.get(`chapterhouse_mails{state="kept"}`), 1);
  assert.equal(series.get(`chapterhouse_mails{state="waiting"}`), 0);
  assert.equal(series.get("chapterhouse_database_commits_total"), app.deps.db.commits());
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

Deno.test("Metrics are shown to callers with the token, and answer 404 to others from elsewhere", async () => {
  await using app = await startApp({ env: { METRICS_TOKEN: token } });
  const throughProxy = { "X-Forwarded-For": "198.51.100.7" };
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${app.url}/metrics`, { headers });
    return [response.status, /http_requests_total/.test(await response.text())];
  };
  assert.deepEqual(await ask({}), [200, true]);
  assert.deepEqual(await ask({ ...throughProxy, Authorization: `Bearer ${token}` }), [200, true]);
  const refused: Record<string, string>[] = [{}, { Authorization: `Bearer ${token}x` }, { Authorization: "Bearer" }, {
    Authorization: token,
  }];
  for (const headers of refused) assert.deepEqual(await ask({ ...throughProxy, ...headers }), [404, false]);
});

Deno.test("Without a token, metrics are shown to callers on the machine only", async () => {
  await using app = await startApp();
  const proxied = { "X-Forwarded-For": "127.0.0.1", Authorization: "Bearer undefined" };
  const response = await fetch(`${app.url}/metrics`, { headers: proxied });
  assert.deepEqual([response.status, await response.text()], [404, "Not found"]);
});

Deno.test("A token that could be guessed is refused", () => {
  assert.throws(() => readConfig({ METRICS_TOKEN: "metrics" }), ConfigError);
});

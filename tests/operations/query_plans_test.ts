import assert from "node:assert/strict";
import type { Client, InStatement } from "@libsql/client";
import { deleteExpired } from "../../db/account/sessions.ts";
import { findLatestChange } from "../../db/chat/messages.ts";
import type { Db } from "../../db/engine/client.ts";
import { listMemberIds } from "../../db/groups/members.ts";
import { handOverGroups } from "../../db/groups/groups.ts";
import { claimDueMails, nextDueIn, releaseAllMails } from "../../db/notices/mail_queue.ts";
import { indexMessages } from "../../db/chat/message_search.ts";
import { groupId, personId } from "../../db/seed/mod.ts";
import { listPeople } from "../../db/operator/people_and_groups.ts";
import { forgetDecided, listReports } from "../../db/people/reports.ts";
import { listActivity } from "../../db/chat/read_marks.ts";
import { sweepDeletions } from "../../server/actions/account/deletion.ts";
import { sweepUnverified } from "../../server/actions/account/email.ts";
import { createApp } from "../../server/app.tsx";
import type { TestApp } from "../support/app.ts";
import { startDemo } from "../support/demo.ts";
import { person, store } from "../support/people.ts";
import { visiting, walk } from "../support/walk.ts";

/** Full scans that are allowed, with the reason. */
const mayScan: [RegExp, string][] = [
  [/^SCAN mails\b/, "stored mails are pruned to a thousand, and mails to be sent wait for a moment only"],
  [/^SCAN messages USING INDEX messages_unindexed/, "the index has only those that are not in the search index yet"],
  [
    /^SCAN (users|groups|audit_log|reports) USING INDEX \w+: .*limit \?$/,
    "a page of an operator's list, in the order of an index",
  ],
  [/^SEARCH message_words_docsize:/, "the greatest rowid is found at once"],
];

/** Routes that are not called: they run no query, or only those of another call. */
const leftOut =
  /^GET \/(\.well-known|favicon|assets|icons|logo|pictures|offline$|manifest|sw\.js|robots\.txt$|healthz|readyz|metrics|dev\/mail$|media|covers|profile\/$|profile\/:id\/|login\/social$|verify-email\/resend$|dashboard\/(groups|invitations)|invitations\/:token\/|account\/|friends\/|group\/:id\/|notices\/|operator\/(\w+\/:id|announcement)\/|operator\/(\w+\/:id\/|announcement\/)|reading\/import$|reading\/books\/|unsubscribe)|^GET \/api\/auth\/oidc|^(POST|DELETE) \/api\/operator\/mail|^POST \/(?!api|login$|profile$|group\/:id\/messages$)/;

const asked = new Map<string, InStatement>();

/** As a statement of a write is passed on by Drizzle, a builder's and a raw one. */
interface Preparable {
  _prepare(): { getQuery(): { sql: string; params: never[] } };
}

/** Records every statement that an app runs. */
function record({ deps: { db } }: TestApp): void {
  const note = (statement: InStatement) =>
    void asked.set(typeof statement === "string" ? statement : statement.sql, statement);
  const client = (db.q as unknown as { $client: Client }).$client;
  const execute = client.execute.bind(client);
  client.execute = (statement: InStatement) => (note(statement), execute(statement));
  const write = db.write.bind(db);
  db.write = (statements) => {
    for (const statement of statements) {
      const { sql, params } = (statement as unknown as Preparable)._prepare().getQuery();
      note({ sql, args: params });
    }
    return write(statements);
  };
}

Deno.test("Every query of every page and call uses an index", async (t) => {
  await using app = await startDemo();
  record(app);
  const visited = new Set<string>();
  const visit = visiting(app, (what, { status }, text) => {
    assert.ok(status < 400, `${what}: ${status} ${text.slice(0, 200)}`);
    visited.add(what.split(" ", 2).join(" "));
  });
  for (const round of [1, 2]) await walk(visit, round);
  await askedBehindRequests(app.deps.db);
  await deleteExpired(app.deps.db, Date.now());
  await store(app.deps.db, person("Newcomer", { verifiedAt: null, verifyBy: 1 }));
  await sweepUnverified(app.deps, new AbortController().signal);
  await sweepDeletions(app.deps, new AbortController().signal);
  await forgetDecided(app.deps.db, Date.now());
  for (const decided of [true, false]) await listReports(app.deps.db, { decided, after: "report" });
  await listPeople(app.deps.db, { query: "a b", after: "person" });
  await claimDueMails(app.deps.db, Date.now(), 5);
  await nextDueIn(app.deps.db, Date.now());
  await releaseAllMails(app.deps.db);
  await app.deps.db.write([...handOverGroups(app.deps.db, "nobody", ["group"])]);

  await t.step("the walk passes every route", () => {
    const routes = createApp(app.deps).routes.filter(({ method }) => method !== "ALL");
    const missed = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    for (const route of missed) if (visited.has(route) || leftOut.test(route)) missed.delete(route);
    assert.deepEqual([...missed], []);
  });

  await t.step("no statement reads a table from end to end", async () => {
    assert.ok(asked.size > 60, `${asked.size} statements`);
    const client = (app.deps.db.q as unknown as { $client: Client }).$client;
    const scans: string[] = [];
    for (const statement of [...asked.values()]) {
      const { sql, args } = typeof statement === "string" ? { sql: statement, args: [] } : statement;
      const { rows } = await client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args });
      const details = rows.map(({ detail }) => String(detail));
      // What an inner query found is read to its end: what that one reads has steps of its own.
      const inner = details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (.*)/.exec(detail)?.[1] ?? []);
      for (const detail of details) {
        const step = `${detail}: ${sql}`;
        const isScan = /^SCAN (?!.*VIRTUAL TABLE|CONSTANT ROW)/.test(step);
        // For a least or greatest value, without an index to find it by.
        const isSearchOfAll = /^SEARCH \w+$/.test(detail);
        if (!isScan && !isSearchOfAll || inner.includes(detail.replace(/^\w+ /, ""))) continue;
        if (!mayScan.some(([excused]) => excused.test(step))) scans.push(step);
      }
    }
    assert.deepEqual(scans, []);
  });
});

/** What the live part of the service asks by itself. */
async function askedBehindRequests(db: Db): Promise<void> {
  const [ada, algebra] = [personId("ada"), groupId("algebra")];
  const members = await listMemberIds(db, algebra);
  assert.ok((await listActivity(db, algebra, members)).length > 1);
  assert.ok(await findLatestChange(db, ada, algebra));
  await indexMessages(db);
}

import * as actions from "../../../server/actions/operator/operator.ts";
import { z } from "zod";
import { listAudit } from "../../../db/operator/audit.ts";
import { listAllGroups, listPeople, listQueuedMails } from "../../../db/operator/people.ts";
import type { Page } from "../../../db/engine/page.ts";
import { listReports } from "../../../db/people/reports.ts";
import {
  AuditRow,
  DayNumbers,
  OperatedGroup,
  Person,
  QueuedMail,
  Report,
} from "../../../server/contract/operator/answers_operators.ts";
import {
  After,
  NewAnnouncement,
  PeopleQuery,
  PersonUpdate,
  ReportDecided,
  ReportsQuery,
} from "../../../server/contract/operator/operators.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { Reauthentication } from "../../../server/contract/account/auth.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { described } from "../../../server/http/describe.ts";
import { operatorOnly } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json, query } from "../../../server/http/validate.ts";

/** What operators see and do; to everybody else there is nothing here. */
export const operator = router();

/** A page of a list, with the list's name. */
const listed = <K extends string, T>(name: K, { rows, hasMore }: Page<T>) => (
  { [name]: rows, hasMore } as Record<K, T[]> & { hasMore: boolean }
);
const hasMore = z.boolean();

operator.get(
  "/people",
  described("People by name, username or address, the newest first", { people: z.array(Person), hasMore }),
  operatorOnly,
  query(PeopleQuery),
  async (c) => c.json(listed("people", await listPeople(c.var.deps.db, c.req.valid("query")))),
);

operator.put(
  "/people/:id",
  described("Disables an account, whose sessions end, or enables it"),
  operatorOnly,
  json(PersonUpdate),
  async (c) => {
    const { disabled } = c.req.valid("json");
    await actions.setDisabled(c.var.deps, c.var.user, { id: c.req.param("id"), disabled });
    return c.json({ message: disabled ? words.disabled : words.enabled });
  },
);

operator.delete(
  "/people/:id",
  described("Deletes an account at once; a session older than ten minutes needs a proof"),
  operatorOnly,
  json(Reauthentication),
  async (c) => {
    const proof = { ...c.req.valid("json"), caller: callerOf(c) };
    await actions.removePersonProven(c.var.deps, c.var.session, { id: c.req.param("id"), ...proof });
    return c.json({ message: words.removed });
  },
);

operator.delete(
  "/people/:id/totp",
  described("Turns off two-step codes; a session older than ten minutes needs a proof"),
  operatorOnly,
  json(Reauthentication),
  async (c) => {
    const proof = { ...c.req.valid("json"), caller: callerOf(c) };
    await actions.turnOffTwoStep(c.var.deps, c.var.session, { id: c.req.param("id"), ...proof });
    return c.json({ message: words.codesTurnedOff });
  },
);

operator.delete("/people/:id/sessions", described("Ends all sessions of an account"), operatorOnly, async (c) => {
  await actions.endSessions(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: words.sessionsEnded });
});

operator.get(
  "/groups",
  described("The groups, the newest first", { groups: z.array(OperatedGroup), hasMore }),
  operatorOnly,
  query(After),
  async (c) => c.json(listed("groups", await listAllGroups(c.var.deps.db, c.req.valid("query").after))),
);

operator.delete(
  "/groups/:id",
  described("Deletes a group for everyone; a session older than ten minutes needs a proof"),
  operatorOnly,
  json(Reauthentication),
  async (c) => {
    const proof = { ...c.req.valid("json"), caller: callerOf(c) };
    await actions.removeGroupProven(c.var.deps, c.var.session, { id: c.req.param("id"), ...proof });
    return c.json({ message: words.groupRemoved });
  },
);

operator.get(
  "/reports",
  described("The reports that wait, the oldest first; with `decided=1` those that are decided, the latest first", {
    reports: z.array(Report),
    hasMore,
  }),
  operatorOnly,
  query(ReportsQuery),
  async (c) => {
    const { decided, after } = c.req.valid("query");
    const reports = await listReports(c.var.deps.db, { decided: decided !== undefined, after });
    return c.json(listed("reports", reports));
  },
);

operator.put(
  "/reports/:id",
  described(
    "Decides a report, does what was decided, and tells who has reported; to remove a group, a session older than ten " +
      "minutes needs a proof",
  ),
  operatorOnly,
  json(ReportDecided),
  async (c) => {
    const decided = { ...c.req.valid("json"), id: c.req.param("id"), caller: callerOf(c) };
    await actions.decideReport(c.var.deps, c.var.session, decided);
    return c.json({ message: words.reportDecided });
  },
);

operator.get(
  "/numbers",
  described("How much happened on each of the last 365 days, the earliest first", { days: z.array(DayNumbers) }),
  operatorOnly,
  async (c) => c.json({ days: await actions.readNumbers(c.var.deps, 365) }),
);

operator.get(
  "/mail",
  described("The emails that wait or were given up, the oldest first", { mails: z.array(QueuedMail), hasMore }),
  operatorOnly,
  query(After),
  async (c) => c.json(listed("mails", await listQueuedMails(c.var.deps.db, c.req.valid("query").after))),
);

operator.post("/mail/:id/retry", described("Tries an email that waits at once"), operatorOnly, async (c) => {
  await actions.retryMail(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: words.retried });
});

operator.delete("/mail/:id", described("Drops an email that waits or was given up"), operatorOnly, async (c) => {
  await actions.dropMail(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: words.dropped });
});

operator.put(
  "/announcement",
  described("Shows a text on top of every page until it ends"),
  operatorOnly,
  json(NewAnnouncement),
  async (c) => {
    await actions.announce(c.var.deps, c.var.user, c.req.valid("json"));
    return c.json({ message: words.announced });
  },
);

operator.delete("/announcement", described("Takes the announcement down"), operatorOnly, async (c) => {
  await actions.withdrawAnnouncement(c.var.deps, c.var.user);
  return c.json({ message: words.withdrawn });
});

operator.get(
  "/audit",
  described("Every act of an operator, the latest first", { acts: z.array(AuditRow), hasMore }),
  operatorOnly,
  query(After),
  async (c) => c.json(listed("acts", await listAudit(c.var.deps.db, c.req.valid("query").after))),
);

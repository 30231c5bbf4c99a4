import { z } from "zod";
import type { Page } from "../../db/engine/query.ts";
import { listQueuedMails } from "../../db/notices/mail_queue.ts";
import { listAudit } from "../../db/operator/audit.ts";
import { listAllGroups, listPeople } from "../../db/operator/people_and_groups.ts";
import { listDayNumbers } from "../../db/operator/site.ts";
import { listReports } from "../../db/people/reports.ts";
import { addPeopleToSite } from "../../server/actions/account/added_people.ts";
import { makeCardForPerson, sendLinkToPerson } from "../../server/actions/account/cards.ts";
import { settingsOf, updateSiteSettings } from "../../server/actions/operator/settings.ts";
import { setUp } from "../../server/actions/operator/setup.ts";
import { announce, dropMail, retryMail, withdrawAnnouncement } from "../../server/actions/operator/site.ts";
import { backUpNow } from "../../server/actions/operator/state.ts";
import {
  deleteAnyGroup,
  deletePerson,
  endPersonSessions,
  turnOffPersonCodes,
  updatePerson,
} from "../../server/actions/operator/people_and_groups.ts";
import { decideReport } from "../../server/actions/operator/reports.ts";
import {
  AuditRow,
  DayNumbers,
  ListQuery,
  OperatedGroup,
  PeopleQuery,
  Person,
  QueuedMail,
  Report,
  ReportsQuery,
  SiteSettings,
} from "../../server/contract/operator/shapes.ts";
import type { SignedIn } from "../../server/contract/account/shapes.ts";
import type { CallDoor } from "../../server/http/call_door.ts";
import { signInBrowser } from "../../server/http/sign_in.ts";
import { operation } from "../../server/operation.ts";

const access = "operator";
const hasMore = z.boolean();

const named = <K extends string, T>(name: K, { rows, hasMore }: Page<T>) => (
  { [name]: rows, hasMore } as Record<K, T[]> & { hasMore: boolean }
);

const readPeople = operation({
  call: "GET /operator/people",
  summary: "People by name, username or address, the newest first",
  access,
  takes: PeopleQuery,
  gives: { people: z.array(Person), hasMore },
  run: async ({ deps }, query) => named("people", await listPeople(deps.db, query)),
});

const readAllGroups = operation({
  call: "GET /operator/groups",
  summary: "The groups, the newest first",
  access,
  takes: ListQuery,
  gives: { groups: z.array(OperatedGroup), hasMore },
  run: async ({ deps }, { after }) => named("groups", await listAllGroups(deps.db, after)),
});

const readReports = operation({
  call: "GET /operator/reports",
  summary: "The reports that wait, the oldest first; with `decided=1` those that are decided, the latest first",
  access,
  takes: ReportsQuery,
  gives: { reports: z.array(Report), hasMore },
  run: async ({ deps }, { decided, after }) =>
    named("reports", await listReports(deps.db, { decided: decided !== undefined, after })),
});

const readNumbers = operation({
  call: "GET /operator/numbers",
  summary: "How much happened on each of the last 365 days, the earliest first",
  access,
  gives: { days: z.array(DayNumbers) },
  run: async ({ deps: { db, clock } }) => ({ days: await listDayNumbers(db, 365, clock()) }),
});

const readSiteSettings = operation({
  call: "GET /operator/settings",
  summary: "What operators may set, as it is now, and which of it the environment sets",
  access: "operator",
  gives: { settings: SiteSettings },
  isSecret: true,
  run: ({ deps }) => ({ settings: settingsOf(deps.config) }),
});

const readMailQueue = operation({
  call: "GET /operator/mail",
  summary: "The emails that wait or were given up, the oldest first",
  access,
  takes: ListQuery,
  gives: { mails: z.array(QueuedMail), hasMore },
  run: async ({ deps }, { after }) => named("mails", await listQueuedMails(deps.db, after)),
});

const readAudit = operation({
  call: "GET /operator/audit",
  summary: "Every act of an operator, the latest first",
  access,
  takes: ListQuery,
  gives: { acts: z.array(AuditRow), hasMore },
  run: async ({ deps }, { after }) => named("acts", await listAudit(deps.db, after)),
});

export const operator = {
  readPeople,
  addPeopleToSite,
  makeCardForPerson,
  sendLinkToPerson,
  updatePerson,
  deletePerson,
  endPersonSessions,
  turnOffPersonCodes,
  readAllGroups,
  deleteAnyGroup,
  readReports,
  decideReport,
  readNumbers,
  readMailQueue,
  retryMail,
  dropMail,
  announce,
  withdrawAnnouncement,
  readAudit,
  setUp,
  readSiteSettings,
  updateSiteSettings,
  backUpNow,
};

export const operatorDoors: Partial<Record<keyof typeof operator, CallDoor>> = {
  setUp: { done: (c, { token }: SignedIn) => signInBrowser(c, token) },
};

import { countMails, listQueuedMails } from "../../../db/notices/mail_queue.ts";
import { listAudit } from "../../../db/operator/audit.ts";
import { findGroupCreator, listAllGroups } from "../../../db/operator/people_and_groups.ts";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Notice } from "../../../islands/ui/Notice.tsx";
import { dayInText } from "../../../islands/ui/time_format.ts";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { deleteAnyGroup } from "../../../server/actions/operator/people_and_groups.ts";
import { dropMail, retryMail } from "../../../server/actions/operator/site.ts";
import { latestMailTest } from "../../../server/actions/operator/state.ts";
import { cardPaths } from "../../../server/contract/account/paths.ts";
import { addedPeopleTexts } from "../../../server/contract/account/texts.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import { type AuditAct, type AuditRow, ListQuery } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import type { Refusal } from "../../../server/http/form.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import type { C } from "../../layout/page.tsx";
import { nameOf, type StoredKey, storedKeys } from "../../../server/settings/settings.ts";
import { failedTest } from "./state.tsx";
import { Act, actionIn, Confirm, formatOf, List, listQuery, operatorTab, RowMenu } from "./page.tsx";

export const lists = router();

const groupsTab = operatorPaths.operatorTab("groups");

lists.get("/operator/groups", operatorPage, (c) => showGroups(c, { removing: c.req.query("remove") }));

mountForm(lists, deleteAnyGroup, {
  refused: (c, refusal, { params }) => showGroups(c, { removing: params.id, refusal }),
});

async function showGroups(c: C, { removing, refusal }: { removing?: string; refusal?: Refusal }): Promise<Response> {
  const { after } = ListQuery.parse(c.req.query());
  const { deps, session } = c.var;
  const [listed, toRemove, by] = await Promise.all([
    listAllGroups(deps.db, after),
    removing === undefined ? undefined : findGroupCreator(deps.db, removing),
    reauthenticatedBy(deps, session),
  ]);
  const format = formatOf(c);
  return await operatorTab(c, "groups", {
    refusal,
    body: (
      <>
        {toRemove && (
          <Confirm
            question={words.confirmRemoveGroup(toRemove.groupName)}
            text={words.removeGroup}
            action={actionIn(c, "groups", { id: removing!, act: "remove" })}
            back={groupsTab + listQuery(c)}
            by={by}
          />
        )}
        <List tab="groups" page={listed}>
          {({ id, groupName, members, messages, creator, createdAt, activeAt }) => (
            <article className="operator-row" aria-label={groupName}>
              <div className="operator-what">
                <p>
                  <strong dir="auto">{groupName}</strong>
                </p>
                <p className="muted">{words.madeBy(creator, dayInText(format, createdAt))}</p>
              </div>
              <p>{words.groupLine(members, messages)}</p>
              <p className="operator-when muted">{words.lastActive(dayInText(format, activeAt))}</p>
              <RowMenu
                id={id}
                of={groupName}
                dangers={
                  <LinkButton
                    kind="danger"
                    href={groupsTab + listQuery(c, { remove: id })}
                    aria-label={`${words.removeGroup}: ${groupName}`}
                  >
                    {words.removeGroup}…
                  </LinkButton>
                }
              >
                <LinkButton
                  kind="plain"
                  href={cardPaths.addToSite(id)}
                  aria-label={`${addedPeopleTexts.title}: ${groupName}`}
                >
                  {addedPeopleTexts.title}
                </LinkButton>
              </RowMenu>
            </article>
          )}
        </List>
      </>
    ),
  });
}

lists.get("/operator/mail", operatorPage, async (c) => {
  const { db, config } = c.var.deps;
  const [mails, { stored }, test] = await Promise.all([
    listQueuedMails(db, ListQuery.parse(c.req.query()).after),
    config.mailUrl ? { stored: 0 } : countMails(db),
    latestMailTest(c.var.deps),
  ]);
  const format = formatOf(c);
  const at = (time: string) => `${dayInText(format, time)}, ${format.time(time)}`;
  return await operatorTab(c, "mail", {
    body: (
      <>
        {!config.mailUrl && (
          <Notice kind="info">
            <p>
              {words.noMailServer}. {stored > 0 && words.mailsStored(stored)}
            </p>
            <p className="operator-links">
              <a href={operatorPaths.operatorTab("setup")}>{words.setMailServer}</a>
            </p>
          </Notice>
        )}
        {test?.sent === false && (
          <Notice kind="info">
            <p>{failedTest(c, test)}</p>
            <p className="operator-links">
              <a href={operatorPaths.operatorTab("setup")}>{words.tabs.setup}</a>
            </p>
          </Notice>
        )}
        <p className="muted">{words.mailHint}</p>
        <List tab="mail" page={mails} none={config.mailUrl ? undefined : words.none.mailStored}>
          {({ id, to, subject, attempts, dueAt, failedAt }) => (
            <>
              <div className="operator-what">
                <p>
                  <strong>{subject}</strong>
                </p>
                <p>{to}</p>
                <p className="operator-when muted">
                  <span className={failedAt ? "operator-failed" : undefined}>
                    {`${words.attempts(attempts)}, ${failedAt ? words.givenUp(at(failedAt)) : words.due(at(dueAt!))}`}
                  </span>
                </p>
              </div>
              <div className="operator-acts">
                {!failedAt && <Act action={actionIn(c, "mail", { id, act: "retry" })} text={words.retry} of={to} />}
                <Act action={actionIn(c, "mail", { id, act: "drop" })} kind="danger" text={words.drop} of={to} />
              </div>
            </>
          )}
        </List>
      </>
    ),
  });
});

mountForms(lists, [retryMail, dropMail]);

lists.get("/operator/audit", operatorPage, async (c) => {
  const acts = await listAudit(c.var.deps.db, ListQuery.parse(c.req.query()).after);
  const format = formatOf(c);
  return await operatorTab(c, "audit", {
    body: (
      <>
        <p className="muted">{words.auditHint}</p>
        <List tab="audit" page={acts}>
          {({ at, operator, ...act }) => (
            <div className="operator-what">
              <p>
                <strong>{words.acts[act.act as AuditAct] ?? act.act}</strong> <span dir="auto">{subjectOf(act)}</span>
              </p>
              {act.detail && <p className="operator-text" dir="auto">{detailOf(act)}</p>}
              <p className="muted">{`${operator}, ${dayInText(format, at)}, ${format.time(at)}`}</p>
            </div>
          )}
        </List>
      </>
    ),
  });
});

type LoggedAct = Pick<AuditRow, "act" | "subject" | "subjectId" | "detail">;

const settingOf = ({ act, subjectId }: LoggedAct): StoredKey | undefined =>
  act === "change setting" ? storedKeys.find((key) => nameOf(key) === subjectId) : undefined;

/** Its label stands below a heading on the page of settings, and here alone. */
const subjectOf = (act: LoggedAct): string => settingOf(act) === "backupEvery" ? words.backupsMade : act.subject;

const valuesOf: Partial<Record<StoredKey, Record<string, string>>> = {
  registration: words.registrations,
  emailsShown: words.emailsShown,
  backupEvery: words.intervals,
};

/** Settings are stored in the log as the environment would write them, and shown as on their own page. */
function detailOf(act: LoggedAct): string {
  const { detail = "" } = act;
  const setting = settingOf(act);
  if (!setting || !detail) return detail ?? "";
  return detail.split(" → ").map((value) => value === "–" ? words.notSet : valuesOf[setting]?.[value] ?? value)
    .join(" → ");
}

import { listQueuedMails } from "../../../db/notices/mail_queue.ts";
import { Button } from "../../../islands/ui/Button.tsx";
import { dropMail, retryMail } from "../../../server/actions/operator/mail.ts";
import { ListQuery } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { mountForms } from "../../../server/http/form_door.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { formatOf, listQuery, More, operatorTab } from "./page.tsx";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";

export const mail = router();

const here = operatorPaths.operatorTab("mail");

mail.get("/operator/mail", operatorPage, async (c) => {
  const mails = await listQueuedMails(c.var.deps.db, ListQuery.parse(c.req.query()).after);
  const format = formatOf(c);
  const at = (time: string) => `${format.day(time)}, ${format.time(time)}`;
  return await operatorTab(c, "mail", {
    body: (
      <>
        <p className="muted">{words.mailHint}</p>
        <ul className="lined-list">
          {mails.rows.map(({ id, to, subject, attempts, dueAt, failedAt }) => (
            <li key={id}>
              <div className="operator-what">
                <p>
                  <strong>{to}</strong> {subject}
                </p>
                <p className="muted">
                  {`${words.attempts(attempts)}, ${failedAt ? words.givenUp(at(failedAt)) : words.due(at(dueAt!))}`}
                </p>
              </div>
              <div className="operator-acts">
                {!failedAt && (
                  <form method="post" action={operatorPaths.operate("mail", id, "retry") + listQuery(c)}>
                    <Button type="submit" kind="plain" aria-label={`${words.retry}: ${to}`}>{words.retry}</Button>
                  </form>
                )}
                <form method="post" action={operatorPaths.operate("mail", id, "drop") + listQuery(c)}>
                  <Button type="submit" kind="danger" aria-label={`${words.drop}: ${to}`}>{words.drop}</Button>
                </form>
              </div>
            </li>
          ))}
        </ul>
        {mails.rows.length === 0 && <p>{words.none}</p>}
        <More page={mails} to={(after) => `${here}?after=${encodeURIComponent(after)}`} />
      </>
    ),
  });
});

mountForms(mail, [retryMail, dropMail]);

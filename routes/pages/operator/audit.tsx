import { listAudit } from "../../../db/operator/audit.ts";
import { ListQuery } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { formatOf, More, operatorTab } from "./page.tsx";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";

export const audit = router();

audit.get("/operator/audit", operatorPage, async (c) => {
  const acts = await listAudit(c.var.deps.db, ListQuery.parse(c.req.query()).after);
  const format = formatOf(c);
  return await operatorTab(c, "audit", {
    body: (
      <>
        <p className="muted">{words.auditHint}</p>
        <ul className="lined-list">
          {acts.rows.map(({ id, at, operator, act, subject, detail }) => (
            <li key={id}>
              <div className="operator-what">
                <p>
                  <strong>{act}</strong> <span dir="auto">{subject}</span>
                </p>
                <p className="muted">{`${operator}, ${format.day(at)}, ${format.time(at)}`}</p>
                {detail && <p className="operator-text" dir="auto">{detail}</p>}
              </div>
            </li>
          ))}
        </ul>
        {acts.rows.length === 0 && <p>{words.none}</p>}
        <More page={acts} to={(after) => `${operatorPaths.operatorTab("audit")}?after=${encodeURIComponent(after)}`} />
      </>
    ),
  });
});

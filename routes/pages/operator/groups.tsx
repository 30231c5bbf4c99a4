import { findGroupCreator, listAllGroups } from "../../../db/operator/people.ts";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { removeGroupProven } from "../../../server/actions/operator/operator.ts";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { After } from "../../../server/contract/operator/operators.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { Reauthentication } from "../../../server/contract/account/auth.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { flashAndRedirect, readForm, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { Confirm } from "./Confirm.tsx";
import { type C, formatOf, listQuery, More, operatorTab } from "./page.tsx";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";

export const groups = router();

const here = operatorPaths.operatorTab("groups");

groups.get("/operator/groups", operatorPage, (c) => show(c, { removing: c.req.query("remove") }));

async function show(c: C, { removing, failed }: { removing?: string; failed?: Refusal }): Promise<Response> {
  const { after } = After.parse(c.req.query());
  const { deps, session } = c.var;
  const [listed, toRemove, by] = await Promise.all([
    listAllGroups(deps.db, after),
    removing === undefined ? undefined : findGroupCreator(deps.db, removing),
    reauthenticatedBy(deps, session),
  ]);
  const format = formatOf(c);
  return await operatorTab(
    c,
    "groups",
    <>
      {toRemove && (
        <Confirm
          question={words.confirmRemoveGroup(toRemove.groupName)}
          text={words.removeGroup}
          action={operatorPaths.operate("groups", removing!, "remove") + listQuery(c)}
          back={here + listQuery(c)}
          by={by}
        />
      )}
      <ul className="lined-list">
        {listed.rows.map(({ id, groupName, members, messages, creator, activeAt }) => (
          <li key={id}>
            <div className="operator-what">
              <p>
                <strong dir="auto">{groupName}</strong> {words.groupLine(members, messages)}
              </p>
              <p className="muted">{words.madeBy(creator, format.day(activeAt))}</p>
            </div>
            <div className="operator-acts">
              <LinkButton
                kind="danger"
                href={here + listQuery(c, { remove: id })}
                aria-label={`${words.removeGroup}: ${groupName}`}
              >
                {words.removeGroup}
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
      {listed.rows.length === 0 && <p>{words.none}</p>}
      <More page={listed} to={(after) => `${here}?after=${encodeURIComponent(after)}`} />
    </>,
    failed,
  );
}

groups.post("/operator/groups/:id/remove", operatorPage, async (c) => {
  const { deps, session } = c.var;
  const id = c.req.param("id");
  const outcome = await runFormAction(
    c,
    { schema: Reauthentication, fields: await readForm(c) },
    (proof) => removeGroupProven(deps, session, { id, ...proof, caller: callerOf(c) }),
  );
  if (outcome.ok) return flashAndRedirect(c, outcome, { success: words.groupRemoved, to: here + listQuery(c) });
  return await show(c, { removing: id, failed: outcome });
});

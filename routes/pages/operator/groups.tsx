import { findGroupCreator, listAllGroups } from "../../../db/operator/groups.ts";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { deleteAnyGroup } from "../../../server/actions/operator/groups.ts";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { ListQuery } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import type { Refusal } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { type C, Confirm, formatOf, listQuery, More, operatorTab } from "./page.tsx";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";

export const groups = router();

const here = operatorPaths.operatorTab("groups");

groups.get("/operator/groups", operatorPage, (c) => show(c, { removing: c.req.query("remove") }));

mountForm(groups, deleteAnyGroup, {
  refused: (c, refusal, { params }) => show(c, { removing: params.id, refusal }),
});

async function show(c: C, { removing, refusal }: { removing?: string; refusal?: Refusal }): Promise<Response> {
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
      </>
    ),
  });
}

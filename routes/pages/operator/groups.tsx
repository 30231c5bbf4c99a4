import { z } from "zod";
import { findGroupCreator, listAllGroups } from "../../../db/operators.ts";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { removeGroup } from "../../../server/actions/operator.ts";
import { After } from "../../../server/contract/operators.ts";
import { operatorTexts as words } from "../../../server/contract/operator_texts.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { answerForm, formatOf, listQuery, More, operatorTab } from "./page.tsx";

export const groups = router();

const here = formPaths.operatorTab("groups");

groups.get("/operator/groups", operatorPage, async (c) => {
  const { after } = After.parse(c.req.query());
  const removing = c.req.query("remove");
  const { db } = c.var.deps;
  const [listed, toRemove] = await Promise.all([
    listAllGroups(db, after),
    removing === undefined ? undefined : findGroupCreator(db, removing),
  ]);
  const format = formatOf(c);
  return await operatorTab(
    c,
    "groups",
    <>
      {toRemove && (
        <section className="card stack">
          <p>{words.confirmRemoveGroup(toRemove.groupName)}</p>
          <form
            method="post"
            action={formPaths.operate("groups", removing!, "remove") + listQuery(c)}
            className="operator-acts"
          >
            <Button type="submit" kind="danger">{words.removeGroup}</Button>
            <LinkButton href={here + listQuery(c)}>{words.cancel}</LinkButton>
          </form>
        </section>
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
  );
});

groups.post("/operator/groups/:id/remove", operatorPage, (c) => {
  const remove = () => removeGroup(c.var.deps, c.var.user, c.req.param("id"));
  return answerForm(c, { schema: z.unknown(), tab: "groups", success: words.groupRemoved }, remove);
});

/** What operators see who have no second step to sign in: by when they need one, and from then on nothing else. */
import { createMiddleware } from "hono/factory";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { isOperator, secondStepDue } from "../../../server/auth/operators.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import type { Env } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const secondStepFirst = createMiddleware<Env>(async (c, next) => {
  const { deps, session } = c.var;
  const due = session && isOperator(deps.config, session.user) ? await secondStepDue(deps, session) : undefined;
  if (due === undefined) return await next();
  c.set("secondStepDue", due);
  if (deps.clock() < due) return await next();
  return page(c, {
    title: words.twoStep,
    description: words.twoStepNeeded,
    path: operatorPaths.operator,
    width: "narrow",
    status: 403,
    body: (
      <div className="card stack">
        <h1>{words.twoStep}</h1>
        <p>{words.twoStepNeeded} {words.twoStepWhy}</p>
        <SetUp />
      </div>
    ),
  });
});

export const SetUp = () => (
  <div className="cluster">
    <LinkButton kind="primary" href={`${accountPaths.account}#two-step`}>{words.toTwoStep}</LinkButton>
    <LinkButton href={`${accountPaths.account}#passkeys`}>{words.toPasskeys}</LinkButton>
  </div>
);

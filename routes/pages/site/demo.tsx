import { z } from "zod";
import { listGroupLinks } from "../../../db/groups/groups.ts";
import { Button } from "../../../islands/ui/Button.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { beginDemo } from "../../../server/actions/site/demo.ts";
import { isOpen } from "../../../server/actions/account/registration.ts";
import { loginPaths } from "../../../server/contract/account/paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { demoTexts, descriptions } from "../../../server/contract/site/texts.ts";
import { setSessionCookie } from "../../../server/http/cookies.ts";
import { type Refusal, runFormAction } from "../../../server/http/form.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import { callerOf } from "../../../server/http/sign_in.ts";
import { page } from "../../layout/page.tsx";
import { cardPage } from "../../layout/parts.tsx";

/** Only there with `DEMO=true`. */
export const demo = router();

demo.get(sitePaths.demo, visitorPage, async (c) => await toOwnGroup(c) ?? show(c));

demo.post(sitePaths.demo, visitorPage, async (c) => await toOwnGroup(c) ?? begin(c));

/** Where a guest is led from what is not theirs. */
async function toOwnGroup(c: Ctx): Promise<Response | undefined> {
  const { session, deps: { db } } = c.var;
  const [group] = session ? await listGroupLinks(db, session.user.id) : [];
  return group && c.redirect(groupPaths.group(group.id), 303);
}

async function begin(c: Ctx): Promise<Response> {
  const outcome = await runFormAction(
    c,
    { schema: z.unknown(), fields: {} },
    () => beginDemo(c.var.deps, callerOf(c)),
  );
  if (!outcome.ok) return show(c, outcome);
  setSessionCookie(c, outcome.value.token);
  return c.redirect(groupPaths.group(outcome.value.groupId), 303);
}

const show = (c: Ctx, refusal?: Refusal) =>
  page(
    c,
    cardPage(
      { title: demoTexts.tryIt, description: descriptions.demo, refusal },
      <>
        <h1>{demoTexts.tryIt}</h1>
        {refusal && <FormError text={refusal.message} />}
        <p>{demoTexts.about}</p>
        <p>{demoTexts.alone}</p>
        <form method="post" className="stack">
          <Button type="submit" kind="primary">{demoTexts.begin}</Button>
        </form>
        {isOpen(c.var.deps) && (
          <p className="muted">
            Or <a href={loginPaths.register}>sign up</a>, and keep what you write.
          </p>
        )}
      </>,
    ),
  );

import { findAnnouncement } from "../../../db/operator/site.ts";
import { fieldOf, Select, TextArea } from "../../../islands/forms/Field.tsx";
import { announce, withdrawAnnouncement } from "../../../server/actions/operator/site.ts";
import * as operatorLimits from "../../../server/contract/operator/limits.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { ownPath, sitePaths } from "../../../server/contract/site/paths.ts";
import { setClosed } from "../../../server/http/cookies.ts";
import { type Fields, readForm, type Refusal } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";
import type { C } from "../../layout/page.tsx";
import { PostButton, Submit } from "../../layout/parts.tsx";
import { formatOf, operatorTab } from "./page.tsx";

export const site = router();

const here = operatorPaths.operatorTab("announcement");

site.get("/operator/announcement", operatorPage, (c) => show(c));

mountForm(site, announce, { refused: (c, refusal, { fields }) => show(c, { fields, refusal }) });
mountForm(site, withdrawAnnouncement);

async function show(c: C, failed?: { fields: Fields; refusal: Refusal }) {
  const { db, clock } = c.var.deps;
  const present = await findAnnouncement(db, clock());
  const format = formatOf(c);
  const issues = failed?.refusal.issues;
  return await operatorTab(c, "announcement", {
    refusal: failed?.refusal,
    body: (
      <>
        <p className="muted">{words.announcementHint}</p>
        {present
          ? (
            <section className="card stack">
              <p className="operator-text operator-shown">{present.text}</p>
              <p className="muted">
                {words.shownUntil(`${format.day(present.endsAt)}, ${format.time(present.endsAt)}`)}
              </p>
              <PostButton action={`${here}/withdraw`}>{words.withdraw}</PostButton>
            </section>
          )
          : <p>{words.noneShown}</p>}
        <form method="post" action={here} className="card stack">
          {present && <h2>{words.newAnnouncement}</h2>}
          <TextArea
            label={words.announcementText}
            rows={3}
            maxLength={operatorLimits.announcement.max}
            defaultValue={failed?.fields.text}
            required
            {...fieldOf("text", issues)}
          />
          <Select
            label={words.hours}
            options={Object.entries(words.spansOfHours).map(([value, label]) => ({ value, label }))}
            defaultValue={failed?.fields.hours ?? 24}
            {...fieldOf("hours", issues)}
          />
          <Submit kind="primary">{words.announce}</Submit>
        </form>
      </>
    ),
  });
}

const back = <E extends Env>(c: Ctx<E>) => c.redirect(ownPath(c.req.query("next")) ?? sitePaths.home, 303);

site.get(operatorPaths.closeAnnouncement, back);

site.post(operatorPaths.closeAnnouncement, async (c) => {
  const { id } = await readForm(c);
  setClosed(c, "announcement", { id, where: "/", seconds: operatorLimits.announcement.hours * 3600 });
  return back(c);
});

import * as operatorLimits from "../../../server/contract/operator/limits.ts";
import { z } from "zod";
import { findAnnouncement } from "../../../db/operator/people.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../islands/forms/FieldFrame.tsx";
import { TextArea } from "../../../islands/forms/TextArea.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { announce, withdrawAnnouncement } from "../../../server/actions/operator/operator.ts";
import { AnnouncementForm } from "../../../server/contract/operator/operators.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { type Fields, flashAndRedirect, readForm, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { answerForm, type C, formatOf, operatorTab } from "./page.tsx";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";

export const announcement = router();

const here = operatorPaths.operatorTab("announcement");

announcement.get("/operator/announcement", operatorPage, (c) => show(c));

async function show(c: C, failed?: { fields: Fields; refusal: Refusal }) {
  const { db, clock } = c.var.deps;
  const present = await findAnnouncement(db, clock());
  const format = formatOf(c);
  const issues = failed?.refusal.issues;
  return await operatorTab(
    c,
    "announcement",
    <>
      <p className="muted">{words.announcementHint}</p>
      {present
        ? (
          <section className="card stack">
            <p className="operator-text">{present.text}</p>
            <p className="muted">{words.shownUntil(`${format.day(present.endsAt)}, ${format.time(present.endsAt)}`)}</p>
            <form method="post" action={`${here}/withdraw`}>
              <Button type="submit">{words.withdraw}</Button>
            </form>
          </section>
        )
        : <p>{words.noneShown}</p>}
      <form method="post" action={here} className="card stack">
        <TextArea
          label={words.announcementText}
          rows={3}
          maxLength={operatorLimits.operator.announcement}
          defaultValue={failed?.fields.text}
          required
          {...fieldOf("text", issues)}
        />
        <Field
          label={words.hours}
          type="number"
          min={1}
          max={operatorLimits.operator.hours}
          defaultValue={failed?.fields.hours ?? 24}
          required
          {...fieldOf("hours", issues)}
        />
        <div>
          <Button type="submit" kind="primary">{words.announce}</Button>
        </div>
      </form>
    </>,
    failed?.refusal,
  );
}

announcement.post("/operator/announcement", operatorPage, async (c) => {
  const fields = await readForm(c);
  const { deps, user } = c.var;
  const outcome = await runFormAction(
    c,
    { schema: AnnouncementForm, fields },
    ({ text, hours }) => announce(deps, user, { text, endsAt: deps.clock() + hours * 3600_000 }),
  );
  if (!outcome.ok) return await show(c, { fields, refusal: outcome });
  return flashAndRedirect(c, outcome, { success: words.announced, to: here });
});

announcement.post("/operator/announcement/withdraw", operatorPage, (c) => {
  const withdraw = () => withdrawAnnouncement(c.var.deps, c.var.user);
  return answerForm(c, { schema: z.unknown(), tab: "announcement", success: words.withdrawn }, withdraw);
});

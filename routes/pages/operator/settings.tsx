import { iso } from "../../../db/engine/query.ts";
import { findStoredSite } from "../../../db/operator/site_settings.ts";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { settingsOf, updateSiteSettings } from "../../../server/actions/operator/settings.ts";
import { backUpNow, stateOf } from "../../../server/actions/operator/state.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import type { MailTest } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import type { Fields, Refusal } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { type C, page } from "../../layout/page.tsx";
import { formatOf, operatorTab, Section, SetUp } from "./page.tsx";
import { SettingsSections } from "./settings_sections.tsx";
import { State } from "./state.tsx";

export const settings = router();

const here = operatorPaths.operatorTab("setup");

settings.get(here, operatorPage, (c) => show(c));

mountForm(settings, updateSiteSettings, {
  refused: (c, refusal, { fields }) => show(c, { fields, refusal }),
  // The outcome of a test mail is shown with the form, so that the settings can be corrected beside it.
  done: (c, { test }: { test: MailTest | null }) => test ? show(c, { test }) : undefined,
});

mountForm(settings, backUpNow);

interface Shown {
  fields?: Fields;
  refusal?: Refusal;
  test?: MailTest;
}

/** The first time it stands alone, until its operator saves it or goes elsewhere. */
async function show(c: C, { fields, refusal, test }: Shown = {}): Promise<Response> {
  const { deps } = c.var;
  const stored = (await findStoredSite(deps.db)).settings;
  const isFirst = stored === undefined;
  const form = (
    <form method="post" action={here} className="stack operator-settings">
      {/* The form's first button is what Enter presses in a field: a test mail is sent by its own alone. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {isFirst && <input type="hidden" name="first" value="1" />}
      {refusal && !refusal.issues?.length && <FormError text={refusal.message} />}
      <SettingsSections
        c={c}
        settings={settingsOf(deps.config)}
        typed={fields}
        issues={refusal?.issues}
        stored={stored}
        test={test}
      />
      <div className="operator-save">
        <Button type="submit" kind="primary">{isFirst ? words.saveFirst : words.save}</Button>
        {isFirst && <LinkButton kind="plain" href={sitePaths.dashboard}>{words.later}</LinkButton>}
      </div>
    </form>
  );
  if (!isFirst) {
    const body = (
      <>
        <State c={c} {...await stateOf(deps)} />
        <Safety c={c} />
        {form}
      </>
    );
    const toast = refusal?.issues?.length ? words.seeMarked : undefined;
    return await operatorTab(c, "setup", { refusal, toast, body });
  }
  return await page(c, {
    title: words.welcome,
    description: words.description,
    styles: ["operator-page"],
    path: operatorPaths.operator,
    refusal,
    body: (
      <div className="operator stack">
        <h1>{words.welcome}</h1>
        <p>{words.welcomeHint}</p>
        {form}
        <Safety c={c} />
      </div>
    ),
  });
}

/** Operators have some days to set up a second step, and are asked to from the first page on. */
const Safety = ({ c }: { c: C }) => {
  const due = c.var.secondStepDue;
  if (due === undefined) return null;
  return (
    <Section title={words.sections.safety}>
      <p>{words.safetyHint(formatOf(c).day(iso(due)))}</p>
      <SetUp isBeside />
    </Section>
  );
};

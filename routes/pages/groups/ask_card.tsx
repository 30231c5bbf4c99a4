import type { ReactNode } from "react";
import { findSettings } from "../../../db/groups/settings.ts";
import { Button } from "../../../islands/ui/Button.tsx";
import { aboutPaths } from "../../../server/contract/groups/about_paths.ts";
import { askTexts } from "../../../server/contract/groups/settings_texts.ts";
import type { Settings } from "../../../server/contract/groups/settings_shapes.ts";
import type { StyleName } from "../../../server/contract/site/assets.ts";
import { type C, tryLoad } from "../../layout/page.tsx";

interface Asked {
  groupId: string;
  /** Where the question is shown, and the answer leads back to: `members`, or the id of a book. */
  from?: string;
  /** One line, until it is opened. */
  isFolded?: boolean;
}

interface AskCard {
  card: ReactNode;
  styles: StyleName[];
  settings?: Settings;
  /** Whether somebody asks the viewer, who organizes the group, to join. */
  hasRequests?: boolean;
}

/** What the group asks the viewer, one question at a time. Organizers are not asked for the overview. */
export async function askCard(c: C, asked: Asked): Promise<AskCard> {
  const read = await tryLoad(c, () => findSettings(c.var.deps.db, c.var.user.id, asked.groupId));
  if (!read) return { card: null, styles: [] };
  const { settings, own, isOrganizer, hasRequests } = read;
  const known = { settings, hasRequests };
  if (settings.askToShare && own.sharesPages === null) return { ...cardOf("sharing", asked), ...known };
  if (settings.overview && own.inOverview === null && !isOrganizer) {
    return { ...cardOf("overview/agreement", asked), ...known };
  }
  return { card: null, styles: [], ...known };
}

const texts = { "sharing": askTexts.share, "overview/agreement": askTexts.overview };

function cardOf(question: keyof typeof texts, { groupId, from, isFolded }: Asked): AskCard {
  const { title, text, yes, no } = texts[question];
  const form = (
    <>
      <p>{text}</p>
      <form method="post" action={aboutPaths.answer(groupId, question, from)} className="cluster">
        <Button type="submit" kind="primary" name="shared" value="true">{yes}</Button>
        <Button type="submit" kind="plain" name="shared" value="false">{no}</Button>
      </form>
    </>
  );
  const card = isFolded
    ? (
      <details className="card fold ask">
        <summary>{title}</summary>
        {form}
      </details>
    )
    : (
      <section className="card ask" aria-labelledby="ask-title">
        <h2 id="ask-title">{title}</h2>
        {form}
      </section>
    );
  return { card, styles: ["ask"] };
}

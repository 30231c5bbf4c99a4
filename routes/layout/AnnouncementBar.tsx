import type { Announcement } from "../../db/operator/people.ts";
import { IconButton } from "../../islands/ui/IconButton.tsx";
import { operatorTexts } from "../../server/contract/operator/texts.ts";
import { withNext } from "../../server/contract/site/paths.ts";
import { operatorPaths } from "../../server/contract/operator/paths.ts";

interface Props {
  announcement: Announcement;
  /** The address of the page, to which its closing returns. */
  here: string;
}

/** What the operators have to say to everybody, until its reader closes it. */
export const AnnouncementBar = ({ announcement: { id, text }, here }: Props) => (
  <aside className="announcement" aria-label={operatorTexts.tabs.announcement} data-announcement>
    <p dir="auto">{text}</p>
    <form method="post" action={withNext(operatorPaths.closeAnnouncement, here)}>
      <input type="hidden" name="id" value={id} />
      <IconButton type="submit" icon="close" label={operatorTexts.closeAnnouncement} />
    </form>
  </aside>
);

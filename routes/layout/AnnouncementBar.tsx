import type { Announcement } from "../../db/operator/people.ts";
import { IconButton } from "../../islands/ui/IconButton.tsx";
import { formPaths } from "../../server/contract/form_paths.ts";
import { operatorTexts } from "../../server/contract/operator/operator_texts.ts";
import { withNext } from "../../server/contract/paths.ts";

interface Props {
  announcement: Announcement;
  /** The address of the page, to which its closing returns. */
  here: string;
}

/** What the operators have to say to everybody, until its reader closes it. */
export const AnnouncementBar = ({ announcement: { id, text }, here }: Props) => (
  <aside className="announcement" aria-label={operatorTexts.tabs.announcement} data-announcement>
    <p dir="auto">{text}</p>
    <form method="post" action={withNext(formPaths.closeAnnouncement, here)}>
      <input type="hidden" name="id" value={id} />
      <IconButton type="submit" icon="close" label={operatorTexts.closeAnnouncement} />
    </form>
  </aside>
);

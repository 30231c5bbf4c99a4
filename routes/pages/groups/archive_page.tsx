import { isOrganizer } from "../../../db/groups/roles.ts";
import { isMember } from "../../../db/groups/members.ts";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { archiveImportTexts } from "../../../server/contract/groups/archive_import_texts.ts";
import { archiveTexts as words } from "../../../server/contract/groups/archive_texts.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { groupsTexts } from "../../../server/contract/groups/texts.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { sendArchive } from "../../api/groups.ts";
import { toDashboard } from "../../layout/page.tsx";
import { LinkRow } from "../../layout/parts.tsx";
import { partOfGroup } from "./part_of_group.tsx";

export const archivePage = router();

archivePage.get("/group/:id/archive", signedInPage, (c) => {
  const groupId = c.req.param("id");
  const head = { groupId, description: words.description, styles: ["archive-page"] as const, ofGroups: true };
  return partOfGroup(c, head, ({ role }) => ({
    title: words.title,
    body: (
      <>
        <p>{words.intro}</p>
        {role !== "member" && (
          <section className="card stack" aria-label={words.download}>
            <p className="muted">{words.limits}</p>
            <LinkButton href={clubPaths.archiveFile(groupId)} icon="download" download>{words.download}</LinkButton>
          </section>
        )}
        <Contents id="is-in" title={words.isIn} lines={words.contents} />
        <Contents id="is-not-in" title={words.isNotIn} lines={words.leftOut} />
        <LinkRow href={`${clubPaths.findGroups}#import`}>{archiveImportTexts.link}</LinkRow>
      </>
    ),
  }));
});

const Contents = ({ id, title, lines }: { id: string; title: string; lines: string[] }) => (
  <section className="card stack" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <ul>{lines.map((line) => <li key={line}>{line}</li>)}</ul>
  </section>
);

archivePage.get("/group/:id/archive.zip", signedInPage, async (c) => {
  const { deps: { db }, user } = c.var;
  const groupId = c.req.param("id");
  if (!await isMember(db, user.id, groupId)) return toDashboard(c, groupsTexts.loadDetailsFailed);
  if (await isOrganizer(db, user.id, groupId)) return await sendArchive(c);
  setFlash(c, "error", words.onlyOrganizers);
  return c.redirect(clubPaths.archive(groupId), 303);
});

import { findArchivedGroup } from "../../../db/groups/archive.ts";
import { isOrganizer } from "../../../db/groups/roles.ts";
import { streamZip, type Zip } from "../account/zip.ts";
import { archiveOf } from "./archive_content.ts";
import { assertOrganizer, onlyOrganizers } from "./organizers.ts";
import { findSession } from "../../../db/account/sessions.ts";
import { archiveTexts } from "../../contract/groups/archive_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { found, groupNotFound, Unauthorized } from "../../errors.ts";
import { fileName } from "../../media/file_kind.ts";
import { operation } from "../../operation.ts";

/** Breaks off with its reader, with their session, and once they are no organizer. */
export const archiveGroup = operation({
  call: "GET /groups/:id/archive",
  summary: "What a group has written and read together, as a ZIP; an organizer or the creator",
  access: "organizer",
  type: "application/zip",
  fails: { 403: ["organizers_only"], 404: ["group_not_found"] },
  async run({ deps, session, user, params: { id: groupId } }): Promise<Zip> {
    const { db, clock, limiter } = deps;
    await assertOrganizer(db, user, { groupId, refusal: onlyOrganizers(archiveTexts.onlyOrganizers) });
    await limiter.take("export", user.id);
    const group = found(await findArchivedGroup(db, user.id, groupId), groupNotFound);
    return streamZip(archiveOf(deps, user, group), {
      async check() {
        if (!await findSession(db, session.hash, clock())) throw new Unauthorized();
        if (!await isOrganizer(db, user.id, groupId)) throw onlyOrganizers(archiveTexts.onlyOrganizers);
      },
    });
  },
});

/** That of the group, as a name of a file. @throws NotFound for others than organizers */
export async function archiveName({ db }: Deps, user: User, groupId: string): Promise<string> {
  const { name } = found(await findArchivedGroup(db, user.id, groupId), groupNotFound);
  return fileName(name.replace(/[\s./\\]+/g, "-").toLowerCase(), ".zip");
}

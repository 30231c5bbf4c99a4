import { z } from "zod";
import { findGroupName } from "../../../db/groups/groups.ts";
import * as overview from "../../../db/reading/overview.ts";
import { aboutPaths } from "../../contract/groups/about_paths.ts";
import { askTexts, overviewTexts } from "../../contract/groups/settings_texts.ts";
import { dayOf } from "../../contract/reading/days.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { ReadingOverview } from "../../contract/reading/overview_shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, found, groupNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { assertOrganizer, onlyOrganizers } from "../groups/organizers.ts";
import { readSettings } from "../groups/settings.ts";
import { remindOfOverview } from "../notices/people_notices.ts";

interface PageOfGroup {
  groupId: string;
  /** From 1. */
  page?: number;
  /** A book. */
  by?: string;
  timeZone?: string;
}

/** @throws NotFound for outsiders, Forbidden for members who are not organizers */
export async function findOverview(
  deps: Deps,
  viewer: User,
  { groupId, page = 1, by, timeZone = "UTC" }: PageOfGroup,
): Promise<ReadingOverview> {
  await assertOrganizer(deps.db, viewer, { groupId, refusal: onlyOrganizers(overviewTexts.onlyOrganizers) });
  return await overview.findOverview(deps.db, viewer.id, { groupId, page, by, today: dayOf(deps.clock(), timeZone) });
}

export const remind = operation({
  call: "POST /groups/:id/overview/reminder",
  summary: "Notifies members who have not answered whether they are in the overview; an organizer or the creator",
  access: "organizer",
  gives: { reminded: z.int().min(1) },
  says: ({ reminded }) => overviewTexts.reminded(reminded),
  limit: "groupChange",
  fails: { 400: ["no_overview"], 403: ["organizers_only"], 404: ["group_not_found"], 409: ["nobody_to_remind"] },
  form: {
    path: "/group/:id/overview/reminder",
    to: ({ params }) => aboutPaths.overview(params.id),
  },
  async run({ deps, user, params: { id: groupId } }) {
    const { settings, isOrganizer } = await readSettings(deps, user, groupId);
    if (!isOrganizer) throw onlyOrganizers(overviewTexts.onlyOrganizers);
    if (!settings.overview) throw new BadRequest(askTexts.overview.notAsked, "no_overview");
    const userIds = await overview.listUnanswered(deps.db, user.id, groupId);
    const groupName = found(await findGroupName(deps.db, user.id, groupId), groupNotFound);
    const reminded = await remindOfOverview(deps, user, { group: { id: groupId, groupName }, userIds });
    if (reminded === 0) throw new Conflict(overviewTexts.nobodyToRemind, "nobody_to_remind");
    return { reminded };
  },
});

/** CSV in parts; its columns are the books that are there at first. @throws as `findOverview`, before the first part */
export async function exportOverview({ db }: Deps, viewer: User, groupId: string): Promise<AsyncGenerator<string>> {
  const { overviewHeader, overviewRecords } = await import("./overview_csv.ts");
  await assertOrganizer(db, viewer, { groupId, refusal: onlyOrganizers(overviewTexts.onlyOrganizers) });
  const shelf = await overview.listShelf(db, viewer.id, groupId);
  return (async function* () {
    yield overviewHeader(shelf);
    for (let page = 1, hasMore = true; hasMore; page++) {
      const part = await overview.listReaders(db, viewer.id, { groupId, page, shelf });
      yield overviewRecords(shelf, part.readers);
      hasMore = part.hasMore;
    }
  })();
}

import * as overview from "../../../db/reading/overview.ts";
import { overviewTexts } from "../../contract/groups/settings_texts.ts";
import { dayOf } from "../../contract/reading/days.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { ReadingOverview } from "../../contract/reading/overview_shapes.ts";
import type { Deps } from "../../deps.ts";
import { assertDecides } from "../groups/organizers.ts";

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
  await assertDecides(deps.db, viewer, { groupId, text: overviewTexts.onlyOrganizers });
  return await overview.findOverview(deps.db, viewer.id, { groupId, page, by, today: dayOf(deps.clock(), timeZone) });
}

/** By pages, as CSV. @throws as `findOverview`, before the first part */
export async function exportOverview(deps: Deps, viewer: User, groupId: string): Promise<AsyncGenerator<string>> {
  const { overviewHeader, overviewRecords } = await import("./overview_csv.ts");
  const first = await findOverview(deps, viewer, { groupId });
  return (async function* () {
    const { books } = first;
    yield overviewHeader(books);
    let [part, page] = [first, 1];
    // A book that is added meanwhile has no column.
    yield overviewRecords({ ...part, books });
    while (part.hasMore) {
      part = await findOverview(deps, viewer, { groupId, page: ++page });
      yield overviewRecords({ ...part, books });
    }
  })();
}

import { countWaiting, listOverviewGroups } from "../../db/site/overview.ts";
import { Overview } from "../../server/contract/groups/shapes.ts";
import { operation } from "../../server/operation.ts";

const readOverview = operation({
  call: "GET /overview",
  summary: "What is new in the groups of the caller, in one piece",
  access: "signedIn",
  gives: Overview,
  async run({ deps: { db }, user }) {
    const [groups, { stored: _, ...waiting }] = await Promise.all([
      listOverviewGroups(db, user.id),
      countWaiting(db, user.id),
    ]);
    return { groups, ...waiting };
  },
});

export const site = { readOverview };

import { v7 as uuid } from "uuid";
import { findGroup } from "../../../db/groups/groups.ts";
import { openOwnShelf as open } from "../../../db/groups/own_shelf.ts";
import { bookPaths } from "../../contract/books/paths.ts";
import { Group } from "../../contract/groups/shapes.ts";
import { ownShelfPath, readingPaths } from "../../contract/reading/paths.ts";
import { found, groupNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

export const openOwnShelf = operation({
  call: "POST /reading/shelf",
  summary: "The caller's books outside of groups: a group of theirs alone, which is made where there is none",
  access: "signedIn",
  gives: { group: Group },
  limit: "groupChange",
  fails: { 404: ["group_not_found"] },
  form: {
    path: ownShelfPath,
    to: (_, answer) => answer ? bookPaths.shelf(answer.group.id) : readingPaths.reading,
  },
  async run({ deps: { db, clock, broadcast }, user }) {
    const id = await open(db, user.id, uuid(), clock());
    broadcast.follow(user.id, [id]);
    return { group: found(await findGroup(db, user.id, id), groupNotFound) };
  },
});

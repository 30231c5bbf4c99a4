import { ArchivedMember } from "../../../contract/groups/archive_shapes.ts";
import { archiveImportTexts as texts } from "../../../contract/groups/archive_import_texts.ts";
import { groups as limits } from "../../../contract/groups/limits.ts";
import { BadRequest } from "../../../errors.ts";
import { tooLarge } from "../../../library/archive_file.ts";
import type { ArchiveImport } from "./archive_import.ts";

/** @param me which of them the importer is; by default the one with their username */
export async function readMembers(incoming: ArchiveImport, me: string | undefined): Promise<void> {
  const { groupId: group_id } = incoming;
  const members = new Map<string, ArchivedMember>();
  for await (const member of incoming.rows("members.json", ArchivedMember)) {
    members.set(member.username, member);
    if (members.size > limits.members) throw tooLarge(texts.tooManyPeople);
  }
  if (me && !members.has(me)) {
    throw new BadRequest(texts.unknownMe, "unknown_me", { issues: [{ path: "me", message: texts.unknownMe }] });
  }
  const own = me || incoming.user.username;
  if (members.has(own)) incoming.people.setImporter(own);
  await incoming.people.add([...members.values()]);
  for (const { username, role, joinedAt } of members.values()) {
    const user_id = await incoming.people.of(username);
    incoming.people.addMember(username);
    // Whoever made it there organizes it here.
    const ownRole = role === "member" ? "member" : "organizer";
    await incoming.writes.add("members", { group_id, user_id, joined_at: joinedAt, role: ownRole });
  }
}

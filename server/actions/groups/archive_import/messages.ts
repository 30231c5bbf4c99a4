import { v7 as uuid } from "uuid";
import { chat as chatLimits } from "../../../contract/chat/limits.ts";
import { ArchivedMessage, ArchivedName, ArchivedReaction } from "../../../contract/groups/archive_shapes.ts";
import { clubPaths } from "../../../contract/groups/club_paths.ts";
import { archive as limits } from "../../../contract/groups/limits.ts";
import { AppError } from "../../../errors.ts";
import { notArchive } from "../../../library/archive_file.ts";
import { storeFile } from "../../chat/files.ts";
import type { ArchiveImport } from "./archive_import.ts";

/** @param presented by the numbers of the messages that present them, the ids of polls */
export async function readMessages(incoming: ArchiveImport, presented: Map<number, string>): Promise<void> {
  const { groupId: group_id } = incoming;
  const numbers = new Map<number, number>();
  let pins = 0;
  for await (const message of incoming.rows("messages.json", ArchivedMessage)) {
    const { number, by, at, text, editedAt, pinnedAt, inReplyTo, about, files } = message;
    const poll_id = presented.get(number) ?? null;
    const content = poll_id ? withLink(incoming, text, poll_id) : text;
    const onPage = about && incoming.findPage(about);
    // Without its page it would be shown to members who are not there yet.
    if (about && !onPage) continue;
    const isTooMany = numbers.has(number) || numbers.size === limits.messages;
    const stored = isTooMany ? [] : await storeFiles(incoming, files);
    if (isTooMany || !content && stored.length === 0) {
      incoming.leaveOut();
      continue;
    }
    const [id, user_id] = [uuid(), await incoming.people.of(by)];
    const reactions = await readReactions(incoming, message);
    const seq = ++incoming.counts.messages;
    numbers.set(number, seq);
    for (const fileId of stored) incoming.writes.addFile({ fileId, messageId: id, userId: user_id });
    const pinned_at = pinnedAt !== null && pins++ < chatLimits.pins ? pinnedAt : null;
    await incoming.writes.add("messages", {
      id,
      group_id,
      seq,
      rev: seq,
      user_id,
      content,
      created_at: at,
      edited_at: editedAt,
      pinned_at,
      reply_to_seq: inReplyTo === null ? null : numbers.get(inReplyTo) ?? null,
      anchor_book_id: onPage?.book.id ?? null,
      anchor_position: onPage?.position ?? null,
      poll_id,
    });
    for (const reaction of reactions) await incoming.writes.add("reactions", { message_id: id, ...reaction });
  }
}

/** The poll has another address here. */
function withLink(incoming: ArchiveImport, text: string, pollId: string): string {
  const last = text.split(/\s/).at(-1)!;
  if (!/\/group\/[^/]+\/polls\/[^/]+$/.test(last)) return text;
  return text.slice(0, text.length - last.length) +
    incoming.deps.config.publicUrl + clubPaths.poll(incoming.groupId, pollId);
}

/** In their order. */
async function readReactions(incoming: ArchiveImport, { at, reactions }: ArchivedMessage) {
  const rows: { user_id: string; emoji: string; created_at: number }[] = [];
  let created_at = at;
  for await (const { emoji, by } of incoming.read(reactions, ArchivedReaction)) {
    for (const name of new Set(by)) {
      const known = incoming.people.isKnown(name) ? name : ArchivedName.safeParse(name).data;
      if (known) rows.push({ user_id: await incoming.people.of(known), emoji, created_at });
    }
    created_at++;
  }
  return rows;
}

/** Those that are too large, or that there is no room for, are left out. */
async function storeFiles(incoming: ArchiveImport, paths: string[]): Promise<string[]> {
  const { deps, user, groupId, archive } = incoming;
  const ids: string[] = [];
  for (const path of paths) {
    const most = archive.sizeOf(path);
    try {
      if (!most || !path.startsWith("files/")) throw notArchive();
      const name = path.slice(path.lastIndexOf("/") + 1);
      ids.push((await storeFile(deps, user, { groupId, name, bytes: archive.bytes(path), most, hold() {} })).id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === "archive_too_large") throw error;
      incoming.leaveOut();
    }
  }
  return ids;
}

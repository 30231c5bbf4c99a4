import { v7 as uuid } from "uuid";
import { chat as chatLimits } from "../../../contract/chat/limits.ts";
import { ArchivedMessage, ArchivedName, ArchivedReaction } from "../../../contract/groups/archive_shapes.ts";
import { clubPaths } from "../../../contract/groups/club_paths.ts";
import { archive as limits } from "../../../contract/groups/limits.ts";
import { AppError } from "../../../errors.ts";
import { notArchive } from "../../../library/archive_file.ts";
import { storeFile } from "../../chat/files.ts";
import type { Reading } from "./reading.ts";

/** @param presented by the numbers of the messages that present them, the ids of polls */
export async function readMessages(reading: Reading, presented: Map<number, string>): Promise<void> {
  const { groupId: group_id } = reading;
  const numbers = new Map<number, number>();
  let pins = 0;
  for await (const message of reading.rows("messages.json", ArchivedMessage)) {
    const { number, by, at, text, editedAt, pinnedAt, inReplyTo, about, files } = message;
    const poll_id = presented.get(number) ?? null;
    const content = poll_id ? withLink(reading, text, poll_id) : text;
    const onPage = about && reading.findPage(about);
    // Without its page it would be shown to members who are not there yet.
    if (about && !onPage) continue;
    const isTooMany = numbers.has(number) || numbers.size === limits.messages;
    const stored = isTooMany ? [] : await storeFiles(reading, files);
    if (isTooMany || !content && stored.length === 0) {
      reading.leaveOut();
      continue;
    }
    const [id, user_id] = [uuid(), await reading.people.of(by)];
    const reactions = await readReactions(reading, message);
    const seq = ++reading.counts.messages;
    numbers.set(number, seq);
    for (const fileId of stored) reading.writes.addFile({ fileId, messageId: id, userId: user_id });
    const pinned_at = pinnedAt !== null && pins++ < chatLimits.pins ? pinnedAt : null;
    await reading.writes.add("messages", {
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
    for (const reaction of reactions) await reading.writes.add("reactions", { message_id: id, ...reaction });
  }
}

/** The poll has another address here. */
function withLink(reading: Reading, text: string, pollId: string): string {
  const last = text.split(/\s/).at(-1)!;
  if (!/\/group\/[^/]+\/polls\/[^/]+$/.test(last)) return text;
  return text.slice(0, text.length - last.length) +
    reading.deps.config.publicUrl + clubPaths.poll(reading.groupId, pollId);
}

/** In their order. */
async function readReactions(reading: Reading, { at, reactions }: ArchivedMessage) {
  const rows: { user_id: string; emoji: string; created_at: number }[] = [];
  let created_at = at;
  for await (const { emoji, by } of reading.read(reactions, ArchivedReaction)) {
    for (const name of new Set(by)) {
      const known = reading.people.isKnown(name) ? name : ArchivedName.safeParse(name).data;
      if (known) rows.push({ user_id: await reading.people.of(known), emoji, created_at });
    }
    created_at++;
  }
  return rows;
}

/** Those that are too large, or that there is no room for, are left out. */
async function storeFiles(reading: Reading, paths: string[]): Promise<string[]> {
  const { deps, user, groupId, archive } = reading;
  const ids: string[] = [];
  for (const path of paths) {
    const most = archive.sizeOf(path);
    try {
      if (!most || !path.startsWith("files/")) throw notArchive();
      const name = path.slice(path.lastIndexOf("/") + 1);
      ids.push((await storeFile(deps, user, { groupId, name, bytes: archive.bytes(path), most, hold() {} })).id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === "archive_too_large") throw error;
      reading.leaveOut();
    }
  }
  return ids;
}

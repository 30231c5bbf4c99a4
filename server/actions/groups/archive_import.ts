import type { Buffer } from "node:buffer";
import { v7 as uuid } from "uuid";
import { conflict } from "../../../db/engine/client.ts";
import { findGroup, hasReachedGroupLimit } from "../../../db/groups/groups.ts";
import {
  beginIncoming,
  bytesWithUnused,
  finishIncoming,
  giveUpIncoming,
  hasFullAccount,
} from "../../../db/groups/incoming.ts";
import { noRoom, requireGroupRoom, requireRoom } from "../account/storage.ts";
import { auditOf } from "../operator/audit.ts";
import { readMeetings } from "./archive_import/meetings.ts";
import { readMembers } from "./archive_import/members.ts";
import { readMessages } from "./archive_import/messages.ts";
import { readNotes, readQuestions, readReviews } from "./archive_import/notes.ts";
import { readPolls } from "./archive_import/polls.ts";
import { ArchiveImport } from "./archive_import/archive_import.ts";
import { readShelf } from "./archive_import/shelf.ts";
import { isOperator } from "../../auth/operators.ts";
import { archiveImportTexts as texts } from "../../contract/groups/archive_import_texts.ts";
import { ArchivedGroup, ImportedGroup } from "../../contract/groups/archive_shapes.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import { groupsTexts } from "../../contract/groups/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Busy, Conflict, Forbidden } from "../../errors.ts";
import { notArchive, openArchive } from "../../library/archive_file.ts";
import { operation } from "../../operation.ts";

/** Answered by its door, which reads the file. */
export const importGroup = operation({
  call: "POST /groups/import",
  summary: "Makes a group of the archive of one; where the caller may make accounts for the other people in it",
  access: "signedIn",
  gives: ImportedGroup.shape,
  status: 201,
  says: texts.imported,
  body: "archive",
  guests: false,
  fails: {
    400: ["no_file", "too_many_files", "not_an_archive", "too_many_groups", "unknown_me"],
    403: ["operators_only"],
    409: ["names_taken", "sent_again"],
    413: ["account_full", "archive_too_large"],
    415: ["not_multipart"],
  },
  form: { path: clubPaths.importGroup, to: () => clubPaths.findGroups },
});

/** @throws Forbidden where the caller may make no accounts */
export function assertMayImport({ config }: Pick<Deps, "config">, user: User): void {
  if (!mayImport({ config }, user)) throw new Forbidden(texts.notAllowed, "operators_only");
}

export const mayImport = ({ config }: Pick<Deps, "config">, user: User): boolean =>
  config.organizersAddPeople || isOperator(config, user);

interface ImportRequest {
  file: Buffer;
  /** Which of the people in the archive the importer is; by default the one with their username. */
  me?: string;
  /** Of the group: one that is there already is not made again. */
  id?: string;
}

/** All or nothing. @throws BadRequest, Busy, Conflict, TooMany, AppError (413) */
export async function importArchive(
  deps: Deps,
  user: User,
  { file, me, id = uuid() }: ImportRequest,
): Promise<ImportedGroup> {
  const { db, clock, broadcast, purge, messageIndex } = deps;
  assertMayImport(deps, user);
  const archive = await openArchive(file);
  const { data: group } = ArchivedGroup.safeParse(await archive.object("group.json"));
  if (!group) throw notArchive();
  const { description = null } = group;
  if (!await beginIncoming(db, user.id, { ...group, description, id }, clock())) {
    throw await hasReachedGroupLimit(db, user.id) ? tooManyGroups() : new Conflict(texts.sentAgain, "sent_again");
  }
  try {
    const incoming = new ArchiveImport(deps, user, { groupId: id, archive });
    await readAll(incoming, me?.trim().toLowerCase());
    const { people, counts } = incoming;
    await requireGroupRoom(deps, id, 1);
    await requireRoom(deps, user, 1);
    const { accountQuota } = deps.config;
    const isFull = await hasFullAccount(db, id, accountQuota) ||
      !isOperator(deps.config, user) && await bytesWithUnused(db, user.id) > accountQuota;
    if (isFull) throw await noRoom(deps, user);
    const audit = people.made > 0 && !deps.config.organizersAddPeople
      ? auditOf(deps, user, { act: "add people", subject: `${people.made}`, subjectId: id })
      : undefined;
    const finished = { id, messages: counts.messages, madeAt: group.madeAt, audit };
    if (!await finishIncoming(db, user.id, finished, clock())) {
      throw await hasReachedGroupLimit(db, user.id) ? tooManyGroups() : new Busy(texts.tooLong);
    }
    messageIndex.messagesWait();
    broadcast.follow(user.id, [id]);
    const made = (await findGroup(db, user.id, id))!;
    broadcast.groupChanged(user.id, made);
    return { group: made, people: people.made, ...counts };
  } catch (error) {
    // Where it cannot be given up now, the next sweep does.
    await giveUpIncoming(db, id).catch((err) => deps.log.warn({ err }, "an archive that failed is removed later"));
    purge.groupDeleted(id);
    throw conflict(error).includes("username") ? new Conflict(texts.namesTaken, "names_taken") : error;
  }
}

const tooManyGroups = () => new BadRequest(groupsTexts.tooMany, "too_many_groups");

async function readAll(incoming: ArchiveImport, me: string | undefined): Promise<void> {
  await readMembers(incoming, me);
  await readShelf(incoming);
  const presented = await readPolls(incoming);
  await readMessages(incoming, presented);
  await readNotes(incoming);
  await readQuestions(incoming);
  await readReviews(incoming);
  await readMeetings(incoming);
  await incoming.writes.flush();
}

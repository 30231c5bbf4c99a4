/** The text of a book: bringing and removing it, and what its readers are given of it. */
import * as stored from "../../../db/books/text_storage.ts";
import { findPart, findText, nextOf, type TextRow } from "../../../db/books/texts.ts";
import { storageUsed } from "../../../db/chat/files.ts";
import { bringTexts as texts } from "../../contract/books/bring_texts.ts";
import { textPaths } from "../../contract/books/text_paths.ts";
import { Text, TextPart, TextPartQuery } from "../../contract/books/text_shapes.ts";
import { textTexts } from "../../contract/books/text_texts.ts";
import { filesServerTexts } from "../../contract/chat/texts.ts";
import { settingsTexts } from "../../contract/groups/settings_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { AppError, BadRequest, bookNotFound, Conflict, Forbidden, found, textNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { requireGroupRoom } from "../account/storage.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";
import { onlyOrganizers } from "../groups/organizers.ts";

/** Its door reads the file, and calls `takeText`. */
export const bringText = operation({
  call: "POST /books/:bookId/text",
  summary: "Brings the text of a book, as an EPUB; it is read in after the answer",
  access: "member",
  gives: { text: Text },
  status: 202,
  says: texts.brought,
  body: "text",
  fails: {
    400: ["no_file", "no_consent", "too_many_files", "invalid_text"],
    403: ["organizers_only", "texts_off", ...notOpen],
    404: ["book_not_found"],
    409: ["has_text"],
    413: ["storage_full", "account_full"],
    415: ["not_multipart"],
  },
  form: { path: "/group/:id/books/:bookId/text", to: ({ params: { id, bookId } }) => textPaths.text(id, bookId) },
});

export const removeText = operation({
  call: "DELETE /books/:bookId/text",
  summary: "Removes the text of a book: for the member who brought it, and organizers",
  access: "author",
  says: texts.removed,
  limit: "shelf",
  fails: { 403: ["organizers_only", ...notOpen], 404: ["book_not_found", "text_not_found"] },
  form: {
    path: "/group/:id/books/:bookId/text/remove",
    to: ({ params: { id, bookId } }) => textPaths.text(id, bookId),
  },
  async run({ deps, user, params: { bookId } }) {
    const { db, broadcast, purge } = deps;
    const groupId = await stored.removeText(db, user.id, bookId);
    if (groupId === undefined) {
      const rights = found(await stored.findTextRights(db, user.id, bookId), bookNotFound);
      if (!rights.hasText) throw textNotFound();
      await requireOpen(deps, user, rights.groupId);
      throw onlyOrganizers(texts.mayNotRemove);
    }
    broadcast.partChanged({ groupId, part: "pace", bookId });
    purge.textsReleased();
  },
});

const fails = { 404: ["text_not_found"] };

/** @param now a process that has not read it in by `readUntil` has ended */
export const asText = (
  { bookId, title, language, state, problem, characters, sections, readUntil }: TextRow,
  now: number,
): Text => {
  const isInterrupted = state === "reading" && (readUntil ?? 0) < now;
  return {
    bookId,
    title,
    language,
    state: isInterrupted ? "failed" : state,
    problem: isInterrupted ? textTexts.interrupted : problem,
    characters,
    sections,
  };
};

export const readText = operation({
  call: "GET /books/:bookId/text",
  summary: "The text of a book: what state it is in, and its contents",
  access: "member",
  gives: { text: Text },
  fails,
  run: async ({ deps, user, params: { bookId } }) => ({ text: await textOf(deps, user, bookId) }),
});

export const readTextPart = operation({
  call: "GET /books/:bookId/text/part",
  summary: "The part of a text that a place is in",
  access: "member",
  takes: TextPartQuery,
  gives: TextPart,
  fails,
  async run({ deps: { db }, user, params: { bookId } }, { at: place }) {
    const part = found(await findPart(db, user.id, { bookId, place }), textNotFound);
    return { ...part, next: nextOf(part) };
  },
});

/** @throws NotFound where the book is not there for them, or has no text */
export const textOf = async ({ db, clock }: Deps, user: User, bookId: string): Promise<Text> =>
  asText(found(await findText(db, user.id, bookId), textNotFound), clock());

/** Before its file arrives. @throws NotFound, Forbidden, Conflict */
export async function requireMayBring(deps: Deps, user: User, bookId: string): Promise<stored.TextRights> {
  const rights = found(await stored.findTextRights(deps.db, user.id, bookId), bookNotFound);
  await requireOpen(deps, user, rights.groupId);
  if (deps.config.bookTexts === "off") throw new Forbidden(texts.isOff, "texts_off");
  if (!rights.mayBring) throw onlyOrganizers(settingsTexts.organizersOnly.texts);
  if (rights.hasText) throw new Conflict(texts.already, "has_text");
  return rights;
}

/** @throws AppError (413) where so much has no room in the group */
export async function requireTextRoom(deps: Deps, groupId: string, bytes: number): Promise<void> {
  const { db, config: { groupQuota } } = deps;
  const free = groupQuota - await storageUsed(db, groupId);
  if (bytes > free) {
    throw new AppError(413, "storage_full", filesServerTexts.noRoom(Math.max(0, free)), {
      body: { free: Math.max(0, free) },
    });
  }
  await requireGroupRoom(deps, groupId, bytes);
}

export const noConsent = () =>
  new BadRequest(texts.noConsent, "no_consent", { issues: [{ path: "mayShare", message: texts.noConsent }] });

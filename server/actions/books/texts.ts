import * as stored from "../../../db/books/text_changes.ts";
import { findPart, findText, nextOf, type TextRow } from "../../../db/books/texts.ts";
import { Text, TextPart, TextPartQuery } from "../../contract/books/text_shapes.ts";
import { textTexts } from "../../contract/books/text_texts.ts";
import { textPaths } from "../../contract/books/text_paths.ts";
import { bookNotFound, found, textNotFound } from "../../errors.ts";
import { notOpen } from "../groups/conversations.ts";
import { onlyOrganizers } from "../groups/organizers.ts";
import { operation } from "../../operation.ts";

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
  run: async ({ deps: { db, clock }, user, params: { bookId } }) => (
    { text: asText(found(await findText(db, user.id, bookId), textNotFound), clock()) }
  ),
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

/** Answered by its door, which reads the file (`bringText`). */
export const addText = operation({
  call: "POST /books/:bookId/text",
  summary: "Brings the text of a book, as an EPUB, with `mayShare` set to `true`; it is read in after the answer",
  access: "member",
  gives: { text: Text },
  status: 202,
  body: "text",
  guests: false,
  fails: {
    400: ["no_file", "too_many_files", "invalid_text", "may_not_share"],
    403: ["organizers_only", "texts_off", ...notOpen],
    404: ["book_not_found"],
    409: ["has_text"],
    413: ["account_full", "group_full"],
    415: ["not_multipart"],
  },
  form: { path: "/group/:id/books/:bookId/text", to: ({ params: { id, bookId } }) => textPaths.text(id, bookId) },
});

export const removeText = operation({
  call: "DELETE /books/:bookId/text",
  summary: "Removes the text of a book: the member who brought it, or an organizer",
  access: "organizer",
  says: textTexts.removed,
  guests: false,
  fails: { 403: ["organizers_only"], 404: ["book_not_found", "text_not_found"] },
  form: {
    path: "/group/:id/books/:bookId/text/remove",
    to: ({ params: { id, bookId } }) => textPaths.text(id, bookId),
  },
  async run({ deps: { db, purge, broadcast }, user, params: { bookId } }) {
    const rights = found(await stored.findTextRights(db, user.id, bookId), bookNotFound);
    if (!rights.isThere) throw textNotFound();
    if (!rights.mayRemove || !await stored.removeText(db, user.id, bookId)) {
      throw onlyOrganizers(textTexts.mayNotRemove);
    }
    purge.textsReleased();
    broadcast.partChanged({ groupId: rights.groupId, part: "shelf" });
  },
});

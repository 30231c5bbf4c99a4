import { findPart, findText, nextOf, type TextRow } from "../../../db/books/texts.ts";
import { Text, TextPart, TextPartQuery } from "../../contract/books/text_shapes.ts";
import { textTexts } from "../../contract/books/text_texts.ts";
import { found, textNotFound } from "../../errors.ts";
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

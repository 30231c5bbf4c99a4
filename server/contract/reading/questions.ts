/** Questions to the readers of a book: who has reached the page answers first, and then sees the others' answers. */
import * as readingLimits from "./limits.ts";
import { z } from "zod";
import { pageNumber } from "../books/books.ts";
import { id, requiredText } from "../site/fields.ts";
import type { PublicUser } from "../people/users.ts";
import { validationServerTexts } from "../site/texts.ts";

export interface Question {
  id: string;
  /** In the caller's copy. */
  page: number;
  /** The title of its chapter, where that is known and the question is not veiled. */
  chapter: string | null;
  /** Empty while it is veiled. */
  question: string;
  user: PublicUser;
  createdAt: string;
  /** How many have answered. */
  answered: number;
  /** The caller's answer. */
  mine: string | null;
  /** How it was at first, where it was changed. */
  first: string | null;
  /** Whether the caller has not read so far. */
  veiled: boolean;
  /** Whether the caller has read as far, and may answer. */
  reached: boolean;
  /** Whether the caller asked it, or is an organizer. */
  mayRemove: boolean;
}

/** Some of a book's questions, by page. */
export interface Questions {
  questions: Question[];
  hasMore: boolean;
}

/** A reader's answer to a question. */
export interface QuestionAnswer {
  id: string;
  content: string;
  user: PublicUser;
  createdAt: string;
  updatedAt: string;
}

/** Some of the answers, the oldest first. */
export interface QuestionAnswers {
  answers: QuestionAnswer[];
  hasMore: boolean;
}

/** A question at a page of the asker's copy. */
export const NewQuestion = z.object({
  page: pageNumber,
  question: requiredText(readingLimits.question.max),
  /** Chosen by the client: sent again with the same one it is the same. */
  clientId: z.uuid(validationServerTexts.invalid).optional(),
});
export type NewQuestion = z.infer<typeof NewQuestion>;

export const Answer = z.object({ content: requiredText(readingLimits.question.answer) });

/** The id of the last one listed. */
export const ListedAfter = z.object({ after: id.optional() });

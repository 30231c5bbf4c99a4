import { z } from "zod";
import type * as contract from "./notes.ts";
import { editionUnits } from "../reading/positions.ts";
import type * as asked from "../reading/questions.ts";
import { PublicUser } from "../people/answers_people.ts";
import { count, time } from "../site/answers_shared.ts";

export const Note = z.strictObject({
  content: z.string().describe("Empty where there is no note."),
  pageNumber: count,
  bookId: z.string(),
  updatedAt: time.nullable(),
  shared: z.boolean(),
}).meta({ id: "Note" }) satisfies z.ZodType<contract.Note>;

export const NoteAnswer = z.strictObject({
  id: z.string(),
  content: z.string(),
  user: PublicUser,
  createdAt: time,
}).meta({ id: "NoteAnswer" }) satisfies z.ZodType<contract.NoteAnswer>;

const SharedNote = z.strictObject({
  id: z.string(),
  pageNumber: count.describe("In the caller's copy."),
  chapter: z.string().nullable(),
  content: z.string(),
  user: PublicUser,
  updatedAt: time,
  answers: z.array(NoteAnswer),
}).meta({ id: "SharedNote" }) satisfies z.ZodType<contract.SharedNote>;

export const SharedNotes = z.strictObject({
  notes: z.array(SharedNote),
  ahead: count,
  hasMore: z.boolean(),
}) satisfies z.ZodType<contract.SharedNotes>;

const OwnNote = z.strictObject({
  id: z.string(),
  bookId: z.string(),
  title: z.string(),
  groupId: z.string(),
  pageNumber: count,
  unit: z.enum(editionUnits),
  chapter: z.string().nullable(),
  bookPage: count,
  content: z.string(),
  updatedAt: time,
  shared: z.boolean(),
}).meta({ id: "OwnNote" }) satisfies z.ZodType<contract.OwnNote>;

export const OwnNotes = z.strictObject({
  notes: z.array(OwnNote),
  hasMore: z.boolean(),
  next: z.string().nullable().describe("`before` of the call for more."),
}) satisfies z.ZodType<contract.OwnNotes>;

export const Question = z.strictObject({
  id: z.string(),
  page: count.describe("In the caller's copy."),
  chapter: z.string().nullable(),
  question: z.string().describe("Empty while it is veiled."),
  user: PublicUser,
  createdAt: time,
  answered: count,
  mine: z.string().nullable(),
  first: z.string().nullable(),
  veiled: z.boolean(),
  reached: z.boolean(),
  mayRemove: z.boolean(),
}).meta({ id: "Question" }) satisfies z.ZodType<asked.Question>;

export const Questions = z.strictObject({
  questions: z.array(Question),
  hasMore: z.boolean(),
}) satisfies z.ZodType<asked.Questions>;

export const QuestionAnswers = z.strictObject({
  answers: z.array(z.strictObject({
    id: z.string(),
    content: z.string(),
    user: PublicUser,
    createdAt: time,
    updatedAt: time,
  })),
  hasMore: z.boolean(),
}) satisfies z.ZodType<asked.QuestionAnswers>;

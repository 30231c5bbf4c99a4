import * as notesLimits from "./limits.ts";
import * as readingLimits from "../reading/limits.ts";
import { counted } from "../site/plural.ts";

export const noteTexts = {
  notFound: "Note not found",
  answerNotFound: "Answer not found",

  shared: "Shared",
  sharedNow: "Your note is shared.",
  notSharedNow: "Your note is yours alone again.",
  saveFirst: "Save your note first. Then it can be shared.",

  title: "Shared notes",
  intro: "What was shared on the pages you have read. Notes further on wait until you are there.",
  empty: "Nobody has shared a note on the pages you have read.",
  emptyHint: "Write a note beside a page, and share it.",
  writeNote: "Write a note",
  emptyHere: "Nobody has shared a note on this page yet.",
  ahead: (count: number) => counted(count, "more note further ahead", "more notes further ahead"),
  older: "Notes on earlier pages",
  allPages: "All pages",
  loadFailed: "Failed to load shared notes",
  wroteHere: (names: string[], others: number) => {
    const more = counted(others, "other");
    const who = others > 0 ? [...names, more] : names;
    return `${who.join(" and ")} wrote about this page`;
  },
  you: "You",
  furtherOn: (count: number) => `${notes(count)} further on`,
  mine: "My notes in this book",
  mineHint: "Only those that you share are shown to others.",
  mineEmpty: "You have no notes in this book yet.",

  answersTo: (name: string) => `Answers to ${name}`,
  answerLabel: (name: string) => `Answer ${name}`,
  answer: "Answer",
  answering: "Sending...",
  answered: "Your answer was added.",
  answerWaits: "No connection. The answer is stored in this browser, and sent when there is one.",
  answerFailed: "Failed to add the answer",
  get tooManyAnswers() {
    return `A note has at most ${notesLimits.note.answers} answers, and this one is full.`;
  },
  removeAnswer: "Remove",
  removeAnswerOf: (name: string) => `Remove the answer of ${name}`,
  answerRemoved: "The answer was removed.",
  notice: (name: string, title: string) => `${name} answered your note in “${title}”`,

  ownTitle: "My notes",
  ownEmpty: "You have not written any notes yet.",
  ownEmptyHint: "Open a book in one of your groups and write down what you think of a page.",
  ownLoadFailed: "Failed to load your notes",
  search: "Search my notes",
  searchButton: "Search",
  noneFound: "No notes found.",
  clearSearch: "Clear search",
  byBook: "Notes by book",
  allBooks: "All books",
  noneFoundYet: "None among the newer ones. Search the older notes too.",
  olderNotes: "Older notes",
  bookRemoved: "Removed from the group’s shelf",
  removeNote: "Delete this note",
  removeNoteHint: "This cannot be undone.",
  export: "Export as Markdown",
  exportTitle: "Notes",

  questionNotFound: "Question not found",
  questionsTitle: "Questions",
  questionsIntro: "Answer first, then see what the others say. A question opens when you reach its page.",
  questionsEmpty: "No questions yet.",
  questionsEmptyHint: "Ask what you would like to talk about at a page.",
  questionsLoadFailed: "Failed to load the questions",
  laterQuestions: "Questions on later pages",
  askTitle: "Ask a question",
  askPageOf: { pages: "At page", minutes: "At minute", percent: "At percent" },
  question: "Question",
  ask: "Ask",
  asked: "Your question was added.",
  get tooManyQuestions() {
    const { perBook, perReader } = readingLimits.question;
    return `A book has at most ${perBook} questions, and ${perReader} of one reader.`;
  },
  removeQuestion: "Remove the question",
  removeQuestionHint: "Its answers are removed with it.",
  questionRemoved: "The question was removed.",
  mayNotRemoveQuestion: "Only the person who asked it or an organizer can remove it.",
  veiled: "This question opens when you are there.",
  answerCount: (count: number) => count === 0 ? "No answers yet" : answers(count),
  yourAnswer: "Your answer",
  changeAnswer: "Change your answer",
  saveAnswer: "Save answer",
  firstAnswer: "What you wrote first",
  answerSaved: "Your answer was saved.",
  notThereYet: "You can answer this when you have read so far.",
  answerFirst: "Answer first, then you see what the others say.",
  see: (count: number) => `See ${answers(count)}`,
  hide: "Hide the answers",
  moreAnswers: "More answers",
};

const notes = (count: number) => counted(count, "note");

const answers = (count: number) => counted(count, "answer");

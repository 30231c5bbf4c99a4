import { counted } from "../site/plural.ts";

export const textSearchTexts = {
  title: "Search in the book",
  label: "Words in the text",
  button: "Search",
  intro: "Searched is what you have read; what lies ahead is only counted.",
  found: (count: number) => counted(count, "place", "places"),
  none: "Nothing in what you have read.",
  ahead: (count: number) => counted(count, "more place further ahead", "more places further ahead"),
  more: "Further places",
  failed: "Failed to search in the book",
  notes: "In your notes",
  marks: "In your highlights",
  moreNotes: "More of your notes",
  lost: "Not found in this text",
};

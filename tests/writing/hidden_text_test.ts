import assert from "node:assert/strict";
import { messageForm, noteForm } from "./written.ts";

const hidden: Record<string, string> = {
  "||it was her||": "▒▒▒",
  "|| it was her ||": "▒▒▒",
  "They say||it was her||": "They say▒▒▒",
  "他||死||了": "他▒▒▒了",
  "|||it was her|||": "▒▒▒",
  "||it was *her*, says `it`||": "▒▒▒",
};

Deno.test("what is between two bars and two bars is hidden, whatever stands beside them", () => {
  for (const [text, words] of Object.entries(hidden)) {
    for (const form of [messageForm(text), noteForm(text)]) assert.equal(form!.text.replaceAll("|", ""), words, text);
  }
});

Deno.test("one pair of bars, and more than three of them, stay as they are", () => {
  for (const text of ["a || b", "a||b", "||||", "|| open"]) assert.equal(messageForm(text), null, text);
});

Deno.test("a cell of a table can have hidden text, code and addresses with two bars", () => {
  const form = noteForm("| who | what |\n|--|--|\n| her | ||it was her|| |\n| `a||b` | https://a.example/?b||c |");
  assert.equal(form!.text, "who\nwhat\n\nher\n▒▒▒\n\na||b\nhttps://a.example/?b||c".replace(/\n+/g, "\n"));
});

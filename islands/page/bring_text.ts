/** The form by which a book gets its text, with how far it is. It runs when it is loaded, on the page that has it. */
import { bringTexts as words } from "../../server/contract/books/bring_texts.ts";
import { addressOf } from "../runtime/api.ts";
import { sendByScript } from "./file_form.ts";

const form = document.querySelector<HTMLFormElement>("[data-bring]")!;
const [, path] = addressOf("POST /books/:bookId/text", { bookId: form.dataset.bring! });

sendByScript({
  form,
  path,
  words,
  read: ({ status, responseText }) => status === 202 ? JSON.parse(responseText) : undefined,
  done: () => location.assign(form.action),
});

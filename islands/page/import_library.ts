/** The form that imports a list of books, with how far it is. It runs when it is loaded, on the page that has it. */
import type { Imported, ImportStep } from "../../server/contract/reading/shapes.ts";
import { readingLogTexts as words } from "../../server/contract/reading/log_texts.ts";
import { apiBase, callerHeaders, failureOf, failureText, unreachable } from "../runtime/api.ts";
import { showToast } from "../runtime/toast.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";
import { element } from "./element.ts";

const form = document.querySelector<HTMLFormElement>("[data-import]")!;
const progress = document.querySelector<HTMLElement>("[data-import-progress]")!;
const result = document.querySelector<HTMLElement>("[data-import-result]")!;
const button = form.querySelector("button")!;
let isBusy = false;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!isBusy) void importFile();
});

async function importFile(): Promise<void> {
  setBusy(true);
  result.hidden = true;
  showProgress(words.sending, 0);
  try {
    showResult(await sendFile(new FormData(form)));
    form.reset();
  } catch (error) {
    showToast("error", failureText(error, words.importFailed));
  } finally {
    progress.hidden = true;
    setBusy(false);
  }
}

/** The button stays where the focus is. */
function setBusy(busy: boolean): void {
  isBusy = busy;
  button.setAttribute("aria-disabled", String(busy));
}

type Done = Imported & { message: string };

/** @throws ApiError */
function sendFile(file: FormData): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  const request = new XMLHttpRequest();
  request.open("POST", apiBase() + readingPaths.readingImport);
  for (const [name, value] of Object.entries(callerHeaders())) request.setRequestHeader(name, value);
  request.setRequestHeader("Accept", "application/x-ndjson, application/json");
  request.upload.onprogress = ({ loaded, total }) => showProgress(words.sending, loaded / total);
  request.onprogress = () => {
    const step = lastStep(request);
    if (step && "done" in step) showProgress(words.adding, step.done / step.total);
  };
  request.onerror = () => reject(unreachable());
  request.onload = () => {
    const step = lastStep(request);
    if (step && "added" in step) resolve(step);
    else reject(failureOf(request.status, readingPaths.readingImport, answerOf(request)));
  };
  request.send(file);
  return promise;
}

/** The last whole line of what has come. */
function lastStep({ status, responseText }: XMLHttpRequest): ImportStep | undefined {
  const end = responseText.lastIndexOf("\n");
  if (status !== 200 || end < 0) return undefined;
  return JSON.parse(responseText.slice(responseText.lastIndexOf("\n", end - 1) + 1, end));
}

function answerOf({ responseText }: XMLHttpRequest) {
  try {
    return JSON.parse(responseText.trim().split("\n").at(-1)!);
  } catch {
    return {};
  }
}

/** Its text is read out as it changes. */
function showProgress(text: string, part: number): void {
  const label = progress.querySelector("[role=status]")!;
  progress.hidden = false;
  if (label.textContent !== text) label.textContent = text;
  progress.querySelector("progress")!.value = part;
}

function showResult({ message, lines }: Done): void {
  const items = lines.map(({ line, reason }) => element("li", {}, words.line(line, reason)));
  result.querySelector("ul")!.replaceChildren(...items);
  result.hidden = false;
  // Once it is shown, since what changes in it is read out.
  result.querySelector("[role=status]")!.textContent = message;
}

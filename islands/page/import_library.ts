/** The form that imports a list of books, with how far it is. It runs when it is loaded, on the page that has it. */
import type { Imported, ImportStep } from "../../server/contract/reading/shapes.ts";
import { readingLogTexts as words } from "../../server/contract/reading/log_texts.ts";
import { apiBase, callerHeaders, failureOf, failureText, unreachable } from "../runtime/api.ts";
import { showToast } from "../runtime/toast.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";

const form = document.querySelector<HTMLFormElement>("[data-import]")!;
const status = document.querySelector<HTMLElement>("[data-import-status]")!;
const button = form.querySelector("button")!;
let isBusy = false;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!isBusy) void importFile();
});

async function importFile(): Promise<void> {
  setBusy(true);
  const bar = showBar();
  try {
    showResult(await sendFile(new FormData(form), bar));
    form.reset();
  } catch (error) {
    status.replaceChildren();
    showToast("error", failureText(error, words.importFailed));
  } finally {
    setBusy(false);
  }
}

/** The button stays where the focus is. */
function setBusy(busy: boolean): void {
  isBusy = busy;
  button.setAttribute("aria-disabled", String(busy));
}

type Done = Imported & { message: string };
type Bar = (text: string, part: number) => void;

/** @throws ApiError */
function sendFile(file: FormData, show: Bar): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  const request = new XMLHttpRequest();
  request.open("POST", apiBase() + readingPaths.readingImport);
  for (const [name, value] of Object.entries(callerHeaders())) request.setRequestHeader(name, value);
  request.setRequestHeader("Accept", "application/x-ndjson, application/json");
  request.upload.onprogress = ({ loaded, total }) => show(words.sending, loaded / total);
  request.onprogress = () => {
    const step = lastStep(request);
    if (step && "done" in step) show(words.adding, step.done / step.total);
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

/** A bar under its text, which is read out as it changes. */
function showBar(): Bar {
  const label = document.createElement("label");
  label.className = "progress";
  const text = document.createElement("span");
  text.role = "status";
  const bar = document.createElement("progress");
  label.append(text, bar);
  status.replaceChildren(label);
  return (now, part) => {
    if (text.textContent !== now) text.textContent = now;
    bar.value = part;
  };
}

function showResult({ message, lines }: Done): void {
  const result = document.createElement("p");
  result.role = "status";
  const list = document.createElement("ul");
  list.className = "import-lines";
  for (const { line, reason } of lines) {
    const item = document.createElement("li");
    item.textContent = words.line(line, reason);
    list.append(item);
  }
  const link = document.createElement("a");
  link.className = "button button--quiet";
  link.href = readingPaths.readingList;
  link.textContent = words.showBooks;
  status.replaceChildren(result, list, link);
  // After it is there: what changes in it is read out.
  result.textContent = message;
}

/** The form that imports a list of books, with how far it is. It runs when it is loaded, on the page that has it. */
import type { Imported, ImportStep } from "../../server/contract/reading/shapes.ts";
import { readingLogTexts as words } from "../../server/contract/reading/log_texts.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";
import { element } from "./element.ts";
import { sendByScript } from "./file_form.ts";

const form = document.querySelector<HTMLFormElement>("[data-import]")!;
const result = document.querySelector<HTMLElement>("[data-import-result]")!;

type Done = Imported & { message: string };

sendByScript<Done>({
  form,
  path: readingPaths.readingImport,
  words: { sending: words.sending, failed: words.importFailed },
  headers: { Accept: "application/x-ndjson, application/json" },
  begin: () => result.hidden = true,
  follow(request, show) {
    const step = lastStep(request);
    if (step && "done" in step) show(words.adding, step.done / step.total);
  },
  read(request) {
    const step = lastStep(request);
    return step && "added" in step ? step : undefined;
  },
  done(imported) {
    showResult(imported);
    form.reset();
  },
});

/** The last whole line of what has come. */
function lastStep({ status, responseText }: XMLHttpRequest): ImportStep | undefined {
  const end = responseText.lastIndexOf("\n");
  if (status !== 200 || end < 0) return undefined;
  return JSON.parse(responseText.slice(responseText.lastIndexOf("\n", end - 1) + 1, end));
}

function showResult({ message, lines }: Done): void {
  const items = lines.map(({ line, reason }) => element("li", {}, words.line(line, reason)));
  result.querySelector("ul")!.replaceChildren(...items);
  result.hidden = false;
  // Once it is shown, since what changes in it is read out.
  result.querySelector("[role=status]")!.textContent = message;
}

/** A form whose file takes a while to send, with how far it is. */
import { apiBase, callerHeaders, failureOf, failureText, unreachable } from "../runtime/api.ts";
import { showToast } from "../runtime/toast.ts";

type ShowProgress = (text: string, part: number) => void;

interface FileForm<Answer> {
  form: HTMLFormElement;
  /** Of the API. */
  path: string;
  words: { sending: string; failed: string };
  headers?: Record<string, string>;
  /** @returns undefined of what is not the answer */
  read(request: XMLHttpRequest): Answer | undefined;
  /** As more of the answer comes. */
  follow?(request: XMLHttpRequest, show: ShowProgress): void;
  begin?(): void;
  done(answer: Answer): void;
}

/** Sends the form by script when it is submitted; what was chosen stays where that fails. */
export function sendByScript<Answer>({ form, words, begin, done, ...sent }: FileForm<Answer>): void {
  const button = form.querySelector("button")!;
  const progress = document.querySelector<HTMLElement>("[data-file-progress]")!;
  let isBusy = false;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isBusy) void send();
  });

  async function send(): Promise<void> {
    setBusy(true);
    begin?.();
    show(words.sending, 0);
    try {
      done(await post({ ...sent, form, show, sending: words.sending }));
    } catch (error) {
      showToast("error", failureText(error, words.failed));
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

  /** Its text is read out as it changes. */
  function show(text: string, part: number): void {
    const label = progress.querySelector("[role=status]")!;
    const wasHidden = progress.hidden;
    progress.hidden = false;
    if (label.textContent !== text) label.textContent = text;
    progress.querySelector("progress")!.value = part;
    if (wasHidden) progress.scrollIntoView({ block: "nearest" });
  }
}

interface Posted<Answer> extends Pick<FileForm<Answer>, "form" | "path" | "headers" | "read" | "follow"> {
  show: ShowProgress;
  sending: string;
}

/** @throws ApiError */
function post<Answer>({ form, path, headers, read, follow, show, sending }: Posted<Answer>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = new XMLHttpRequest();
  request.open("POST", apiBase() + path);
  for (const [name, value] of Object.entries({ ...callerHeaders(), ...headers })) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => show(sending, loaded / total);
  request.onprogress = () => follow?.(request, show);
  request.onerror = () => reject(unreachable());
  request.onload = () => {
    try {
      const answer = read(request);
      if (answer) resolve(answer);
      else reject(failureOf(request.status, path, lastIn(request)));
    } catch (error) {
      reject(error);
    }
  };
  request.send(new FormData(form));
  return promise;
}

/** Of an answer in lines the last one. */
function lastIn({ responseText }: XMLHttpRequest) {
  try {
    return JSON.parse(responseText.trim().split("\n").at(-1)!);
  } catch {
    return {};
  }
}

/** Closes the announcement in place: nothing that is written on the page is lost. */
import { post } from "../runtime/api.ts";

const bar = document.querySelector<HTMLElement>("[data-announcement]")!;

bar.querySelector("form")!.addEventListener("submit", (event) => {
  event.preventDefault();
  post(event.currentTarget as HTMLFormElement);
  bar.remove();
});

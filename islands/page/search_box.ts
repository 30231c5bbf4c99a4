/** The navigation's search box asks only for something, and is empty again afterwards, also for who comes back. */
export function guardSearchBox(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-search]")) {
    form.addEventListener("submit", (event) => {
      if (!form.querySelector("input")!.value.trim()) event.preventDefault();
      // Once the browser has read what it is to ask for.
      else setTimeout(() => form.reset());
    });
  }
}

/** The navigation's search box sends nothing where it is blank, and is empty again afterwards, also on coming back. */
export function enhanceSearchBox(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-search]")) {
    form.addEventListener("submit", (event) => {
      if (!form.querySelector("input")!.value.trim()) event.preventDefault();
      // Once the browser has read what to search for.
      else setTimeout(() => form.reset());
    });
  }
}

import assert from "node:assert/strict";
import { bookPaths } from "../../server/contract/books/paths.ts";
import { readingGroup, windowOf } from "../support/reading.ts";
import { press } from "../support/screen.ts";

Deno.test("Grace suggests a book, Ada chooses it and corrects it, and it moves in Grace's open panel", async () => {
  const { app, ada, grace, here } = await readingGroup();
  await using _ = app;
  await using adas = await windowOf(app, ada, { viewport: { width: 360, height: 740 } });
  await using graces = await windowOf(app, grace);
  const shelf = bookPaths.shelf(here.split("/")[2]);

  await graces.visit(`${here}?add`);
  await graces.page.getByRole("link", { name: "Open the shelf" }).click();
  await graces.page.getByText("Suggest a book").first().click();
  await graces.page.getByLabel("Title").fill("Emna");
  await press(graces.page, "Suggest a book");
  await graces.toast("Book suggested");
  await graces.page.getByRole("button", { name: "I’d read that: Emna" }).click();
  await graces.page.getByText("1 reader would read it: Grace").waitFor();
  await graces.visit(here);
  await graces.page.locator("[data-connection=joined]").waitFor({ state: "attached" });
  const part = (state: string) =>
    graces.page.locator(".books-part").filter({ has: graces.page.getByText(state, { exact: true }) });
  const card = (state: string, title: string) => part(state).locator(".book-card-link", { hasText: title });
  await card("suggested", "Emna").waitFor();

  const openMore = (title: string) => adas.page.locator(".shelf-book", { hasText: title }).getByText("More").click();
  await adas.visit(shelf);
  await openMore("Emna");
  await adas.page.getByRole("button", { name: "Choose as next: Emna" }).click();
  await adas.toast("Moved to next");
  await card("next", "Emna").waitFor();
  await openMore("Emna");
  await adas.page.getByRole("link", { name: "Change Emna" }).click();
  await adas.page.getByLabel("Title").fill("Emma");
  await press(adas.page, "Save");
  await adas.toast("Book corrected");
  await card("next", "Emma").waitFor();
  await openMore("Emma");
  await adas.page.getByRole("link", { name: "Change Emma" }).click();
  await press(adas.page, "Done");
  await adas.toast("Moved to done");
  await card("done", "Emma").waitFor({ state: "attached" });
  assert.ok(!await card("done", "Emma").isVisible());
  await part("done").getByText("done", { exact: true }).click();
  await card("done", "Emma").waitFor();
});

import { fuzz } from "./fuzz.ts";
import { pages } from "./pages_table.ts";

// spec: trust.16
Deno.test("no input to a page or form causes a server error or reveals internals", async () => {
  await fuzz(pages, 25);
});

import { forms } from "./asked.ts";
import { fuzz } from "./fuzz.ts";
import { pages } from "./pages.ts";

Deno.test("no input to a page or form causes a server error or reveals internals", async () => {
  await fuzz([...forms, ...forms.map(opened), ...pages], 25);
});

/** The address of a form, asked for as a page. */
const opened = ({ route, form: _, ...asked }: (typeof forms)[number]) => (
  { ...asked, route: route.replace("POST", "GET") }
);

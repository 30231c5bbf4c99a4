import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { toastsIn } from "../../support/forms.ts";
import { setCookieOf, visit } from "../../support/requests.ts";

/** Where a page leads, and what the next one will say. */
async function leadOf(app: TestApp, path: string, as: Person) {
  const response = await visit(app, path, as);
  await response.body?.cancel();
  const flash = setCookieOf(response, "chapterhouse_flash")?.value;
  const toast = flash && JSON.parse(decodeURIComponent(decodeURIComponent(flash))).text;
  return { to: response.headers.get("Location"), toast };
}

Deno.test("what cannot be loaded is reported in its place with a way to try again, and a page without it leads to the dashboard", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  const { q } = app.deps.db;
  const rename = (table: string, name: string) => q.run(sql.raw(`alter table ${table} rename to ${name}`));
  const lists = {
    "friendships": {
      "/dashboard?tab=friends": "Failed to load friend requests.",
      "/profile?tab=requests": "Failed to load friend requests.",
      "/profile?tab=friends": "Failed to load profile data",
      "/search?username=grace": "Failed to search users",
    },
    "groups": { "/dashboard": "Failed to load groups" },
  };
  const leading = {
    "friendships": { [`/profile/${grace.id}`]: "Failed to load user profile" },
    "groups": { [`/group/${id}`]: "Failed to load group details" },
  };
  for (const table of ["friendships", "groups"] as const) {
    await rename(table, "elsewhere");
    for (const [path, text] of Object.entries(lists[table])) {
      const html = await (await visit(app, path, ada)).text();
      assert.ok(toastsIn(html).includes(text), `${path}: ${toastsIn(html)}`);
      assert.match(html, new RegExp(`role="alert"[^]*${text}`), path);
      assert.match(html, /Try again/, path);
    }
    for (const [path, text] of Object.entries(leading[table])) {
      assert.deepEqual(await leadOf(app, path, ada), { to: "/dashboard", toast: text });
    }
    await rename("elsewhere", table);
  }
});

Deno.test("one's own id leads to the own profile, an unknown or missing one to the dashboard with the reason", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (
    const [path, to, text] of [
      [`/profile/${ada.id}`, "/profile", undefined],
      ["/profile/nobody", "/dashboard", "User not found"],
      ["/profile/", "/dashboard", "User ID is missing"],
    ]
  ) {
    assert.deepEqual(await leadOf(app, path!, ada), { to, toast: text });
  }
});

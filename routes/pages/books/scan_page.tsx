import { findSettings } from "../../../db/groups/settings.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { isbnTexts } from "../../../server/contract/books/isbn_texts.ts";
import { bookPaths } from "../../../server/contract/books/paths.ts";
import { scanTexts as words } from "../../../server/contract/books/scan_texts.ts";
import { fromShelf, shelfPaths } from "../../../server/contract/books/shelf_paths.ts";
import { shelfTexts } from "../../../server/contract/books/shelf_texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import type { C } from "../../layout/page.tsx";
import { Submit } from "../../layout/parts.tsx";
import { partOfGroup } from "../groups/part_of_group.tsx";

export const scanPage = router();

scanPage.get("/group/:id/scan", signedInPage, (c) => {
  const groupId = c.req.param("id");
  const head = { description: words.description, styles: ["scan-page"], camera: true } as const;
  return partOfGroup(c, { ...head, groupId }, async ({ kind, role }) => {
    const isForShelf = new URL(c.req.url).search === fromShelf || role === "member" && !await mayAddBooks(c, groupId);
    return {
      title: isForShelf && kind !== "own" ? words.suggest : words.title,
      back: isForShelf ? { href: bookPaths.shelf(groupId), text: shelfTexts.title } : undefined,
      body: (
        <form className="card stack" action={isForShelf ? shelfPaths.search(groupId) : groupPaths.group(groupId)}>
          <div className="stack" data-own-script data-scan="" data-other-goods={isbnTexts.otherGoods}>
            <video className="scan-picture" aria-label={words.picture} hidden muted playsInline />
            <Button type="button" icon="video">{words.scan}</Button>
            <p className="muted" role="status" />
          </div>
          <Field
            label={words.isbn}
            hint={words.hint}
            name="query"
            inputMode="text"
            autoComplete="off"
            minLength={10}
            required
          />
          <Submit kind="primary">{words.find}</Submit>
        </form>
      ),
    };
  });
});

/** Those who may not can suggest books. */
async function mayAddBooks({ var: { deps, user } }: C, groupId: string): Promise<boolean> {
  const found = await findSettings(deps.db, user.id, groupId);
  return found?.settings.shelf === "members";
}

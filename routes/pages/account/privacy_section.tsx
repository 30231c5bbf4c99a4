import { Button } from "../../../islands/ui/Button.tsx";
import { accountTexts as words } from "../../../server/contract/account/account_texts.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import type { AccountSection } from "./section.ts";

export const privacySection: AccountSection = {
  id: "privacy",
  title: words.privacy,
  content: (c) => (
    <form method="post" action={formPaths.privacy} className="stack">
      <label className="account-choice">
        <input type="checkbox" name="emailVisible" defaultChecked={c.var.user.emailVisible} />
        {words.emailVisible}
      </label>
      <p className="muted">{words.emailVisibleHint}</p>
      <div>
        <Button type="submit">{words.save}</Button>
      </div>
    </form>
  ),
};

import { Button } from "../../../islands/ui/Button.tsx";
import { accountTexts as words } from "../../../server/contract/account/texts.ts";
import type { AccountSection } from "./section.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const privacySection: AccountSection = {
  id: "privacy",
  title: words.privacy,
  content: (c) => (
    <form method="post" action={accountPaths.privacy} className="stack">
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

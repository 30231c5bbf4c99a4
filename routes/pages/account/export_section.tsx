import { Button } from "../../../islands/ui/Button.tsx";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { exportTexts as words } from "../../../server/contract/account/texts.ts";
import { ProvenForm } from "../../layout/ProvenForm.tsx";
import type { AccountSection } from "./section.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const exportSection: AccountSection = {
  id: "export",
  title: words.section,
  content: async (c) => (
    <>
      <p>{words.hint}</p>
      <ProvenForm
        by={await reauthenticatedBy(c.var.deps, c.var.session)}
        method="post"
        action={accountPaths.exportAccount}
        buttons={<Button type="submit" icon="download">{words.download}</Button>}
      />
    </>
  ),
};

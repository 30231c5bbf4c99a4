import { LinkButton } from "../../../islands/ui/Button.tsx";
import { exportTexts as words } from "../../../server/contract/export_texts.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import type { AccountSection } from "./section.ts";

export const exportSection: AccountSection = {
  id: "export",
  title: words.section,
  content: () => (
    <>
      <p>{words.hint}</p>
      <div>
        <LinkButton href={formPaths.exportAccount} icon="download" download>{words.download}</LinkButton>
      </div>
    </>
  ),
};

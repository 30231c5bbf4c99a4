import type { IconName } from "../../../islands/ui/Icon.tsx";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { Section } from "../../layout/sections.tsx";
import type { AccountTab } from "../../../server/contract/account/paths.ts";

export type C = Ctx<SignedInEnv>;

/** A card of the account's page. */
export type AccountSection = Section<C>;

/** A tab of it. */
export interface Tab {
  name: AccountTab;
  icon: IconName;
  sections: AccountSection[];
}

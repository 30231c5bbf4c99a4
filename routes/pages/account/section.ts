import type { ReactNode } from "react";
import type { IconName } from "../../../islands/ui/Icon.tsx";
import type { AccountTab } from "../../../server/contract/paths.ts";
import type { Fields, Refusal } from "../../../server/http/form.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";

export type C = Ctx<SignedInEnv>;

/** A form of the account's page that was refused. */
export interface FailedForm {
  /** The id of its section. */
  section: string;
  /** What was typed, without passwords. */
  fields: Fields;
  refusal: Refusal;
}

/** A card of the account's page. */
export interface Section {
  /** By which addresses and failed forms name it. */
  id: string;
  title: string;
  /** @param failed its own form, which was refused */
  content(c: C, failed?: FailedForm): Promise<ReactNode>;
}

/** A tab of it. */
export interface Tab {
  name: AccountTab;
  icon: IconName;
  sections: Section[];
}

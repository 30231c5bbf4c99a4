import type { Group } from "../../../../server/contract/groups/shapes.ts";
import type { Ctx, SignedInEnv } from "../../../../server/http/router.ts";
import type { Section } from "../../../layout/sections.tsx";

export type C = Ctx<SignedInEnv>;

/** A card of a group's *About this group*, to a member of it. */
export type AboutSection = Section<{ c: C; group: Group }>;

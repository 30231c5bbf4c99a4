import { late } from "../../runtime/late.ts";

export type Controls = typeof import("./late_controls.ts");

export const loadControls = late(() => import("./late_controls.ts"));

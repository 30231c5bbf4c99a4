import { late } from "../../runtime/late.ts";

export const loadPicker = late(() => import("./EmojiPicker.tsx"));

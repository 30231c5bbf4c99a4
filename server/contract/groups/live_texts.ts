/** What scripts of every page say of groups. */
import { counted } from "../site/plural.ts";

export const liveGroupTexts = {
  loadDetailsFailed: "Failed to load group details",
  memberCount: (count: number) => counted(count, "member"),
  backToAll: "Back to my groups",
  gone: (name: string) => `You are no longer in “${name}”`,
  deletedByCreator: (name: string) => `“${name}” was deleted`,
  unread: (count: string, mentions?: string) =>
    `${count} unread${mentions ? `, ${mentions} ${mentions === "1" ? "mention" : "mentions"}` : ""}`,
};

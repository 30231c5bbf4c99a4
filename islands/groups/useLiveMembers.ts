import type { Signal } from "@preact/signals-react";
import { type RefObject, useEffect } from "react";
import type { Member } from "../../server/contract/groups.ts";
import { on } from "../runtime/events.ts";
import { onRejoined } from "../runtime/lifecycle.ts";
import { reloader } from "../runtime/reloader.ts";
import { listMembers } from "./calls.ts";

interface Shown {
  members: Signal<Member[]>;
  list: RefObject<HTMLElement | null>;
  /** Removes a member whose row may have the focus. */
  remove: (userId: string) => void;
}

/** Keeps a list of members up to date as members come and go, also while there was no connection. */
export function useLiveMembers(groupId: string, { members, list, remove }: Shown): void {
  useEffect(() => {
    const isHere = (membership: { groupId: string }) => membership.groupId === groupId;
    const { reload, changed } = reloader(() => listMembers(groupId), (everyone) => members.value = everyone);
    const stops = [
      onRejoined(reload),
      on("memberAdded", (membership) => void (isHere(membership) && reload())),
      on("memberRemoved", (membership) => {
        if (!isHere(membership)) return;
        changed();
        if (list.current?.matches(":focus-within")) remove(membership.userId);
        else members.value = members.value.filter(({ user }) => user.id !== membership.userId);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
}

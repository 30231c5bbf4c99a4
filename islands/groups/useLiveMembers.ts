import type { Signal } from "@preact/signals-react";
import { type RefObject, useEffect } from "react";
import type { Group, Member } from "../../server/contract/groups/shapes.ts";
import { on } from "../runtime/events.ts";
import { onRejoined } from "../runtime/lifecycle.ts";
import { reloader } from "../runtime/reloader.ts";
import { readGroup } from "./calls.ts";

interface Shown {
  members: Signal<Member[]>;
  /** What the viewer may do is decided by these. */
  rights: Signal<Pick<Group, "role" | "createdBy">>;
  list: RefObject<HTMLElement | null>;
  /** Removes a member whose row may have the focus. */
  remove: (userId: string) => void;
}

/** Keeps a list of members up to date as they come and go and have other roles, also while there was no connection. */
export function useLiveMembers(groupId: string, { members, rights, list, remove }: Shown): void {
  useEffect(() => {
    const isHere = (membership: { groupId: string }) => membership.groupId === groupId;
    const { reload, changed } = reloader(() => readGroup(groupId), show);
    function show({ role, createdBy, ...group }: Group) {
      members.value = group.members;
      rights.value = { role, createdBy };
    }
    function onChanged(group: Group) {
      if (group.id !== groupId) return;
      // Of a large group not all members are sent.
      if (group.members.length < group.memberCount) return void reload();
      changed();
      show(group);
    }
    const stops = [
      onRejoined(reload),
      on("memberAdded", (membership) => void (isHere(membership) && reload())),
      on("groupChanged", onChanged),
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

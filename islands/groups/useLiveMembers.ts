import type { Signal } from "@preact/signals-react";
import { type RefObject, useEffect } from "react";
import type { Group, Member } from "../../server/contract/groups/shapes.ts";
import { on } from "../runtime/events.ts";
import { onRejoined } from "../runtime/lifecycle.ts";
import { reloader } from "../runtime/reloader.ts";
import { readGroup } from "./calls.ts";

interface MemberList {
  members: Signal<Member[]>;
  rights: Signal<Pick<Group, "role" | "createdBy">>;
  list: RefObject<HTMLElement | null>;
  remove: (userId: string) => void;
}

export function useLiveMembers(groupId: string, { members, rights, list, remove }: MemberList): void {
  useEffect(() => {
    const isHere = (membership: { groupId: string }) => membership.groupId === groupId;
    const { reload, changed } = reloader(() => readGroup(groupId), show);
    function show({ role, createdBy, ...group }: Group) {
      members.value = group.members;
      rights.value = { role, createdBy };
    }
    function onChanged(group: Group) {
      if (group.id !== groupId) return;
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

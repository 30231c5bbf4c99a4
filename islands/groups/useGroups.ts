import { useSignal } from "@preact/signals-react";
import { type RefObject, useEffect } from "react";
import type { Group, Overview, OverviewGroup } from "../../server/contract/groups/shapes.ts";
import { changeOverview, onOverview, withoutGroup } from "../runtime/overview.ts";
import { removeRow } from "../ui/removeRow.ts";

interface Options {
  list: RefObject<HTMLUListElement | null>;
  onEmpty: () => void;
}

export function useGroups(start: OverviewGroup[], { list, onEmpty }: Options) {
  const groups = useSignal(start);
  useEffect(() => onOverview(update), []);

  function update({ groups: now }: Overview) {
    const isInUse = list.current?.matches(":hover, :focus-within") ?? false;
    const gone = groups.value.filter(({ id }) => !now.some((group) => group.id === id));
    if (list.current?.matches(":focus-within")) gone.forEach(({ id }) => removeCard(id));
    groups.value = isInUse ? inOrderOf(groups.value, now) : now;
  }

  function removeCard(groupId: string) {
    removeRow({ rows: groups, element: list.current! }, ({ id }) => id === groupId);
    if (groups.value.length === 0 && document.activeElement === document.body) onEmpty();
  }

  return {
    groups,
    add(group: Group) {
      const created = { ...group, book: null, faces: group.members.map(({ user }) => user) };
      groups.value = [created, ...groups.value];
      changeOverview(({ groups, ...others }) => ({ ...others, groups: [created, ...groups] }));
    },
    remove(groupId: string) {
      removeCard(groupId);
      changeOverview((before) => withoutGroup(before, groupId));
    },
  };
}

function inOrderOf(before: OverviewGroup[], now: OverviewGroup[]): OverviewGroup[] {
  const place = new Map(before.map(({ id }, index) => [id, index]));
  return now.toSorted((a, b) => (place.get(a.id) ?? -1) - (place.get(b.id) ?? -1));
}

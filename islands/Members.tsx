import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { Group, Member } from "../server/contract/groups/shapes.ts";
import { removeRow } from "./ui/removeRow.ts";
import { AddMemberDialog, type PeopleSearch } from "./groups/AddMemberDialog.tsx";
import { MemberCard } from "./groups/MemberCard.tsx";
import { useLiveMembers } from "./groups/useLiveMembers.ts";
import { Button } from "./ui/Button.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { groupPaths } from "../server/contract/groups/paths.ts";
import { groupsTexts } from "../server/contract/groups/texts.ts";

interface Props {
  group: Group;
  viewerId: string;
  adding: boolean;
  searched?: PeopleSearch;
  removing?: string;
}

export function Members({ group, viewerId, searched, removing, ...props }: Props) {
  useSignals();
  const members = useSignal<Member[]>(group.members);
  const rights = useSignal<Pick<Group, "role" | "createdBy">>(group);
  const adding = useSignal(props.adding);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => showCount(members.value.length), [members.value.length]);
  useLiveMembers(group.id, { members, rights, list, remove });

  function remove(userId: string) {
    removeRow({ rows: members, element: list.current! }, ({ user }) => user.id === userId);
  }

  return (
    <>
      <Head groupId={group.id} isCreator={rights.value.createdBy === viewerId} onAdd={() => adding.value = true} />
      <ul className="cards" ref={list}>
        {members.value.map((member) => (
          <li key={member.user.id}>
            <MemberCard
              groupId={group.id}
              role={rights.value.role}
              member={member}
              viewerId={viewerId}
              removing={member.user.id === removing}
              onRemoved={() => remove(member.user.id)}
            />
          </li>
        ))}
      </ul>
      {adding.value && (
        <AddMemberDialog
          groupId={group.id}
          memberIds={members.value.map(({ user }) => user.id)}
          searched={searched}
          onAdded={(everyone) => members.value = everyone}
          onClose={() => adding.value = false}
        />
      )}
    </>
  );
}

interface HeadProps {
  groupId: string;
  isCreator: boolean;
  onAdd: () => void;
}

function Head({ groupId, isCreator, onAdd }: HeadProps) {
  return (
    <div className="page-head">
      <h2>Members</h2>
      {isCreator && (
        <OpenForm to={groupPaths.addMember(groupId)} onOpen={onAdd}>
          <Button type="submit" icon="user-plus">Add New Member</Button>
        </OpenForm>
      )}
    </div>
  );
}

function showCount(count: number): void {
  const counter = document.querySelector("[data-member-count]");
  if (counter) counter.textContent = groupsTexts.memberCount(count);
}

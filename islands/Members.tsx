import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { Group, Member } from "../server/contract/groups.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { Button } from "./components/Button.tsx";
import { MemberActions } from "./components/MemberActions.tsx";
import { OpenForm } from "./components/OpenForm.tsx";
import { UserCard } from "./components/UserCard.tsx";
import { AddMemberDialog, type Searched } from "./lib/AddMemberDialog.tsx";
import { call, invalidAnswer, serverSaid } from "./lib/api.ts";
import { ConfirmDialog } from "./lib/ConfirmDialog.tsx";
import { removeRow } from "./lib/focus.ts";
import { leaveToast, showToast } from "./lib/toasts.ts";

interface Props {
  group: Group;
  viewerId: string;
  /** Whether the dialog to add someone is open; without script a link opens it. */
  adding: boolean;
  searched?: Searched;
  /** The member whose removal is being asked about, without script. */
  removing?: string;
}

export function Members({ group, viewerId, ...props }: Props) {
  useSignals();
  const members = useSignal<Member[]>(group.members);
  const adding = useSignal(props.adding);
  const removing = useSignal(props.removing);
  const list = useRef<HTMLUListElement>(null);
  const isCreator = group.createdBy === viewerId;
  const address = `/groups/${encodeURIComponent(group.id)}/members`;
  useEffect(() => showCount(members.value.length), [members.value.length]);

  async function add(userId: string) {
    try {
      const { group } = await call<{ group?: Group }>("POST", address, { userId });
      if (!group) throw invalidAnswer();
      members.value = group.members;
      showToast("success", texts.members.added);
    } catch (error) {
      showToast("error", serverSaid(error) || texts.members.addFailed);
    }
  }

  async function remove(userId: string) {
    try {
      await call("DELETE", `${address}/${encodeURIComponent(userId)}`);
      if (userId === viewerId) return goAway();
      const row = { list: list.current!, index: members.value.findIndex(({ user }) => user.id === userId) };
      removeRow(row, () => members.value = members.value.filter(({ user }) => user.id !== userId));
      showToast("success", texts.members.removed);
    } catch {
      showToast("error", texts.members.removeFailed);
    }
  }

  function goAway() {
    leaveToast("success", texts.members.left);
    location.assign(paths.dashboard);
  }

  const here = paths.group(group.id, "members");
  return (
    <>
      <div className="page-head">
        <h2>Members</h2>
        {isCreator && (
          <OpenForm to={`${here}&add`} onOpen={() => adding.value = true}>
            <Button type="submit" icon="user-plus">Add New Member</Button>
          </OpenForm>
        )}
      </div>
      <ul className="cards" ref={list}>
        {members.value.map(({ user }) => (
          <li key={user.id}>
            <UserCard user={user} badge={user.id === group.createdBy ? "Creator" : undefined}>
              <MemberActions {...{ group, user, viewerId }} onAsk={(id) => removing.value = id} />
            </UserCard>
          </li>
        ))}
      </ul>
      {adding.value && (
        <AddMemberDialog
          memberIds={members.value.map(({ user }) => user.id)}
          searched={props.searched}
          onAdd={add}
          onClose={() => adding.value = false}
        />
      )}
      {removing.value && (
        <ConfirmDialog
          {...question(removing.value === viewerId)}
          fields={{ intent: "removeMember", userId: removing.value }}
          onConfirm={() => remove(removing.value!)}
          onClose={() => removing.value = undefined}
        />
      )}
    </>
  );
}

const question = (leaving: boolean) =>
  leaving
    ? { title: "Leave group", text: texts.members.confirmLeave, action: "Leave" }
    : { title: "Remove member", text: texts.members.confirmRemove, action: "Remove" };

/** The header, which is no island, counts along. */
function showCount(count: number): void {
  const counter = document.querySelector("[data-member-count]");
  if (counter) counter.textContent = texts.groups.memberCount(count);
}

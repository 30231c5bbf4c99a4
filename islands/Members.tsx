import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { Group, Member } from "../server/contract/groups.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { Button } from "./ui/Button.tsx";
import { MemberActions } from "./groups/MemberActions.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { UserCard } from "./ui/UserCard.tsx";
import { AddMemberDialog, type Searched } from "./groups/AddMemberDialog.tsx";
import { call, invalidAnswer, serverSaid } from "./runtime/api.ts";
import { useBusyRows } from "./forms/useBusyRows.ts";
import { ConfirmDialog } from "./forms/ConfirmDialog.tsx";
import { removeRow } from "./forms/focus.ts";
import { deferToast, showToast } from "./runtime/toast.ts";

interface Props {
  group: Group;
  viewerId: string;
  /** Whether the dialog to add someone is open; without script a link opens it. */
  adding: boolean;
  searched?: Searched;
  /** The member whose removal is being asked about, without script. */
  removing?: string;
}

/** The members of a group, and what the viewer may do with them. */
export function Members({ group, viewerId, ...props }: Props) {
  useSignals();
  const members = useSignal<Member[]>(group.members);
  const adding = useSignal(props.adding);
  const removing = useSignal(props.removing);
  const busy = useBusyRows<string>();
  const list = useRef<HTMLUListElement>(null);
  const address = `/groups/${encodeURIComponent(group.id)}/members`;
  useEffect(() => showCount(members.value.length), [members.value.length]);

  async function add(userId: string) {
    try {
      members.value = await addMember(address, userId);
      showToast("success", texts.members.added);
    } catch (error) {
      showToast("error", serverSaid(error) || texts.members.addFailed);
    }
  }

  const removeOnce = (userId: string) => busy.run(userId, true, () => remove(userId));

  async function remove(userId: string) {
    try {
      await call("DELETE", `${address}/${encodeURIComponent(userId)}`);
      if (userId === viewerId) return goAway();
      removeRow({ rows: members, element: list.current! }, ({ user }) => user.id === userId);
      showToast("success", texts.members.removed);
    } catch {
      showToast("error", texts.members.removeFailed);
    }
  }

  return (
    <>
      <Head group={group} isCreator={group.createdBy === viewerId} onAdd={() => adding.value = true} />
      <ul className="cards" ref={list}>
        {members.value.map(({ user }) => (
          <li key={user.id}>
            <UserCard user={user} badge={user.id === group.createdBy ? "Creator" : undefined}>
              <MemberActions
                {...{ group, user, viewerId }}
                busy={busy.workOn(user.id)}
                onAsk={(id) => removing.value = id}
              />
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
          onConfirm={() => removeOnce(removing.value!)}
          onClose={() => removing.value = undefined}
        />
      )}
    </>
  );
}

interface HeadProps {
  group: Group;
  isCreator: boolean;
  onAdd: () => void;
}

function Head({ group, isCreator, onAdd }: HeadProps) {
  return (
    <div className="page-head">
      <h2>Members</h2>
      {isCreator && (
        <OpenForm to={`${paths.group(group.id, "members")}&add`} onOpen={onAdd}>
          <Button type="submit" icon="user-plus">Add New Member</Button>
        </OpenForm>
      )}
    </div>
  );
}

/** Whoever has left goes back to the other groups. */
function goAway(): void {
  deferToast("success", texts.members.left);
  location.assign(paths.dashboard);
}

async function addMember(address: string, userId: string): Promise<Member[]> {
  const { group } = await call<{ group?: Group }>("POST", address, { userId });
  if (!group) throw invalidAnswer();
  return group.members;
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

import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { Group, Member } from "../server/contract/groups.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { LinkButton } from "./components/Button.tsx";
import { MemberActions } from "./components/MemberActions.tsx";
import { UserCard } from "./components/UserCard.tsx";
import { AddMemberDialog, type Searched } from "./lib/AddMemberDialog.tsx";
import { call, saidBy } from "./lib/api.ts";
import { ConfirmDialog } from "./lib/ConfirmDialog.tsx";
import { intercept } from "./lib/intercept.ts";
import { showToast } from "./lib/toasts.ts";

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
  const isCreator = group.createdBy === viewerId;
  const address = `/groups/${encodeURIComponent(group.id)}/members`;
  useEffect(() => showCount(members.value.length), [members.value.length]);

  async function add(userId: string) {
    try {
      const { group, message } = await call<{ group: Group; message: string }>("POST", address, { userId });
      members.value = group.members;
      showToast("success", message);
    } catch (error) {
      showToast("error", saidBy(error, texts.members.addFailed));
    }
  }

  async function remove(userId: string) {
    removing.value = undefined;
    try {
      const { message } = await call<{ message: string }>("DELETE", `${address}/${encodeURIComponent(userId)}`);
      if (userId === viewerId) return location.assign(paths.dashboard);
      members.value = members.value.filter(({ user }) => user.id !== userId);
      showToast("success", message);
    } catch {
      showToast("error", texts.members.removeFailed);
    }
  }

  const here = paths.group(group.id, "members");
  return (
    <>
      <div className="page-head">
        <h2>Members</h2>
        {isCreator && (
          <LinkButton href={`${here}&add`} icon="user-plus" onClick={intercept(() => adding.value = true)}>
            Add New Member
          </LinkButton>
        )}
      </div>
      <ul className="cards">
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
          here={here}
          memberIds={members.value.map(({ user }) => user.id)}
          searched={props.searched}
          onAdd={add}
          onClose={() => adding.value = false}
        />
      )}
      {removing.value && (
        <ConfirmDialog
          {...question(removing.value === viewerId)}
          back={here}
          fields={{ intent: "removeMember", userId: removing.value }}
          onConfirm={() => remove(removing.value!)}
          onCancel={() => removing.value = undefined}
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

import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { Group } from "../../server/contract/groups/shapes.ts";
import type { UserCard as User } from "../../server/contract/people/shapes.ts";
import { Field } from "../forms/Field.tsx";
import { FormError } from "../forms/FormError.tsx";
import { useSearch, useSubmit } from "../forms/useSubmit.ts";
import { serverFailure } from "../runtime/api.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { useModal } from "../ui/useModal.ts";
import { UserCard } from "../ui/UserCard.tsx";
import { addMember, searchPeople } from "./calls.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { usersTexts } from "../../server/contract/people/texts.ts";
import { membersTexts } from "../../server/contract/groups/texts.ts";

export interface PeopleSearch {
  username: string;
  found: User[] | undefined;
}

interface Props {
  groupId: string;
  memberIds: string[];
  searched?: PeopleSearch;
  hint?: string;
  onAdded: (group: Group) => void;
  onClose: () => void;
}

export function AddMemberDialog({ groupId, memberIds, searched, hint, onAdded, onClose }: Props) {
  useSignals();
  const dialog = useModal();
  const input = useRef<HTMLInputElement>(null);
  const found = useSignal(searched?.found);
  const { busy, onSubmit } = useSearch({
    name: "username",
    search: searchPeople,
    onFound: (people) => found.value = people,
    failed: usersTexts.searchFailed,
    failureToast: usersTexts.searchFailed,
  });
  useEffect(() => input.current?.focus(), []);

  function add(group: Group) {
    flushSync(() => onAdded(group));
    if (document.activeElement === document.body) input.current?.focus();
  }

  return (
    <dialog className="dialog" ref={dialog} open aria-labelledby="add-member-title" onClose={onClose}>
      <div className="dialog-head">
        <h2 id="add-member-title">Add New Member</h2>
        <form method="dialog">
          <IconButton type="submit" icon="close" label="Close" />
        </form>
      </div>
      <form method="get" className="inline-form" onSubmit={onSubmit}>
        <input type="hidden" name="tab" value="members" />
        <input type="hidden" name="add" value="" />
        <Field
          ref={input}
          label="Username"
          name="username"
          type="search"
          defaultValue={searched?.username}
          autoComplete="off"
        />
        <Button type="submit" kind="primary" busy={busy} busyText="Searching..." replacesCall>Search</Button>
      </form>
      {searched && !searched.found && !found.value && <FormError text={usersTexts.searchFailed} />}
      {found.value?.length === 0 && <p role="status">{membersTexts.noMatch}</p>}
      {!!found.value?.length && (
        <ul className="member-list">
          {found.value.map((user) => (
            <li key={user.id}>
              <FoundPerson
                groupId={groupId}
                username={searched?.username ?? ""}
                user={user}
                isMember={memberIds.includes(user.id)}
                onAdded={add}
              />
            </li>
          ))}
        </ul>
      )}
      {hint && <p className="muted">{hint}</p>}
    </dialog>
  );
}

interface FoundProps {
  groupId: string;
  username: string;
  user: User;
  isMember: boolean;
  onAdded: (group: Group) => void;
}

function FoundPerson({ groupId, username, user, isMember, onAdded }: FoundProps) {
  const { busy, onSubmit } = useSubmit({
    submit: () => addMember(groupId, user.id),
    onSuccess: onAdded,
    successToast: membersTexts.added,
    failed: (error) => ({ text: serverFailure(error).message || membersTexts.addFailed }),
    failureToast: true,
  });
  const search = new URLSearchParams({ add: "", username });
  return (
    <UserCard user={user}>
      {isMember
        ? <span className="badge">Already a member</span>
        : (
          <form method="post" action={`${groupPaths.members(groupId)}?${search}`} onSubmit={onSubmit}>
            <input type="hidden" name="userId" value={user.id} />
            <Button type="submit" busy={busy} busyText="Adding...">Add to Group</Button>
          </form>
        )}
    </UserCard>
  );
}

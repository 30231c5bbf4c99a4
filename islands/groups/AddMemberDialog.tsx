import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect, useRef } from "react";
import { texts } from "../../server/contract/texts.ts";
import type { UserCard as Card } from "../../server/contract/users.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../forms/Field.tsx";
import { FormError } from "../forms/FormError.tsx";
import { UserCard } from "../ui/UserCard.tsx";
import { call, invalidAnswer } from "../runtime/api.ts";
import { useBusyRows } from "../forms/useBusyRows.ts";
import { useLatestRequest } from "../forms/useLatestRequest.ts";
import { useModal } from "../ui/useModal.ts";
import { showToast } from "../runtime/toast.ts";

/** A search for people: what was asked, and who was found, where it could be told. */
export interface Searched {
  username: string;
  found: Card[] | undefined;
}

interface Props {
  memberIds: string[];
  searched?: Searched;
  onAdd: (userId: string) => Promise<void>;
  onClose: () => void;
}

/** Finds people by username and adds them. Those who are in already are marked, not offered again. */
export function AddMemberDialog({ memberIds, searched, onAdd, onClose }: Props) {
  useSignals();
  const dialog = useModal();
  const input = useRef<HTMLInputElement>(null);
  const found = useSignal(searched?.found);
  const searching = useSignal(false);
  const begin = useLatestRequest();
  const adding = useBusyRows<string>();
  useEffect(() => input.current?.focus(), []);

  async function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const username = input.current!.value.trim();
    if (!username) return;
    const isLatest = begin();
    searching.value = true;
    try {
      const people = await call<Card[]>("GET", `/users/search?username=${encodeURIComponent(username)}`);
      if (!Array.isArray(people)) throw invalidAnswer();
      if (isLatest()) found.value = people;
    } catch {
      if (isLatest()) showToast("error", texts.users.searchFailed);
    }
    if (isLatest()) searching.value = false;
  }

  async function add(userId: string) {
    await onAdd(userId);
    // The button that was pressed is gone.
    if (document.activeElement === document.body) input.current?.focus();
  }

  return (
    <dialog className="dialog" ref={dialog} open aria-labelledby="add-member-title" onClose={onClose}>
      <div className="dialog-head">
        <h2 id="add-member-title">Add New Member</h2>
        <form method="dialog">
          <Button type="submit" icon="close">Close</Button>
        </form>
      </div>
      <form method="get" className="inline-form" onSubmit={search}>
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
        <Button type="submit" kind="primary" busy={searching.value} busyText="Searching..." again>Search</Button>
      </form>
      {searched && !searched.found && !found.value && <FormError text={texts.users.searchFailed} />}
      <Found
        people={found.value}
        memberIds={memberIds}
        isBusy={(id) => adding.workOn(id) !== undefined}
        onAdd={(id) => adding.run(id, true, () => add(id))}
      />
    </dialog>
  );
}

interface FoundProps {
  people: Card[] | undefined;
  memberIds: string[];
  isBusy: (userId: string) => boolean;
  onAdd: (userId: string) => void;
}

function Found({ people, memberIds, isBusy, onAdd }: FoundProps) {
  if (!people) return null;
  if (people.length === 0) return <p role="status">{texts.members.noMatch}</p>;
  return (
    <ul className="cards">
      {people.map((user) => (
        <li key={user.id}>
          <UserCard user={user}>
            {memberIds.includes(user.id)
              ? <span className="badge">Already a member</span>
              : (
                <form method="post" onSubmit={(event) => (event.preventDefault(), onAdd(user.id))}>
                  <input type="hidden" name="userId" value={user.id} />
                  <Button type="submit" name="intent" value="addMember" busy={isBusy(user.id)} busyText="Adding...">
                    Add to Group
                  </Button>
                </form>
              )}
          </UserCard>
        </li>
      ))}
    </ul>
  );
}

import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import { texts } from "../../server/contract/texts.ts";
import type { UserCard as Card } from "../../server/contract/users.ts";
import { Button, LinkButton } from "../components/Button.tsx";
import { Field } from "../components/Field.tsx";
import { UserCard } from "../components/UserCard.tsx";
import { call } from "./api.ts";
import { intercept } from "./intercept.ts";
import { useModal } from "./modal.ts";
import { showToast } from "./toasts.ts";

/** A search for people: what was asked, and who was found. */
export interface Searched {
  username: string;
  found: Card[];
}

interface Props {
  /** The page's own address, where closing leads without script. */
  here: string;
  memberIds: string[];
  searched?: Searched;
  onAdd: (userId: string) => void;
  onClose: () => void;
}

/** Finds people by username and adds them. Those who are in already are marked, not offered again. */
export function AddMemberDialog({ here, memberIds, searched, onAdd, onClose }: Props) {
  useSignals();
  const dialog = useModal();
  const found = useSignal(searched?.found);
  const searching = useSignal(false);

  async function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const username = String(new FormData(event.currentTarget).get("username")).trim();
    if (!username) return;
    searching.value = true;
    try {
      found.value = await call<Card[]>("GET", `/users/search?username=${encodeURIComponent(username)}`);
    } catch {
      showToast("error", texts.users.searchFailed);
    }
    searching.value = false;
  }

  return (
    <dialog className="dialog" ref={dialog} open aria-labelledby="add-member-title" onClose={onClose}>
      <div className="dialog-head">
        <h2 id="add-member-title">Add New Member</h2>
        <LinkButton kind="quiet" icon="close" href={here} onClick={intercept(() => dialog.current?.close())}>
          Close
        </LinkButton>
      </div>
      <form method="get" onSubmit={search}>
        <input type="hidden" name="tab" value="members" />
        <input type="hidden" name="add" value="" />
        <Field
          label="Username"
          name="username"
          type="search"
          defaultValue={searched?.username}
          autoComplete="off"
          autoFocus
        />
        <Button type="submit" kind="primary" busy={searching.value} busyText="Searching...">Search</Button>
      </form>
      <Found people={found.value} {...{ memberIds, onAdd }} />
    </dialog>
  );
}

function Found({ people, memberIds, onAdd }: { people?: Card[] } & Pick<Props, "memberIds" | "onAdd">) {
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
                  <Button type="submit" name="intent" value="addMember">Add to Group</Button>
                </form>
              )}
          </UserCard>
        </li>
      ))}
    </ul>
  );
}

import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useRef } from "react";
import type { Group, GroupSummary } from "../server/contract/groups.ts";
import { groupName } from "../server/contract/limits.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { Button } from "./components/Button.tsx";
import { DeleteGroup } from "./components/DeleteGroup.tsx";
import { EmptyState } from "./components/EmptyState.tsx";
import { Field } from "./components/Field.tsx";
import { GroupCard } from "./components/GroupCard.tsx";
import { OpenForm } from "./components/OpenForm.tsx";
import { call, invalidAnswer, saidBy } from "./lib/api.ts";
import { ConfirmDialog } from "./lib/ConfirmDialog.tsx";
import { removeRow } from "./lib/focus.ts";
import { showToast } from "./lib/toasts.ts";

interface Props {
  groups: GroupSummary[];
  viewerId: string;
  /** Whether the form is open; without script a link opens it. */
  creating: boolean;
  /** What was typed into the form before it failed. */
  typed?: string;
  error?: string;
  /** The group whose deletion is being asked about, without script. */
  deleting?: string;
}

export function Groups(props: Props) {
  useSignals();
  const { viewerId } = props;
  const groups = useSignal(props.groups);
  const creating = useSignal(props.creating);
  const busy = useSignal(false);
  const error = useSignal(props.error);
  const deleting = useSignal(props.deleting);
  const list = useRef<HTMLUListElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  function open(form: boolean) {
    creating.value = form;
    error.value = undefined;
  }

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("groupName")).trim();
    if (!name) return void (error.value = texts.groups.nameRequired);
    busy.value = true;
    try {
      const { group } = await call<{ group?: Group }>("POST", "/groups", { groupName: name });
      if (!group) throw invalidAnswer();
      groups.value = [group, ...groups.value];
      open(false);
      toggle.current?.focus();
      showToast("success", texts.groups.created);
    } catch (failure) {
      error.value = saidBy(failure, texts.groups.createFailed);
      showToast("error", texts.groups.createFailed);
    }
    busy.value = false;
  }

  async function remove(id: string) {
    try {
      await call("DELETE", `/groups/${encodeURIComponent(id)}`);
      const index = groups.value.findIndex((group) => group.id === id);
      const row = { list: list.current!, index, otherwise: toggle.current! };
      removeRow(row, () => groups.value = groups.value.filter((group) => group.id !== id));
      showToast("success", texts.groups.deleted);
    } catch {
      showToast("error", texts.groups.deleteFailed);
    }
  }

  return (
    <>
      <div className="page-head">
        <h1>My Groups</h1>
        <OpenForm
          to={creating.value ? paths.dashboard : `${paths.dashboard}?create`}
          onOpen={() => open(!creating.value)}
        >
          <Button
            ref={toggle}
            type="submit"
            icon={creating.value ? "close" : "plus"}
            aria-expanded={creating.value}
          >
            {creating.value ? "Cancel" : "Create New Group"}
          </Button>
        </OpenForm>
      </div>
      {creating.value && (
        <form method="post" className="card stack" onSubmit={create}>
          <Field
            label="Group name"
            name="groupName"
            maxLength={groupName.max}
            defaultValue={props.typed}
            error={error.value}
            required
            autoFocus
          />
          <Button type="submit" name="intent" value="create" kind="primary" busy={busy.value} busyText="Creating...">
            Create
          </Button>
        </form>
      )}
      {groups.value.length === 0 && !creating.value && <EmptyState picture="groups" text={texts.groups.empty} />}
      {groups.value.length > 0 && (
        <ul className="cards" ref={list}>
          {groups.value.map((group) => (
            <li key={group.id}>
              <GroupCard group={group}>
                <DeleteGroup
                  group={group}
                  isCreator={group.createdBy === viewerId}
                  onAsk={(id) => deleting.value = id}
                />
              </GroupCard>
            </li>
          ))}
        </ul>
      )}
      {deleting.value && (
        <ConfirmDialog
          title="Delete group"
          text={texts.groups.confirmDelete}
          action="Delete"
          fields={{ intent: "delete", groupId: deleting.value }}
          onConfirm={() => remove(deleting.value!)}
          onClose={() => deleting.value = undefined}
        />
      )}
    </>
  );
}

import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useRef } from "react";
import type { Group, GroupSummary } from "../server/contract/groups.ts";
import { groupName } from "../server/contract/limits.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { Button, LinkButton } from "./components/Button.tsx";
import { DeleteGroup } from "./components/DeleteGroup.tsx";
import { EmptyState } from "./components/EmptyState.tsx";
import { Field } from "./components/Field.tsx";
import { GroupCard } from "./components/GroupCard.tsx";
import { call, saidBy } from "./lib/api.ts";
import { ConfirmDialog } from "./lib/ConfirmDialog.tsx";
import { intercept } from "./lib/intercept.ts";
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
  const toggle = useRef<HTMLAnchorElement>(null);

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("groupName")).trim();
    if (!name) return void (error.value = texts.groups.nameRequired);
    busy.value = true;
    try {
      const { group, message } = await call<{ group: Group; message: string }>("POST", "/groups", { groupName: name });
      groups.value = [group, ...groups.value];
      creating.value = false;
      error.value = undefined;
      toggle.current?.focus();
      showToast("success", message);
    } catch (failure) {
      error.value = saidBy(failure, texts.groups.createFailed);
      showToast("error", texts.groups.createFailed);
    }
    busy.value = false;
  }

  async function remove(id: string) {
    deleting.value = undefined;
    try {
      const { message } = await call<{ message: string }>("DELETE", `/groups/${encodeURIComponent(id)}`);
      groups.value = groups.value.filter((group) => group.id !== id);
      showToast("success", message);
      toggle.current?.focus();
    } catch {
      showToast("error", texts.groups.deleteFailed);
    }
  }

  return (
    <>
      <div className="page-head">
        <h1>My Groups</h1>
        <LinkButton
          ref={toggle}
          href={creating.value ? paths.dashboard : `${paths.dashboard}?create`}
          icon={creating.value ? "close" : "plus"}
          aria-expanded={creating.value}
          onClick={intercept(() => creating.value = !creating.value)}
        >
          {creating.value ? "Cancel" : "Create New Group"}
        </LinkButton>
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
      {groups.value.length === 0 && !creating.value
        ? <EmptyState picture="groups" text={texts.groups.empty} />
        : (
          <ul className="cards">
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
          back={paths.dashboard}
          fields={{ intent: "delete", groupId: deleting.value }}
          onConfirm={() => remove(deleting.value!)}
          onCancel={() => deleting.value = undefined}
        />
      )}
    </>
  );
}

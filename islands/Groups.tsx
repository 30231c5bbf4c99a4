import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type RefObject, useRef } from "react";
import type { Group, GroupSummary } from "../server/contract/groups.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { Button } from "./ui/Button.tsx";
import { DeleteGroup } from "./groups/DeleteGroup.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { GroupCard } from "./groups/GroupCard.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { call } from "./runtime/api.ts";
import { useBusyRows } from "./forms/useBusyRows.ts";
import { ConfirmDialog } from "./forms/ConfirmDialog.tsx";
import { removeRow } from "./forms/focus.ts";
import { NewGroup } from "./groups/NewGroup.tsx";
import { showToast } from "./runtime/toast.ts";

interface Props {
  groups: GroupSummary[];
  viewerId: string;
  /** Whether the form is open; without script a link opens it. */
  creating: boolean;
  /** What was typed into the form before it failed. */
  typed?: string;
  error?: string;
  /** Which form this is, without script. */
  formKey: string;
  /** The group whose deletion is being asked about, without script. */
  deleting?: string;
}

/** The viewer's groups, and the form that makes another. */
export function Groups({ viewerId, typed, formKey, ...props }: Props) {
  useSignals();
  const groups = useSignal(props.groups);
  const creating = useSignal(props.creating);
  const error = useSignal(props.error);
  const deleting = useSignal(props.deleting);
  const busy = useBusyRows<string>();
  const list = useRef<HTMLUListElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  function open(form: boolean) {
    creating.value = form;
    error.value = undefined;
  }

  function created(group: Group) {
    groups.value = [group, ...groups.value];
    open(false);
    toggle.current?.focus();
  }

  const removeOnce = (groupId: string) => busy.run(groupId, true, () => remove(groupId));

  async function remove(groupId: string) {
    try {
      await call("DELETE", `/groups/${encodeURIComponent(groupId)}`);
      const rows = { rows: groups, element: list.current!, otherwise: toggle.current! };
      removeRow(rows, ({ id }) => id === groupId);
      showToast("success", texts.groups.deleted);
    } catch {
      showToast("error", texts.groups.deleteFailed);
    }
  }

  return (
    <>
      <Head toggle={toggle} creating={creating.value} onToggle={() => open(!creating.value)} />
      {creating.value && <NewGroup formKey={formKey} typed={typed} error={error.value} onCreated={created} />}
      {groups.value.length === 0 && !creating.value && <EmptyState picture="groups" text={texts.groups.empty} />}
      {groups.value.length > 0 && (
        <ul className="cards" ref={list}>
          {groups.value.map((group) => (
            <li key={group.id}>
              <GroupCard group={group}>
                <DeleteGroup
                  {...{ group, viewerId }}
                  busy={busy.workOn(group.id)}
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
          onConfirm={() => removeOnce(deleting.value!)}
          onClose={() => deleting.value = undefined}
        />
      )}
    </>
  );
}

interface HeadProps {
  toggle: RefObject<HTMLButtonElement | null>;
  creating: boolean;
  onToggle: () => void;
}

function Head({ toggle, creating, onToggle }: HeadProps) {
  return (
    <div className="page-head">
      <h1>My Groups</h1>
      <OpenForm to={creating ? paths.dashboard : `${paths.dashboard}?create`} onOpen={onToggle}>
        <Button ref={toggle} type="submit" icon={creating ? "close" : "plus"} aria-expanded={creating}>
          {creating ? "Cancel" : "Create New Group"}
        </Button>
      </OpenForm>
    </div>
  );
}

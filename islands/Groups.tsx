import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type RefObject, useRef } from "react";
import type { Group } from "../server/contract/groups.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import { removeRow } from "./ui/removeRow.ts";
import type { FormFailure } from "./forms/useSubmit.ts";
import { type CardGroup, forCard, GroupCard, OpenDeleteForm, readGroups } from "./groups/GroupCard.tsx";
import { NewGroup } from "./groups/NewGroup.tsx";
import type { FromHtml } from "./runtime/from_html.ts";
import { Button } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";

interface Props {
  groups: CardGroup[];
  viewerId: string;
  /** Whether the form is open; without script a link opens it. */
  creating: boolean;
  /** What was typed into the form before it failed, and why it did, without script. */
  typed?: string;
  failure?: FormFailure;
  /** Which form this is, without script. */
  formKey: string;
  /** The group whose deletion is to be confirmed, without script. */
  deleting?: string;
}

/** The viewer's groups, and the form that makes another. */
export function Groups({ viewerId, typed, formKey, deleting, ...props }: Props) {
  useSignals();
  const groups = useSignal(props.groups);
  const creating = useSignal(props.creating);
  const failure = useSignal(props.failure);
  const list = useRef<HTMLUListElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  function open(form: boolean) {
    creating.value = form;
    failure.value = undefined;
  }

  function add(group: Group) {
    groups.value = [forCard(group, viewerId), ...groups.value];
    open(false);
    toggle.current?.focus();
  }

  const remove = (groupId: string) =>
    removeRow(
      { rows: groups, element: list.current!, otherwise: toggle.current! },
      ({ id }) => id === groupId,
    );

  return (
    <>
      <Head toggle={toggle} creating={creating.value} onToggle={() => open(!creating.value)} />
      {creating.value && <NewGroup formKey={formKey} typed={typed} failure={failure.value} onCreated={add} />}
      {groups.value.length === 0 && !creating.value && <EmptyState picture="groups" text={texts.groups.empty} />}
      {groups.value.length > 0 && (
        <ul className="cards" ref={list}>
          {groups.value.map((group) => (
            <li key={group.id}>
              <GroupCard
                group={group}
                deleting={group.id === deleting}
                onDeleted={() => remove(group.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <OpenDeleteForm />
    </>
  );
}

Groups.fromHtml = { groups: readGroups } satisfies FromHtml<Props>;

interface HeadProps {
  toggle: RefObject<HTMLButtonElement | null>;
  creating: boolean;
  onToggle: () => void;
}

function Head({ toggle, creating, onToggle }: HeadProps) {
  return (
    <div className="page-head">
      <h1>My Groups</h1>
      <OpenForm to={creating ? paths.dashboard : paths.newGroup} onOpen={onToggle}>
        <Button ref={toggle} type="submit" icon={creating ? "close" : "plus"} aria-expanded={creating}>
          {creating ? "Cancel" : "Create New Group"}
        </Button>
      </OpenForm>
    </div>
  );
}

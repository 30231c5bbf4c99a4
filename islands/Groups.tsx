import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Group, OverviewGroup } from "../server/contract/groups/shapes.ts";
import type { FormFailure } from "./forms/useSubmit.ts";
import { GroupCard, OpenDeleteForm } from "./groups/GroupCard.tsx";
import { NewGroup } from "./groups/NewGroup.tsx";
import { useGroups } from "./groups/useGroups.ts";
import { ownLocale } from "./runtime/reader_locale.ts";
import { Button } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { type ReaderLocale, timeFormatter } from "./ui/time_format.ts";
import { sitePaths } from "../server/contract/site/paths.ts";
import { groupPaths } from "../server/contract/groups/paths.ts";
import { groupsTexts } from "../server/contract/groups/texts.ts";

interface Props {
  groups: OverviewGroup[];
  locale: ReaderLocale;
  creating: boolean;
  typed?: string;
  failure?: FormFailure;
  formKey: string;
  deleting?: string;
}

export function Groups({ locale, typed, formKey, deleting, ...props }: Props) {
  useSignals();
  const [isHydrated, setIsHydrated] = useState(false);
  const writer = useMemo(() => timeFormatter(isHydrated ? ownLocale() : locale), [isHydrated]);
  const creating = useSignal(props.creating);
  const failure = useSignal(props.failure);
  const list = useRef<HTMLUListElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const { groups, add, remove } = useGroups(props.groups, { list, onEmpty: () => toggle.current?.focus() });
  useEffect(() => setIsHydrated(true), []);

  function open(form: boolean) {
    flushSync(() => {
      creating.value = form;
      failure.value = undefined;
    });
    if (!form) toggle.current?.focus();
  }

  function created(group: Group) {
    add(group);
    open(false);
  }

  const isEmpty = groups.value.length === 0 && !creating.value;
  return (
    <>
      <div className="page-head">
        <h1>My Groups</h1>
        {!isEmpty && <Toggle ref={toggle} creating={creating.value} onToggle={() => open(!creating.value)} />}
      </div>
      {creating.value && <NewGroup formKey={formKey} typed={typed} failure={failure.value} onCreated={created} />}
      {isEmpty && (
        <EmptyState picture="groups" text={groupsTexts.empty}>
          <Toggle ref={toggle} creating={false} onToggle={() => open(true)} />
        </EmptyState>
      )}
      {groups.value.length > 0 && (
        <ul className="cards" ref={list}>
          {groups.value.map((group) => (
            <li key={group.id}>
              <GroupCard
                group={group}
                writer={writer}
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

interface ToggleProps {
  ref: RefObject<HTMLButtonElement | null>;
  creating: boolean;
  onToggle: () => void;
}

const Toggle = ({ ref, creating, onToggle }: ToggleProps) => (
  <OpenForm to={creating ? sitePaths.dashboard : groupPaths.newGroup} onOpen={onToggle}>
    <Button
      ref={ref}
      type="submit"
      kind={creating ? "quiet" : "primary"}
      icon={creating ? "close" : "plus"}
      aria-expanded={creating}
    >
      {creating ? "Cancel" : "Create New Group"}
    </Button>
  </OpenForm>
);

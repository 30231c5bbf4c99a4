import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import type { Group, Overview, OverviewGroup } from "../server/contract/groups/shapes.ts";
import { type FormFailure, InvalidInput, useSubmit } from "./forms/useSubmit.ts";
import { GroupCard, OpenDeleteForm } from "./groups/GroupCard.tsx";
import { ownLocale } from "./runtime/reader_locale.ts";
import { Button, LinkButton } from "./ui/Button.tsx";
import { Drawn } from "./ui/Drawn.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { type ReaderLocale, timeFormatter } from "./ui/time_format.ts";
import { sitePaths } from "../server/contract/site/paths.ts";
import { groupPaths } from "../server/contract/groups/paths.ts";
import { enterCodePath } from "../server/contract/groups/invite_paths.ts";
import { groupsTexts, haveCode } from "../server/contract/groups/texts.ts";
import { changeOverview, onOverview, withoutGroup } from "./runtime/overview.ts";
import { removeRow } from "./ui/removeRow.ts";
import { Field } from "./forms/Field.tsx";
import { createGroup } from "./groups/calls.ts";

interface Props {
  groups: OverviewGroup[];
  locale: ReaderLocale;
  creating: boolean;
  typed?: string;
  failure?: FormFailure;
  formKey: string;
  deleting?: string;
  /** Whether the page begins with something else. */
  isBelow: boolean;
}

export function Groups({ locale, typed, formKey, deleting, isBelow, ...props }: Props) {
  const Heading = isBelow ? "h2" : "h1";
  useSignals();
  const isHydrated = useSignal(false);
  const writer = useMemo(() => timeFormatter(isHydrated.value ? ownLocale() : locale), [isHydrated.value]);
  const creating = useSignal(props.creating);
  const failure = useSignal(props.failure);
  const list = useRef<HTMLUListElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const { groups, add, remove } = useGroups(props.groups, { list, onEmpty: () => toggle.current?.focus() });
  useEffect(() => void (isHydrated.value = true), []);

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
    list.current?.querySelector("a")?.focus();
  }

  const isEmpty = groups.value.length === 0 && !creating.value;
  const code = <LinkButton href={enterCodePath}>{haveCode}</LinkButton>;
  return (
    <>
      <div className="page-head">
        <Heading>My Groups</Heading>
        {!isEmpty && (
          <div className="cluster">
            <Toggle
              ref={toggle}
              creating={creating.value}
              isBelow={isBelow}
              onToggle={() => open(!creating.value)}
            />
            {code}
          </div>
        )}
      </div>
      {creating.value && <NewGroup formKey={formKey} typed={typed} failure={failure.value} onCreated={created} />}
      {isEmpty && (
        <EmptyState picture="groups" text={groupsTexts.empty}>
          <Toggle ref={toggle} creating={false} onToggle={() => open(true)} />
          {code}
        </EmptyState>
      )}
      {groups.value.length > 0 && (
        <ul className="cards" ref={list}>
          {groups.value.map((group) => (
            <Drawn
              key={group.id}
              from={() => group.id === deleting ? null : [group, writer.state]}
            >
              <GroupCard
                group={group}
                writer={writer}
                deleting={group.id === deleting}
                onDeleted={() => remove(group.id)}
              />
            </Drawn>
          ))}
        </ul>
      )}
      <OpenDeleteForm />
    </>
  );
}

interface ToggleProps {
  isBelow?: boolean;
  ref: RefObject<HTMLButtonElement | null>;
  creating: boolean;
  onToggle: () => void;
}

const Toggle = ({ ref, creating, isBelow, onToggle }: ToggleProps) => (
  <OpenForm to={creating ? sitePaths.dashboard : groupPaths.newGroup} onOpen={onToggle}>
    <Button
      ref={ref}
      type="submit"
      kind={creating || isBelow ? "quiet" : "primary"}
      icon={creating ? "close" : "plus"}
      aria-expanded={creating}
    >
      {creating ? "Cancel" : "Create New Group"}
    </Button>
  </OpenForm>
);

interface ListOptions {
  list: RefObject<HTMLUListElement | null>;
  onEmpty: () => void;
}

function useGroups(start: OverviewGroup[], { list, onEmpty }: ListOptions) {
  const groups = useSignal(start);
  useEffect(() => onOverview(update), []);

  function update({ groups: now }: Overview) {
    const isInUse = list.current?.matches(":hover, :focus-within") ?? false;
    const gone = groups.value.filter(({ id }) => !now.some((group) => group.id === id));
    if (list.current?.matches(":focus-within")) gone.forEach(({ id }) => removeCard(id));
    groups.value = isInUse ? inOrderOf(groups.value, now) : now;
  }

  function removeCard(groupId: string) {
    removeRow({ rows: groups, element: list.current! }, ({ id }) => id === groupId);
    if (groups.value.length === 0 && document.activeElement === document.body) onEmpty();
  }

  return {
    groups,
    add(group: Group) {
      const created = { ...group, book: null, faces: group.members.map(({ user }) => user) };
      // The socket may have announced it already.
      const isOther = ({ id }: OverviewGroup) => id !== group.id;
      groups.value = [created, ...groups.value.filter(isOther)];
      changeOverview(({ groups, ...others }) => ({ ...others, groups: [created, ...groups.filter(isOther)] }));
    },
    remove(groupId: string) {
      removeCard(groupId);
      changeOverview((before) => withoutGroup(before, groupId));
    },
  };
}

function inOrderOf(before: OverviewGroup[], now: OverviewGroup[]): OverviewGroup[] {
  const place = new Map(before.map(({ id }, index) => [id, index]));
  return now.toSorted((a, b) => (place.get(a.id) ?? -1) - (place.get(b.id) ?? -1));
}

interface NewGroupProps {
  formKey: string;
  typed?: string;
  failure?: FormFailure;
  onCreated: (group: Group) => void;
}

function NewGroup({ formKey, typed, onCreated, ...props }: NewGroupProps) {
  const { busy, failure, onSubmit } = useSubmit({
    submit: async ({ groupName }) => {
      const name = groupName.trim();
      if (!name) throw new InvalidInput(groupsTexts.nameRequired);
      return await createGroup(name);
    },
    onSuccess: onCreated,
    successToast: groupsTexts.created,
    failed: groupsTexts.createFailed,
    failureToast: groupsTexts.createFailed,
    failure: props.failure,
  });
  return (
    <form method="post" action={groupPaths.groups} className="card stack" onSubmit={onSubmit}>
      <input type="hidden" name="formKey" value={formKey} />
      <Field label="Group name" name="groupName" defaultValue={typed} error={failure?.text} required autoFocus />
      <Button type="submit" kind="primary" busy={busy} busyText="Creating...">Create</Button>
    </form>
  );
}

import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Group } from "../server/contract/groups/groups.ts";
import type { Overview } from "../server/contract/site/overview.ts";
import { removeRow } from "./ui/removeRow.ts";
import type { FormFailure } from "./forms/useSubmit.ts";
import { type CardGroup, forCard, readGroups } from "./groups/card_group.ts";
import { GroupCard, OpenDeleteForm } from "./groups/GroupCard.tsx";
import { NewGroup } from "./groups/NewGroup.tsx";
import type { FromHtml } from "./runtime/from_html.ts";
import { changeOverview, onOverview, withoutGroup } from "./runtime/overview.ts";
import { ownLocale } from "./runtime/reader_locale.ts";
import { Button } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { type ReaderLocale, timeFormatter } from "./ui/time_format.ts";
import { sitePaths } from "../server/contract/site/paths.ts";
import { groupPaths } from "../server/contract/groups/paths.ts";
import { groupsTexts } from "../server/contract/groups/texts.ts";

interface Props {
  groups: CardGroup[];
  /** The reader's, as far as the server knows it. */
  locale: ReaderLocale;
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
export function Groups({ locale, typed, formKey, deleting, ...props }: Props) {
  useSignals();
  const [isHydrated, setIsHydrated] = useState(false);
  const writer = useMemo(() => timeFormatter(isHydrated ? ownLocale() : locale), [isHydrated]);
  const groups = useSignal(props.groups);
  const creating = useSignal(props.creating);
  const failure = useSignal(props.failure);
  const list = useRef<HTMLUListElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setIsHydrated(true);
    return onOverview(update);
  }, []);

  /** The cards that are pointed at or have the focus stay where they are. */
  function update(overview: Overview) {
    const cards = overview.groups.map(forCard);
    const isInUse = list.current?.matches(":hover, :focus-within") ?? false;
    const gone = groups.value.filter(({ id }) => !cards.some((card) => card.id === id));
    if (list.current?.matches(":focus-within")) gone.forEach(({ id }) => remove(id));
    groups.value = isInUse ? inOrderOf(groups.value, cards) : cards;
  }

  function open(form: boolean) {
    flushSync(() => {
      creating.value = form;
      failure.value = undefined;
    });
    if (!form) toggle.current?.focus();
  }

  function add(group: Group) {
    const created = { ...group, book: null, faces: group.members.map(({ user }) => user) };
    groups.value = [forCard(created), ...groups.value];
    open(false);
    changeOverview(({ groups, ...others }) => ({ ...others, groups: [created, ...groups] }));
  }

  function remove(groupId: string) {
    removeRow({ rows: groups, element: list.current! }, ({ id }) => id === groupId);
    // There is no list any more.
    if (groups.value.length === 0 && document.activeElement === document.body) toggle.current?.focus();
  }

  function removeOwn(groupId: string) {
    remove(groupId);
    changeOverview((before) => withoutGroup(before, groupId));
  }

  const isEmpty = groups.value.length === 0 && !creating.value;
  return (
    <>
      <div className="page-head">
        <h1>My Groups</h1>
        {!isEmpty && <Toggle ref={toggle} creating={creating.value} onToggle={() => open(!creating.value)} />}
      </div>
      {creating.value && <NewGroup formKey={formKey} typed={typed} failure={failure.value} onCreated={add} />}
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
                onDeleted={() => removeOwn(group.id)}
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

/** The cards as they are now, in the order in which they were; new ones come first. */
function inOrderOf(before: CardGroup[], now: CardGroup[]): CardGroup[] {
  const place = new Map(before.map(({ id }, index) => [id, index]));
  return now.toSorted((a, b) => (place.get(a.id) ?? -1) - (place.get(b.id) ?? -1));
}

interface ToggleProps {
  ref: RefObject<HTMLButtonElement | null>;
  creating: boolean;
  onToggle: () => void;
}

/** Opens the form that makes a group, or closes it. */
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

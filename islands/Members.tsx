import { type Signal, useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Group, Member } from "../server/contract/groups/shapes.ts";
import { removeRow } from "./ui/removeRow.ts";
import { AddMemberDialog, type PeopleSearch } from "./groups/AddMemberDialog.tsx";
import { MemberPages } from "./groups/MemberPages.tsx";
import { MemberCard } from "./groups/MemberCard.tsx";
import { Button, LinkButton } from "./ui/Button.tsx";
import { Drawn } from "./ui/Drawn.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { memberList } from "../server/contract/groups/limits.ts";
import { groupPaths } from "../server/contract/groups/paths.ts";
import { groupsTexts } from "../server/contract/groups/texts.ts";
import { on } from "./runtime/events.ts";
import { onRejoined } from "./runtime/lifecycle.ts";
import { failureText } from "./runtime/api.ts";
import { showToast } from "./runtime/toast.ts";
import { reloader } from "./runtime/reloader.ts";
import { readGroup } from "./groups/calls.ts";

interface Props {
  group: Group;
  /** Of the members, from 1. */
  page: number;
  /** How many members the viewer sees, if not all. */
  seen?: number;
  viewerId: string;
  adding: boolean;
  searched?: PeopleSearch;
  /** Of those found the ids of members, who may be on another page. */
  alreadyIn?: string[];
  removing?: string;
  links?: { href: string; text: string }[];
  /** For those who add members. */
  hint?: string;
  /** The ids of members for whom the viewer may make a new card. */
  cardOwners?: string[];
}

export function Members({ group, viewerId, searched, removing, links = [], cardOwners = [], ...props }: Props) {
  useSignals();
  const members = useSignal<Member[]>(group.members);
  const count = useSignal(group.memberCount);
  const page = useSignal(props.page);
  const rights = useSignal<Pick<Group, "role" | "createdBy">>(group);
  const adding = useSignal(props.adding);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => showCount(count.value), [count.value]);
  const { show, remove, turnTo } = useLiveMembers(group.id, { members, count, page, rights, list });

  const { known, know } = useKnown(group.id, {
    start: props.alreadyIn ?? [],
    isAsked: adding.value && count.value > memberList.page,
  });

  const asksToRemove = ({ user }: Member) => user.id === removing;
  const isSelf = ({ user }: Member) => user.id === viewerId;
  const hasCard = ({ user }: Member) => cardOwners.includes(user.id);

  return (
    <>
      <Head
        links={links}
        groupId={group.id}
        isCreator={rights.value.createdBy === viewerId}
        mayInvite={rights.value.role !== "member"}
        onAdd={() => adding.value = true}
      />
      <ul className="card member-list" ref={list} tabIndex={-1}>
        {members.value.map((member) => (
          <Drawn
            key={member.user.id}
            from={() =>
              asksToRemove(member) ? null : [member, group.id, rights.value.role, isSelf(member), hasCard(member)]}
          >
            <MemberCard
              groupId={group.id}
              role={rights.value.role}
              member={member}
              viewerId={viewerId}
              hasCard={hasCard(member)}
              removing={asksToRemove(member)}
              onRemoved={() => remove(member.user.id)}
            />
          </Drawn>
        ))}
      </ul>
      <MemberPages
        memberCount={props.seen ?? count.value}
        page={page.value}
        href={(page) => groupPaths.memberPage(group.id, page)}
        onTurn={(next) => void turnTo(next)}
      />
      {adding.value && (
        <AddMemberDialog
          groupId={group.id}
          memberIds={[...members.value.map(({ user }) => user.id), ...known]}
          searched={searched}
          hint={props.hint}
          onAdded={(whole) => {
            know(whole);
            show(whole);
          }}
          onClose={() => adding.value = false}
        />
      )}
    </>
  );
}

interface HeadProps extends Required<Pick<Props, "links">> {
  groupId: string;
  isCreator: boolean;
  mayInvite: boolean;
  onAdd: () => void;
}

function Head({ links, groupId, isCreator, mayInvite, onAdd }: HeadProps) {
  return (
    <div className="page-head">
      <h2>Members</h2>
      {mayInvite && (
        <div className="cluster">
          {isCreator && (
            <OpenForm to={groupPaths.addMember(groupId)} onOpen={onAdd}>
              <Button type="submit" kind="primary" icon="user-plus">Add New Member</Button>
            </OpenForm>
          )}
          <LinkButton href={groupPaths.invite(groupId)} icon="link">Invite</LinkButton>
          {links.map(({ href, text }) => <LinkButton key={href} kind="plain" href={href}>{text}</LinkButton>)}
        </div>
      )}
    </div>
  );
}

function showCount(count: number): void {
  const counter = document.querySelector("[data-member-count]");
  if (counter) counter.textContent = groupsTexts.memberCount(count);
}

/** The ids of members on other pages, once they are asked for. */
function useKnown(groupId: string, { start, isAsked }: { start: string[]; isAsked: boolean }) {
  const [known, setKnown] = useState(start);
  const know = (whole: Group) => setKnown(whole.members.map(({ user }) => user.id));
  useEffect(() => {
    if (isAsked) readGroup(groupId).then(know, console.warn);
  }, [isAsked]);
  return { known, know };
}

interface MemberList {
  members: Signal<Member[]>;
  count: Signal<number>;
  page: Signal<number>;
  rights: Signal<Pick<Group, "role" | "createdBy">>;
  list: RefObject<HTMLUListElement | null>;
}

function useLiveMembers(groupId: string, { members, count, page, rights, list }: MemberList) {
  const [{ reload, changed }] = useState(() => reloader(() => readGroup(groupId, page.value), show));
  /** @param group with all its members, or those of the page */
  function show({ role, createdBy, memberCount, ...group }: Group) {
    const last = Math.max(1, Math.ceil(memberCount / memberList.page));
    const isBeyond = page.value > last;
    page.value = Math.min(page.value, last);
    if (isBeyond && group.members.length < memberCount) return void reload();
    const first = (page.value - 1) * memberList.page;
    const isWhole = group.members.length === memberCount;
    members.value = isWhole ? group.members.slice(first, first + memberList.page) : group.members;
    count.value = memberCount;
    rights.value = { role, createdBy };
  }
  /** Moves the focus only where that was in the list, and is lost with the row. */
  function remove(userId: string) {
    const others = members.value.filter(({ user }) => user.id !== userId);
    count.value -= members.value.length - others.length;
    if (!list.current?.matches(":focus-within")) members.value = others;
    else removeRow({ rows: members, element: list.current }, ({ user }) => user.id === userId);
  }

  async function turnTo(next: number) {
    try {
      const shown = await readGroup(groupId, next);
      page.value = next;
      show(shown);
      list.current?.scrollIntoView();
      list.current?.focus();
    } catch (error) {
      showToast("error", failureText(error, groupsTexts.loadDetailsFailed));
    }
  }

  useEffect(() => {
    const isHere = (membership: { groupId: string }) => membership.groupId === groupId;
    function onChanged(group: Group) {
      if (group.id !== groupId) return;
      if (group.members.length < group.memberCount) return void reload();
      changed();
      show(group);
    }
    const stops = [
      onRejoined(reload),
      on("memberAdded", (membership) => void (isHere(membership) && reload())),
      on("groupChanged", onChanged),
      on("memberRemoved", (membership) => {
        if (!isHere(membership)) return;
        if (count.value > memberList.page) return void reload();
        changed();
        remove(membership.userId);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return { show, remove, turnTo };
}

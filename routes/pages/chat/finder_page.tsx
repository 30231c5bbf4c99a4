import type { ReactNode } from "react";
import { listPinned } from "../../../db/chat/messages.ts";
import { listBlockedIn } from "../../../db/people/blocks.ts";
import { FinderForm, type FinderKind, NoneFound } from "../../../islands/chat/find/Finder.tsx";
import { FoundMessages } from "../../../islands/chat/find/FoundMessages.tsx";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import {
  type Author,
  ChatPlace,
  type MemberDirectory,
  type Message,
  MessageQuery,
  PinsQuery,
} from "../../../server/contract/chat/shapes.ts";
import { findTexts } from "../../../server/contract/chat/message_texts.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { parse } from "../../../server/http/validate.ts";
import { searchMessages } from "../../api/chat.ts";
import { type C, failures, type TabContent, tryLoad } from "../../layout/page.tsx";
import { membersFor } from "./members.ts";

export function finderPage(
  c: C,
  group: Group,
  books: Promise<AnchorBook[] | undefined>,
): Promise<TabContent> | undefined {
  if (c.req.query("search") !== undefined) return searchPage(c, group, books);
  return c.req.query("pins") === undefined ? undefined : pinsPage(c, group, books);
}

async function searchPage(c: C, group: Group, books: Promise<AnchorBook[] | undefined>): Promise<TabContent> {
  const { query } = parse(MessageQuery, { query: c.req.query("search") });
  const { before } = parse(ChatPlace, c.req.query());
  const search = () => searchMessages(c.var.deps, c.var.user, { groupId: group.id, query, before });
  const page = query ? await tryLoad(c, search) : { messages: undefined, hasMore: false };
  const { messages, hasMore } = page ?? {};
  const [members, blocked] = await Promise.all([
    membersFor(c, group, messages ?? []),
    listBlockedIn(c.var.deps.db, c.var.user.id, group.id),
  ]);
  const about = { c, members, blocked };
  return {
    content: (
      <FinderPage title={findTexts.search} group={group}>
        <FinderForm query={query} />
        {messages && <Found {...about} books={await books} messages={messages} kind="search" query={query} />}
        {messages && hasMore && (
          <LinkButton href={chatPaths.searchMessages(group.id, query, messages.at(-1)!.seq)}>
            {findTexts.searchMore}
          </LinkButton>
        )}
      </FinderPage>
    ),
    styles: ["message-marks", "group-script"],
    toasts: failures(!page && findTexts.searchFailed),
  };
}

async function pinsPage(c: C, group: Group, books: Promise<AnchorBook[] | undefined>): Promise<TabContent> {
  const { before } = PinsQuery.catch({}).parse(c.req.query());
  const page = await tryLoad(c, () => listPinned(c.var.deps.db, c.var.user.id, group.id, before));
  const { messages, hasMore } = page ?? {};
  const [members, blocked] = await Promise.all([
    membersFor(c, group, messages ?? []),
    listBlockedIn(c.var.deps.db, c.var.user.id, group.id),
  ]);
  const about = { c, members, blocked };
  return {
    content: (
      <FinderPage title={findTexts.pins} group={group}>
        {messages && <Found {...about} books={await books} messages={messages} kind="pins" />}
        {messages && hasMore && (
          <LinkButton href={chatPaths.pinnedMessages(group.id, messages.at(-1))}>
            {findTexts.searchMore}
          </LinkButton>
        )}
      </FinderPage>
    ),
    styles: ["message-marks", "group-script"],
    toasts: failures(!messages && chatTexts.loadFailed),
  };
}

const FinderPage = ({ title, group, children }: { title: string; group: Group; children: ReactNode }) => (
  <section className="chat finder" aria-label={title}>
    <header className="finder-head">
      <h2>{title}</h2>
      <a className="icon-button" href={groupPaths.group(group.id)} aria-label={findTexts.back} title={findTexts.back}>
        <Icon name="close" />
      </a>
    </header>
    {children}
  </section>
);

interface FoundProps {
  c: C;
  members: MemberDirectory;
  books: AnchorBook[] | undefined;
  messages: Message[];
  blocked: Author[];
  kind: FinderKind;
  query?: string;
}

const Found = ({ c, members, books, messages, blocked, kind, query }: FoundProps) => (
  <div className="finder-found">
    {messages.length === 0 && <NoneFound kind={kind} />}
    <FoundMessages
      messages={messages}
      query={query}
      blocked={blocked}
      members={members}
      books={books}
      viewerId={c.var.user.id}
      writer={timeFormatter(readerLocale(c))}
    />
  </div>
);

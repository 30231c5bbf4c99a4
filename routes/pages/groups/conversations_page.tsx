import { listConversations } from "../../../db/groups/conversations.ts";
import { UnreadBadge } from "../../../islands/groups/GroupCard.tsx";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { openConversation } from "../../../server/actions/groups/conversations.ts";
import { deletedAccount } from "../../../server/contract/account/limits.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";
import { type Conversation, ConversationsQuery } from "../../../server/contract/groups/conversation_shapes.ts";
import { conversationTexts as words } from "../../../server/contract/groups/conversation_texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { conversationPaths, peoplePaths } from "../../../server/contract/people/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { noStore } from "../../../server/http/headers.ts";
import { router } from "../../../server/http/router.ts";
import { page, partOfPage } from "../../layout/page.tsx";
import { BackLink, LinkRow, NoticeLine } from "../../layout/parts.tsx";

export const conversationsPage = router();

conversationsPage.get(conversationPaths.conversations, signedInPage, async (c) => {
  const { deps: { db, config }, user } = c.var;
  const asked = ConversationsQuery.safeParse({ after: c.req.query("after") });
  const { rows, hasMore } = await listConversations(db, user.id, asked.data?.after);
  const format = timeFormatter(readerLocale(c));
  const isOff = config.directMessages === "off";
  const body = (
    <div className="column stack" data-live="conversations">
      <header className="group-head">
        <BackLink href={sitePaths.dashboard}>My Groups</BackLink>
        <h1>{words.title}</h1>
        {isOff
          ? <NoticeLine kind="info" text={rows.length === 0 ? words.isOff : words.off} />
          : <p className="muted">{words.hint}</p>}
      </header>
      {rows.length === 0 ? <EmptyState picture="friends" text={words.none} /> : (
        <ul className="card lined-list">
          {rows.map((conversation) => <Row key={conversation.id} {...conversation} time={format.timeOrDay} />)}
        </ul>
      )}
      {hasMore && (
        <LinkRow href={`${conversationPaths.conversations}?${new URLSearchParams({ after: rows.at(-1)!.id })}`}>
          {words.more}
        </LinkRow>
      )}
      {!isOff && <LinkRow href={peoplePaths.friends}>{words.toFriends}</LinkRow>}
    </div>
  );
  if (c.req.query("part") === "live") return partOfPage(c, body);
  const { title, description } = words;
  return page(c, { title, description, styles: ["conversations-page"], headers: noStore, body });
});

interface RowProps extends Conversation {
  time(timestamp: string): string;
}

const Row = ({ id, user, unread, lastMessage, mayWrite, time }: RowProps) => {
  const last = lastMessage ? beginningOf(lastMessage) : words.nothingYet;
  return (
    <li>
      <a className="conversation" href={groupPaths.group(id)}>
        {user && <Avatar user={user} size={40} />}
        <span className="conversation-name" dir="auto">{user ? displayName(user) : deletedAccount}</span>
        {lastMessage && <time dateTime={lastMessage.timestamp}>{time(lastMessage.timestamp)}</time>}
        <span className="conversation-last" dir="auto">
          {mayWrite ? last : (
            <>
              {`${words.listedClosed} · `}
              <bdi>{last}</bdi>
            </>
          )}
        </span>
        <UnreadBadge unread={unread} />
      </a>
    </li>
  );
};

const beginningOf = ({ excerpt, folded, veiled }: NonNullable<Conversation["lastMessage"]>): string =>
  excerpt || (folded ? chatTexts.hiddenByBlock : veiled ? anchorsTexts.lastMessage : chatTexts.deleted);

mountForm(conversationsPage, openConversation);

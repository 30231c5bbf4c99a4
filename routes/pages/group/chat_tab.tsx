import { listMessages } from "../../../db/chat.ts";
import { Chat } from "../../../islands/Chat.tsx";
import { HistoryPlace, type MemberDirectory } from "../../../server/contract/chat.ts";
import * as constants from "../../../server/contract/constants.ts";
import type { Group } from "../../../server/contract/groups.ts";
import { paths } from "../../../server/contract/paths.ts";
import { displayName } from "../../../server/contract/shared.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import { formKeyFor } from "../../../server/http/form.ts";
import { parse } from "../../../server/http/validate.ts";
import { Island } from "../../layout/Island.tsx";
import { booksPanel } from "./books_panel.tsx";
import type { C, FailedForm, Part } from "./tab.ts";

/** The chat, with the group's books beside it. */
export async function chatTab(c: C, group: Group, failed?: FailedForm): Promise<Part> {
  const { id, username } = c.var.user;
  const formKey = formKeyFor(failed?.sent);
  const [history, books] = await Promise.all([
    readHistory(c, group.id),
    booksPanel(c, group.id, { formKey, failed }),
  ]);
  const props = {
    ...history,
    ...failed?.message,
    groupId: group.id,
    viewer: { id, username },
    members: directoryOf(group),
    locale: readerLocale(c),
    formKey,
    action: paths.messages(group.id) + new URL(c.req.url).search,
  };
  return {
    content: (
      <div className="group-chat">
        <Island of={Chat} props={props} />
        {books.content}
      </div>
    ),
    toasts: books.toasts,
  };
}

const directoryOf = ({ members }: Group): MemberDirectory =>
  Object.fromEntries(members.map(({ user }) => [
    user.id,
    { username: user.username, name: displayName(user), picture: user.profileImage ?? undefined },
  ]));

/** The part of the history that the address names, with the links to the other parts. */
async function readHistory(c: C, groupId: string) {
  const { before } = parse(HistoryPlace, { before: c.req.query("before") });
  const query = { before, limit: constants.chat.historyLength };
  const history = await listMessages(c.var.deps.db, c.var.user.id, groupId, query);
  // A member who is removed while the page is made has none.
  const { messages, hasMore } = history ?? { messages: [], hasMore: false };
  return {
    // What names a message on its way means little once it has arrived, and is random bytes that do not compress.
    messages: messages.map((message, index) =>
      isJustSent(c, message, index - messages.length) ? message : { ...message, clientId: null }
    ),
    hasOlder: hasMore,
    earlier: hasMore ? paths.messagesBefore(groupId, messages[0].seq) : undefined,
    latest: before ? paths.group(groupId, "chat") : undefined,
  };
}

/** Whether a page of the reader's own may still hold it for one on its way. */
const isJustSent = (c: C, { userId }: { userId: string }, fromEnd: number) => fromEnd >= -5 && userId === c.var.user.id;

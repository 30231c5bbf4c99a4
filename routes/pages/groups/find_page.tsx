import { z } from "zod";
import { type ListedRow, listListedGroups, listOwnRequests } from "../../../db/groups/requests.ts";
import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { GroupImage } from "../../../islands/groups/GroupImage.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { importGroup, mayImport } from "../../../server/actions/groups/archive_import.ts";
import { askToJoin, takeBackRequest } from "../../../server/actions/groups/requests.ts";
import { cardPaths } from "../../../server/contract/account/paths.ts";
import { archiveImportTexts } from "../../../server/contract/groups/archive_import_texts.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { joinRequests as limits } from "../../../server/contract/groups/limits.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { ListedGroupsQuery } from "../../../server/contract/groups/request_shapes.ts";
import { requestTexts as words } from "../../../server/contract/groups/request_texts.ts";
import { counted } from "../../../server/contract/site/plural.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { flashAndRedirect, runFormAction } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { noStore } from "../../../server/http/headers.ts";
import { router } from "../../../server/http/router.ts";
import { type C, type FailedForm, failures, page } from "../../layout/page.tsx";
import { receiveArchive } from "../../api/groups_files.ts";
import { ArchiveImport, type Unread } from "./archive_import.tsx";
import { BackLink, LinkRow, PostButton, Submit } from "../../layout/parts.tsx";
import { Written } from "../../../islands/ui/Written.tsx";

export const findPage = router();

interface Failed extends FailedForm {
  groupId: string;
}

findPage.get(clubPaths.findGroups, signedInPage, (c) => showGroups(c));

mountForm(findPage, importGroup, {
  async respond(c) {
    const whole = { schema: z.unknown(), fields: undefined };
    let typed: string | undefined;
    const outcome = await runFormAction(c, whole, () => receiveArchive(c, (me) => typed = me));
    if (!outcome.ok) return showGroups(c, undefined, { refusal: outcome, me: typed });
    const { group, people } = outcome.value;
    const to = people > 0 ? cardPaths.unused(group.id) : groupPaths.group(group.id);
    return flashAndRedirect(c, outcome, { success: archiveImportTexts.imported(outcome.value), to });
  },
});

async function showGroups(c: C, failed?: Failed, unread?: Unread): Promise<Response> {
  const { deps, user } = c.var;
  const { db, clock } = deps;
  const asked = ListedGroupsQuery.safeParse({ query: c.req.query("query"), after: c.req.query("after") });
  const { query, after } = asked.success ? asked.data : {};
  const [{ rows, hasMore }, own] = await Promise.all([
    listListedGroups(db, user.id, { query, after }, clock()),
    listOwnRequests(db, user.id),
  ]);
  return page(c, {
    title: words.title,
    description: words.description,
    styles: ["find-page"],
    headers: noStore,
    path: clubPaths.findGroups,
    refusal: unread?.refusal ?? failed?.refusal,
    toasts: failures(unread?.refusal.message, failed?.refusal.message),
    body: (
      <div className="column stack">
        <header className="group-head">
          <BackLink href={sitePaths.dashboard}>My Groups</BackLink>
          <h1>{words.title}</h1>
          <p className="muted">{words.hint}</p>
        </header>
        {own.length > 0 && <OwnRequests c={c} own={own} />}
        <Search query={query} />
        {rows.length === 0 ? <Empty query={query} /> : (
          <ul className="find-groups">
            {rows.map((group) => (
              <GroupCard
                key={group.id}
                c={c}
                group={group}
                failed={failed?.groupId === group.id ? failed : undefined}
              />
            ))}
          </ul>
        )}
        {hasMore && <LinkRow href={listAt({ query, after: rows.at(-1)!.id })}>{words.more}</LinkRow>}
        {!query && !after && <ArchiveImport mayImport={mayImport(deps, user)} {...unread} />}
      </div>
    ),
  });
}

const listAt = ({ query, after }: { query?: string; after: string }) =>
  `${clubPaths.findGroups}?${new URLSearchParams({ ...query && { query }, after })}`;

const Search = ({ query = "" }: { query?: string }) => (
  <form method="get" action={clubPaths.findGroups} role="search" aria-label={words.search} className="find-form">
    <Field
      label={words.search}
      type="search"
      name="query"
      maxLength={limits.query}
      defaultValue={query}
      hint={words.searchHint}
    />
    <Submit icon="search">{words.find}</Submit>
  </form>
);

const Empty = ({ query }: { query?: string }) => (
  <section className="card stack">
    <h2>{query ? words.noneFound : words.noGroups}</h2>
    {query
      ? <LinkRow href={clubPaths.findGroups}>{words.showAll}</LinkRow>
      : <p className="muted">{words.noGroupsHint}</p>}
  </section>
);

function OwnRequests({ c, own }: { c: C; own: Awaited<ReturnType<typeof listOwnRequests>> }) {
  const format = timeFormatter(readerLocale(c));
  return (
    <section className="card" aria-labelledby="own-requests">
      <h2 id="own-requests">{words.own}</h2>
      <ul className="lined-list">
        {own.map(({ id, groupName, createdAt }) => (
          <li key={id}>
            <div>
              <p className="find-name" dir="auto">{groupName}</p>
              <p className="muted">{words.askedOn(format.day(createdAt))}</p>
            </div>
            <TakeBack id={id} groupName={groupName} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const TakeBack = ({ id, groupName }: { id: string; groupName: string }) => (
  <PostButton action={clubPaths.takeBackRequest(id)} aria-label={words.takeBackOf(groupName)}>
    {words.takeBack}
  </PostButton>
);

interface CardProps {
  c: C;
  group: ListedRow;
  failed?: Failed;
}

function GroupCard({ c, group, failed }: CardProps) {
  const { id, groupName, description, format, memberCount, currentBook } = group;
  return (
    <li className="card find-group" id={`group-${id}`}>
      <h2 className="find-title">
        <GroupImage group={group} size={40} />
        <span dir="auto">{groupName}</span>
      </h2>
      {description && <Written className="find-description" text={description} format={format} />}
      <p className="muted">
        {currentBook && (
          <>
            {words.reads} <cite dir="auto">{currentBook.title}</cite>
            {currentBook.author && (
              <>
                , <bdi>{currentBook.author}</bdi>
              </>
            )} ·{" "}
          </>
        )}
        {counted(memberCount, "member")}
      </p>
      <Asking c={c} group={group} failed={failed} />
    </li>
  );
}

function Asking({ c, group: { id, groupName, request, declinedAt }, failed }: CardProps) {
  if (request === "declined") {
    const again = new Date(Date.parse(declinedAt!) + limits.again).toISOString();
    return <p className="muted">{words.declinedLately(timeFormatter(readerLocale(c)).day(again))}</p>;
  }
  if (request === "waiting") {
    return (
      <div className="cluster">
        <p>{words.isWaiting}</p>
        <TakeBack id={id} groupName={groupName} />
      </div>
    );
  }
  return (
    <form method="post" action={clubPaths.askToJoin(id)} className="find-form">
      <Field
        id={`line-${id}`}
        label={words.text}
        {...fieldOf("text", failed?.refusal.issues)}
        defaultValue={failed?.sent.text ?? ""}
      />
      <Submit icon="send" aria-label={words.askOf(groupName)}>{words.ask}</Submit>
    </form>
  );
}

mountForm(findPage, askToJoin, {
  refused: (c, refusal, { fields, params }) =>
    refusal.issues && showGroups(c, { refusal, sent: fields, groupId: params.id }),
});
mountForm(findPage, takeBackRequest);

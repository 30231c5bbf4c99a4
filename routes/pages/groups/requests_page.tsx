import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { answerRequest, listRequests } from "../../../server/actions/groups/requests.ts";
import { aboutParts, aboutPaths } from "../../../server/contract/groups/about_paths.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import type { JoinRequest } from "../../../server/contract/groups/request_shapes.ts";
import { requestTexts as words } from "../../../server/contract/groups/request_texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { readerLocale, setFlash } from "../../../server/http/cookies.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { noStore } from "../../../server/http/headers.ts";
import { router } from "../../../server/http/router.ts";
import type { C } from "../../layout/page.tsx";
import { LinkRow, PostButton } from "../../layout/parts.tsx";
import { partOfGroup } from "./part_of_group.tsx";

export const requestsPage = router();

requestsPage.get("/group/:id/requests", signedInPage, (c) => showRequests(c, c.req.param("id")));

function showRequests(c: C, groupId: string): Promise<Response> {
  const { deps, user } = c.var;
  const head = {
    description: words.requestsDescription,
    styles: ["find-page"] as const,
    headers: noStore,
    live: "requests" as const,
    ofGroups: true,
  };
  return partOfGroup(c, { ...head, groupId }, async ({ role }) => {
    if (role === "member") {
      setFlash(c, "error", words.onlyOrganizers);
      return c.redirect(clubPaths.club(groupId), 303);
    }
    const { requests, hasMore } = await listRequests(deps, user, { groupId, after: c.req.query("after") });
    return {
      title: words.requests,
      body: (
        <div className="column stack">
          <section className="card" aria-label={words.requests}>
            {requests.length === 0 ? <Nobody /> : (
              <ul className="lined-list">
                {requests.map((request) => <Request key={request.user.id} c={c} groupId={groupId} request={request} />)}
              </ul>
            )}
          </section>
          {hasMore && (
            <LinkRow href={`${clubPaths.requests(groupId)}?after=${encodeURIComponent(requests.at(-1)!.user.id)}`}>
              {words.moreRequests}
            </LinkRow>
          )}
          <p>
            <a href={aboutPaths.aboutGroup(groupId, aboutParts.settings)}>{words.toListing}</a>
          </p>
        </div>
      ),
    };
  });
}

const Nobody = () => (
  <div className="stack">
    <h2>{words.noRequests}</h2>
    <p className="muted">{words.noRequestsHint}</p>
  </div>
);

interface RequestProps {
  c: C;
  groupId: string;
  request: JoinRequest;
}

function Request({ c, groupId, request: { user, text, createdAt } }: RequestProps) {
  const name = displayName(user);
  return (
    <li>
      <div className="find-asker">
        <Avatar user={user} />
        <div>
          <p className="find-name">
            <a href={peoplePaths.user(user.id)} dir="auto">{name}</a> <span className="muted">@{user.username}</span>
          </p>
          {text && <p className="find-text" dir="auto">{text}</p>}
          <p className="muted">{words.askedOn(timeFormatter(readerLocale(c)).day(createdAt))}</p>
        </div>
      </div>
      <div className="cluster find-answers">
        <PostButton kind="primary" action={clubPaths.acceptRequest(groupId, user.id)} aria-label={words.acceptOf(name)}>
          {words.accept}
        </PostButton>
        <PostButton action={clubPaths.declineRequest(groupId, user.id)} aria-label={words.declineOf(name)}>
          {words.decline}
        </PostButton>
        <p className="muted">{words.declineHint}</p>
      </div>
    </li>
  );
}

mountForm(requestsPage, answerRequest);

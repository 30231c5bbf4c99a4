import type { ReactNode } from "react";
import { listGroupsInCommon } from "../../../db/groups/groups.ts";
import { isBlocked } from "../../../db/people/blocks.ts";
import { findFriendStatus, listFriendsInCommon } from "../../../db/people/friends.ts";
import { findUserCard } from "../../../db/people/users.ts";
import { GroupImage } from "../../../islands/groups/GroupImage.tsx";
import { ProfileCard } from "../../../islands/people/ProfileCard.tsx";
import { ProfileFriendship } from "../../../islands/ProfileFriendship.tsx";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { blockPerson, unblockPerson } from "../../../server/actions/people/blocks.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import type { UserCard } from "../../../server/contract/people/shapes.ts";
import {
  blockTexts,
  profileServerTexts,
  reportTexts,
  usersServerTexts,
} from "../../../server/contract/people/texts.ts";
import { withNext } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { Island } from "../../layout/Island.tsx";
import { type C, page, toDashboard, tryLoad } from "../../layout/page.tsx";
import { PostButton, Submit } from "../../layout/parts.tsx";

export const person = router();

person.get(`${peoplePaths.profile}/`, signedInPage, (c) => toDashboard(c, usersServerTexts.idMissing));

person.get(`${peoplePaths.profile}/:id`, signedInPage, async (c) => {
  const userId = c.req.param("id");
  if (userId === c.var.user.id) return c.redirect(peoplePaths.profile, 303);
  const loaded = await tryLoad(c, () => load(c, userId));
  if (!loaded) return toDashboard(c, usersServerTexts.loadFailed);
  const { card, status, blocked, groups, friends } = loaded;
  const hasMessages = c.var.deps.config.directMessages === "friends";
  if (!card || !status) return toDashboard(c, usersServerTexts.notFound);
  return page(c, {
    title: displayName(card),
    description: descriptions.person,
    styles: ["people-pages"],
    width: "wide",
    body: (
      <div className="profile">
        <div className="profile-side">
          <ProfileCard user={card}>
            {blocked
              ? <p>{blockTexts.isBlocked}</p>
              : <Island of={ProfileFriendship} props={{ userId, status, hasMessages }} />}
            {blocked && <UnblockForm user={card} />}
          </ProfileCard>
        </div>
        <div className="stack">
          <InCommon id="groups-in-common" title={profileServerTexts.groupsInCommon}>
            {groups.map((group) => (
              <Entry key={group.id} href={groupPaths.group(group.id)} name={group.groupName}>
                <GroupImage group={group} size={40} />
              </Entry>
            ))}
          </InCommon>
          <InCommon id="friends-in-common" title={profileServerTexts.friendsInCommon}>
            {friends.map((friend) => (
              <Entry key={friend.id} href={peoplePaths.user(friend.id)} name={displayName(friend)}>
                <Avatar user={friend} size={40} />
              </Entry>
            ))}
          </InCommon>
          {groups.length + friends.length === 0 && (
            <EmptyState picture="people" text={profileServerTexts.nothingInCommon} />
          )}
        </div>
        <div className="profile-quiet">
          <LinkButton kind="plain" href={peoplePaths.report("profile", userId)}>
            {reportTexts.action.profile}
          </LinkButton>
          {!blocked && <BlockForm user={card} />}
        </div>
      </div>
    ),
  });
});

async function load(c: C, userId: string) {
  const { deps: { db }, user } = c.var;
  const [card, status, groups, friends, blocked] = await Promise.all([
    findUserCard(db, user.id, userId),
    findFriendStatus(db, user.id, userId),
    listGroupsInCommon(db, user.id, userId),
    listFriendsInCommon(db, user.id, userId),
    isBlocked(db, user.id, userId),
  ]);
  return { card, status, groups, friends, blocked };
}

const InCommon = ({ id, title, children }: { id: string; title: string; children: ReactNode[] }) =>
  children.length > 0 && (
    <section className="in-common" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="in-common-list">{children}</ul>
    </section>
  );

const Entry = ({ href, name, children }: { href: string; name: string; children: ReactNode }) => (
  <li>
    <a className="in-common-link" href={href}>
      {children}
      <span dir="auto">{name}</span>
    </a>
  </li>
);

mountForms(person, [blockPerson, unblockPerson]);

const BlockForm = ({ user }: { user: UserCard }) => (
  <details className="block">
    <summary className="button button--danger">{blockTexts.blockPerson(displayName(user))}</summary>
    <form method="post" action={peoplePaths.block(user.id)} className="stack">
      <p>{blockTexts.hint} {blockTexts.endsFriendship}</p>
      <Submit kind="danger">{blockTexts.block}</Submit>
    </form>
  </details>
);

export const UnblockForm = ({ user, next }: { user: UserCard; next?: string }) => (
  <PostButton
    action={withNext(peoplePaths.unblock(user.id), next)}
    aria-label={next && blockTexts.unblockPerson(displayName(user))}
  >
    {blockTexts.unblock}
  </PostButton>
);

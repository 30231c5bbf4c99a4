import { listBooksInProgress } from "../../../db/books/books.ts";
import { listFriends } from "../../../db/people/friends.ts";
import type { FormFailure } from "../../../islands/forms/useSubmit.ts";
import { Friends } from "../../../islands/Friends.tsx";
import type { ProfileFields } from "../../../islands/people/ProfileForm.tsx";
import { Profile } from "../../../islands/Profile.tsx";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Cover } from "../../../islands/ui/Cover.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { ProgressBar } from "../../../islands/ui/ProgressBar.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { updateProfile } from "../../../server/actions/people/profiles.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { accountTexts } from "../../../server/contract/account/texts.ts";
import { bookPaths } from "../../../server/contract/books/paths.ts";
import type { BookInProgress } from "../../../server/contract/books/shapes.ts";
import { notePaths } from "../../../server/contract/notes/paths.ts";
import { noteTexts } from "../../../server/contract/notes/shared_texts.ts";
import { conversationPaths, peoplePaths } from "../../../server/contract/people/paths.ts";
import { friendsServerTexts, profileServerTexts, profileTexts } from "../../../server/contract/people/texts.ts";
import { readingLogTexts as words } from "../../../server/contract/reading/log_texts.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { copyOf } from "../../../server/contract/reading/positions.ts";
import { progressTexts } from "../../../server/contract/reading/texts.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { formFailure, type Refusal } from "../../../server/http/form.ts";
import { conversationTexts } from "../../../server/contract/groups/conversation_texts.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { Island } from "../../layout/Island.tsx";
import { type C, failures, LoadError, page, tryLoad } from "../../layout/page.tsx";
import { LinkRow } from "../../layout/parts.tsx";
import { loadRequests, PendingRequests } from "./friends.tsx";

export const profile = router();

interface Editing {
  typed?: ProfileFields;
  failure?: FormFailure;
}

async function show(c: C, { typed, failure }: Editing = {}, refusal?: Refusal) {
  const { deps, user } = c.var;
  const tab = tabNames.find((name) => name === c.req.query("tab")) ?? "profile";
  const [friends, requests, reading] = await Promise.all([
    tryLoad(c, () => listFriends(deps.db, user.id)),
    loadRequests(c),
    tab === "profile" ? tryLoad(c, () => listBooksInProgress(deps.db, user.id)) : [],
  ]);
  const counts = { profile: 0, friends: friends?.length ?? 0, requests: requests?.length ?? 0 };
  const editing = c.req.query("edit") !== undefined || failure !== undefined;
  return page(c, {
    title: "My Profile",
    description: descriptions.profile,
    width: "wide",
    styles: ["people-pages"],
    refusal,
    toasts: failures(
      failure && profileTexts.updateFailed,
      !(friends && reading) && profileTexts.loadFailed,
      tab === "requests" && !requests && friendsServerTexts.requestsLoadFailed,
    ),
    body: (
      <div className="stack">
        <Tabs label="Profile" tabs={tabNames.map((name) => asTab(name, tab, counts[name]))} />
        <div className="profile">
          <div className="profile-side">
            <Island of={Profile} props={{ user, locale: readerLocale(c), editing, typed, failure }} />
            {tab === "profile" && <OwnLinks />}
          </div>
          <div className="stack">
            {tab === "profile" && reading && <BooksInProgress books={reading} />}
            {tab === "friends" && (
              <LinkRow icon="chat" href={conversationPaths.conversations}>{conversationTexts.title}</LinkRow>
            )}
            {tab === "friends" && (friends
              ? (
                <Island
                  of={Friends}
                  props={{
                    friends,
                    removing: friends.find(({ id }) => id === c.req.query("remove"))?.id,
                    canWrite: deps.config.directMessages === "friends",
                  }}
                />
              )
              : <LoadError text={profileTexts.loadFailed} href={here("friends")} />)}
            {tab === "requests" && <PendingRequests requests={requests} here={here("requests")} />}
          </div>
        </div>
      </div>
    ),
  });
}

const ownLinks = [
  { href: readingPaths.reading, icon: "book", text: words.title },
  { href: notePaths.ownNotes, icon: "pencil", text: noteTexts.ownTitle },
  { href: accountPaths.account, icon: "key", text: accountTexts.title },
] as const;

const OwnLinks = () => (
  <ul className="card profile-links">
    {ownLinks.map(({ href, icon, text }) => (
      <li key={href}>
        <a className="profile-link" href={href}>
          <Icon name={icon} />
          {text}
        </a>
      </li>
    ))}
  </ul>
);

const tabNames = ["profile", "friends", "requests"] as const;
type TabName = (typeof tabNames)[number];
const tabTexts = { profile: "Profile", friends: "Friends", requests: "Friend Requests" };
const tabIcons = { profile: "user", friends: "users", requests: "bell" } as const;
const here = (tab: TabName) => tab === "profile" ? peoplePaths.profile : `${peoplePaths.profile}?tab=${tab}`;

const asTab = (name: TabName, current: TabName, count: number) => ({
  href: here(name),
  text: tabTexts[name],
  icon: tabIcons[name],
  current: name === current,
  count,
});

profile.get(peoplePaths.profile, signedInPage, (c) => show(c));

mountForm(profile, updateProfile, {
  refused(c, refusal, { fields: { removeImage: _, ...typed } }) {
    // The form of the account's page is not shown again.
    if (c.req.path !== peoplePaths.profile) return undefined;
    return show(c, { typed, failure: formFailure(refusal) }, refusal);
  },
});

const BooksInProgress = ({ books }: { books: BookInProgress[] }) => (
  <section className="reading" aria-labelledby="reading">
    <h2 id="reading">{profileServerTexts.reading}</h2>
    {books.length > 0
      ? (
        <ul className="cards">
          {books.map((book) => (
            <li key={book.id}>
              <ReadingCard book={book} />
            </li>
          ))}
        </ul>
      )
      : (
        <EmptyState picture="books" text={profileServerTexts.noReading}>
          <p>{profileServerTexts.noReadingHint}</p>
          <LinkButton kind="primary" href={sitePaths.dashboard}>{profileServerTexts.toGroups}</LinkButton>
        </EmptyState>
      )}
  </section>
);

function ReadingCard({ book }: { book: BookInProgress }) {
  const copy = copyOf(book);
  return (
    <article className="card reading-card">
      <Cover book={book} />
      <div className="reading-card-text">
        <h3 className="reading-card-title">
          <a className="reading-card-link" href={bookPaths.book(book.groupId, book.id)} dir="auto">{book.title}</a>
        </h3>
        {book.author && (
          <p className="muted">
            <bdi>{book.author}</bdi>
          </p>
        )}
        <p className="muted">
          <bdi>{book.groupName}</bdi>
        </p>
      </div>
      <ProgressBar
        value={book.progress}
        max={100}
        label={
          <span className="reading-card-page">
            <span>{progressTexts.pageOf(book.page, copy)}</span>
            {copy.unit !== "percent" && <span>{progressTexts.complete(book.progress)}</span>}
          </span>
        }
      />
    </article>
  );
}

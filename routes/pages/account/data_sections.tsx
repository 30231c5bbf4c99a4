import { findPasswordHash } from "../../../db/account/accounts.ts";
import { findDeletesAt } from "../../../db/account/deletion.ts";
import { listBlocked } from "../../../db/people/blocks.ts";
import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { dayInText, timeFormatter } from "../../../islands/ui/time_format.ts";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { listSessions } from "../../../server/actions/account/sessions.ts";
import { storageOfAccount } from "../../../server/actions/account/storage.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import type { OwnSession } from "../../../server/contract/account/shapes.ts";
import { accountTexts as words, deletionTexts, exportTexts } from "../../../server/contract/account/texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { blockTexts } from "../../../server/contract/people/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import type { C } from "../../layout/page.tsx";
import {
  ConfirmedForm,
  currentPassword,
  LinkRow,
  Opens,
  PostButton,
  ProofFields,
  type Section,
  StorageLine,
  Submit,
} from "../../layout/parts.tsx";
import { UnblockForm } from "../people/person.tsx";

export const sessionsSection: Section<C> = {
  id: "sessions",
  title: words.sessions,
  async content(c) {
    const listed = await listSessions(c.var.deps, c.var.session);
    const sessions = listed.toSorted((one, other) => Number(other.current) - Number(one.current));
    const format = timeFormatter(readerLocale(c));
    return (
      <>
        <ul className="lined-list">
          {sessions.map((session) => <Item key={session.id} session={session} format={format} />)}
        </ul>
        {sessions.length > 1
          ? <PostButton action={accountPaths.endOtherSessions}>{words.endOthers}</PostButton>
          : <p className="muted">{words.onlyThis}</p>}
      </>
    );
  },
};

interface ItemProps {
  session: OwnSession;
  format: ReturnType<typeof timeFormatter>;
}

const Item = ({ session: { id, createdAt, lastSeenAt, device, address, current }, format }: ItemProps) => (
  <li>
    <div>
      <p>{device}</p>
      <p className="muted">
        {current && `${words.current} · `}
        {words.since(dayInText(format, createdAt))}
        {!current && (
          <>
            {", "}
            <span className="account-used">
              {words.lastSeen(`${dayInText(format, lastSeenAt)}, ${format.time(lastSeenAt)}`)}
            </span>
          </>
        )}
      </p>
      {!current && <p className="muted account-address">{address ?? words.unknownAddress}</p>}
    </div>
    {!current && (
      <PostButton action={accountPaths.endSession(id)} aria-label={`${words.endSession}: ${device}`}>
        {words.endSession}
      </PostButton>
    )}
  </li>
);

export const privacySection: Section<C> = {
  id: "privacy",
  title: words.privacy,
  content: (c) =>
    c.var.user.email === null
      ? <p className="muted">{words.noEmailToShow}</p>
      : (
        <form method="post" action={accountPaths.privacy} className="stack">
          <label className="account-choice">
            <input type="checkbox" name="emailVisible" defaultChecked={c.var.user.emailVisible} />
            {words.emailVisible}
          </label>
          <p className="muted">{words.emailVisibleHint}</p>
          <Submit>{words.save}</Submit>
        </form>
      ),
};

export const blockedSection: Section<C> = {
  id: "blocked",
  title: blockTexts.title,
  async content(c) {
    const { rows: people, hasMore } = await listBlocked(c.var.deps.db, c.var.user.id, c.req.query("blockedAfter"));
    if (people.length === 0) return <p className="muted">{blockTexts.none}</p>;
    return (
      <>
        <p className="muted">{blockTexts.hint}</p>
        <ul className="blocked">
          {people.map((user) => (
            <li key={user.id} className="blocked-person">
              <Avatar user={user} size={40} />
              <a className="blocked-name" href={peoplePaths.user(user.id)}>
                <bdi>{displayName(user)}</bdi>
              </a>
              <UnblockForm user={user} next={peoplePaths.blocked} />
            </li>
          ))}
        </ul>
        {hasMore && <LinkRow href={peoplePaths.blockedAfter(people.at(-1)!.id)}>{blockTexts.more}</LinkRow>}
      </>
    );
  },
};

export const exportSection: Section<C> = {
  id: "export",
  title: exportTexts.section,
  content: async (c) => (
    <>
      <p>{exportTexts.hint}</p>
      <StorageLine {...await storageOfAccount(c.var.deps, c.var.user)} />
      <ConfirmedForm
        by={await reauthenticatedBy(c.var.deps, c.var.session)}
        method="post"
        action={accountPaths.exportAccount}
        buttons={<Button type="submit" icon="download">{exportTexts.download}</Button>}
      />
    </>
  ),
};

export const deletionSection: Section<C> = {
  id: "deletion",
  title: deletionTexts.title,
  async content(c, failed) {
    const { deps: { db }, user } = c.var;
    const [deletesAt, hash] = await Promise.all([findDeletesAt(db, user.id), findPasswordHash(db, user.id)]);
    if (deletesAt !== null) {
      const day = timeFormatter(readerLocale(c)).day(new Date(deletesAt).toISOString());
      return (
        <form method="post" action={accountPaths.keepAccount} className="stack">
          <p>{deletionTexts.pending(day)}</p>
          <Submit kind="primary">{deletionTexts.keep}</Submit>
        </form>
      );
    }
    return (
      <>
        <p>{deletionTexts.hint}</p>
        <p>{deletionTexts.goes}</p>
        <p>{deletionTexts.stays}</p>
        <Opens text={deletionTexts.ask} kind="danger" open={failed !== undefined}>
          <form method="post" action={accountPaths.deleteAccount} className="stack">
            {hash
              ? (
                <Field
                  label={deletionTexts.password}
                  {...currentPassword}
                  {...fieldOf("password", failed?.refusal.issues)}
                />
              )
              : <ProofFields by={await reauthenticatedBy(c.var.deps, c.var.session)} required />}
            <Submit kind="danger">{deletionTexts.confirm}</Submit>
          </form>
        </Opens>
      </>
    );
  },
};

import type { ReactNode } from "react";
import { displayName, handle } from "../../server/contract/people/names.ts";
import { peoplePaths } from "../../server/contract/people/paths.ts";
import { profileTexts } from "../../server/contract/people/texts.ts";
import type { User, UserCard } from "../../server/contract/people/shapes.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { type ReaderLocale, writeDate } from "../ui/time_format.ts";

interface Props {
  user: UserCard | User;
  own?: ReaderLocale;
  children?: ReactNode;
}

export const profileLinks = [["linkedin", "LinkedIn"], ["instagram", "Instagram"], ["twitter", "Twitter"]] as const;

export function ProfileCard({ user, own, children }: Props) {
  return (
    <article className="card profile-card">
      <Avatar user={user} size={128} />
      <div className="profile-card-head">
        <h1 className="profile-card-name">
          <bdi>{displayName(user)}</bdi>
        </h1>
        {handle(user) && <p className="profile-card-handle">{handle(user)}</p>}
        {user.email && <p className="muted">{user.email}</p>}
      </div>
      {user.bio && <p className="profile-card-bio" dir="auto">{user.bio}</p>}
      {own && (!user.profileImage || !user.bio) && (
        <p className="profile-card-hint">
          <a href={peoplePaths.editProfile}>{profileTexts.complete(!user.profileImage, !user.bio)}</a>
        </p>
      )}
      {children && <div className="profile-card-actions">{children}</div>}
      {own && "dob" in user && <Details user={user} locale={own} />}
    </article>
  );
}

function Details({ user, locale }: { user: User; locale: ReaderLocale }) {
  const shown = profileLinks.filter(([name]) => user[name]);
  if (!user.dob && !user.gender && shown.length === 0) return null;
  return (
    <dl className="profile-card-details">
      {user.dob && (
        <Detail name="Date of birth">
          <time suppressHydrationWarning dateTime={user.dob}>{writeDate(user.dob, locale.language)}</time>
        </Detail>
      )}
      {user.gender && <Detail name="Gender">{user.gender[0].toUpperCase() + user.gender.slice(1)}</Detail>}
      {shown.map(([name, label]) => (
        <Detail key={name} name={label}>
          <a href={user[name]!} rel="noopener nofollow ugc me">{user[name]!.replace(/^https?:\/\/(www\.)?/, "")}</a>
        </Detail>
      ))}
    </dl>
  );
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

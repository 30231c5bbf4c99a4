import type { ReactNode } from "react";
import { displayName } from "../../server/contract/shared.ts";
import type { User, UserCard } from "../../server/contract/users.ts";
import { Avatar } from "../ui/Avatar.tsx";

interface Props {
  user: UserCard | User;
  /** Whether it is the viewer's own, which shows what others do not see. */
  own?: boolean;
  children?: ReactNode;
}

/** Where else someone can be found: the field of the profile, and its label. */
export const profileLinks = [["linkedin", "LinkedIn"], ["instagram", "Instagram"], ["twitter", "Twitter"]] as const;

/** A user: picture, name, address, bio, and what can be done. */
export function ProfileCard({ user, own, children }: Props) {
  const name = own ? displayName(user) : user.username;
  return (
    <article className="card profile-card">
      <Avatar user={user} size={96} />
      <div className="profile-card-text">
        <h1 className="profile-card-name">{name}</h1>
        {name !== user.username && <p className="muted">{user.username}</p>}
        <p className="muted">{user.email}</p>
        {user.bio && <p className="profile-card-bio" dir="auto">{user.bio}</p>}
        {own && "dob" in user && <Details user={user} />}
      </div>
      {children && <div className="cluster">{children}</div>}
    </article>
  );
}

function Details({ user }: { user: User }) {
  const shown = profileLinks.filter(([name]) => user[name]);
  if (!user.dob && !user.gender && shown.length === 0) return null;
  return (
    <dl className="profile-card-details">
      {user.dob && <Detail name="Date of birth">{user.dob}</Detail>}
      {user.gender && <Detail name="Gender">{user.gender[0].toUpperCase() + user.gender.slice(1)}</Detail>}
      {shown.map(([name, label]) => (
        <Detail key={name} name={label}>
          <a href={user[name]!} rel="noopener nofollow ugc me">{user[name]!.replace(/^https?:\/\//, "")}</a>
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

import type { ReactNode } from "react";
import { displayName, handle } from "../../server/contract/people/names.ts";
import type { UserCard as User } from "../../server/contract/people/shapes.ts";
import { Avatar } from "./Avatar.tsx";
import { peoplePaths } from "../../server/contract/people/paths.ts";

interface Props {
  user: Omit<User, "bio"> & Partial<Pick<User, "bio">>;
  badge?: string;
  children?: ReactNode;
}

export function UserCard({ user, badge, children }: Props) {
  return (
    <article className="card user-card">
      <Avatar user={user} size={56} />
      <div className="user-card-text">
        <h2 className="user-card-name">
          <a className="user-card-link" href={peoplePaths.user(user.id)}>
            <bdi>{displayName(user)}</bdi>
          </a>
          {badge && <span className="badge">{badge}</span>}
        </h2>
        {handle(user) && <p className="user-card-detail" title={handle(user)}>{handle(user)}</p>}
        {user.email && <p className="user-card-detail" title={user.email}>{user.email}</p>}
      </div>
      {user.bio && <p className="user-card-bio" dir="auto">{user.bio}</p>}
      {children && <div className="user-card-actions">{children}</div>}
    </article>
  );
}

import type { ReactNode } from "react";
import type { Announcement } from "../../db/operator/people.ts";
import type { User } from "../../server/contract/people/users.ts";
import type { Flash } from "../../server/http/flash.ts";
import type { Site } from "../../server/settings/site.ts";
import { AnnouncementBar } from "./AnnouncementBar.tsx";
import { hasRules, SiteFooter } from "./SiteFooter.tsx";
import { SiteHeader } from "./SiteHeader.tsx";
import { Toasts } from "./Toasts.tsx";

interface Props {
  site: Site;
  bare?: boolean;
  viewer: User | undefined;
  /** How many notices the viewer has not read. */
  notices: number;
  path: string;
  /** The page's own address, with its query. */
  here: string;
  /** How much is unread for the viewer. */
  unread: number;
  toasts: Flash[];
  /** What the operators have to say to everybody. */
  announcement?: Announcement;
  /** Whether visitors may make an account. */
  isOpen: boolean;
  /** Whether the viewer operates the site. */
  isOperator: boolean;
  children: ReactNode;
}

/** The frame of every page: the skip link, the navigation, the content, and the toasts. */
export function Frame(
  { site, bare, viewer, path, here, unread, notices, toasts, announcement, isOpen, isOperator, children }: Props,
) {
  return (
    <>
      <a className="skip-link" href="#content">Skip to content</a>
      {!bare && (
        <SiteHeader
          site={site}
          user={viewer}
          current={path}
          unread={unread}
          notices={notices}
          isOpen={isOpen}
          isOperator={isOperator}
        />
      )}
      {announcement && <AnnouncementBar announcement={announcement} here={here} />}
      {children}
      {hasRules(site) && <SiteFooter {...site} />}
      <Toasts toasts={toasts} />
    </>
  );
}

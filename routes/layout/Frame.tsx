import type { ReactNode } from "react";
import type { Announcement } from "../../db/operator/announcement.ts";
import type { User } from "../../server/contract/people/shapes.ts";
import { IconButton } from "../../islands/ui/IconButton.tsx";
import { operatorPaths } from "../../server/contract/operator/paths.ts";
import { operatorTexts } from "../../server/contract/operator/texts.ts";
import { withNext } from "../../server/contract/site/paths.ts";
import type { Flash } from "../../server/http/cookies.ts";
import type { Site } from "../../server/settings/site.ts";
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

interface AnnouncementProps {
  announcement: Announcement;
  /** The address of the page, to which its closing returns. */
  here: string;
}

/** What the operators have to say to everybody, until its reader closes it. */
const AnnouncementBar = ({ announcement: { id, text }, here }: AnnouncementProps) => (
  <aside className="announcement" aria-label={operatorTexts.tabs.announcement} data-announcement>
    <p dir="auto">{text}</p>
    <form method="post" action={withNext(operatorPaths.closeAnnouncement, here)}>
      <input type="hidden" name="id" value={id} />
      <IconButton type="submit" icon="close" label={operatorTexts.closeAnnouncement} />
    </form>
  </aside>
);

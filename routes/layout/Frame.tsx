import type { ReactNode } from "react";
import type { Announcement } from "../../db/operator/announcement.ts";
import { Icon } from "../../islands/ui/Icon.tsx";
import { IconButton } from "../../islands/ui/IconButton.tsx";
import { operatorPaths } from "../../server/contract/operator/paths.ts";
import { operatorTexts } from "../../server/contract/operator/texts.ts";
import type { User } from "../../server/contract/people/shapes.ts";
import { outcomeIcons } from "../../server/contract/site/limits.ts";
import { withNext } from "../../server/contract/site/paths.ts";
import { siteTexts } from "../../server/contract/site/texts.ts";
import type { Flash } from "../../server/http/cookies.ts";
import type { Site } from "../../server/settings/site.ts";
import { SiteHeader } from "./SiteHeader.tsx";

interface Props {
  site: Site;
  bare?: boolean;
  viewer: User | undefined;
  notices: number;
  path: string;
  here: string;
  unread: number;
  toasts: Flash[];
  announcement?: Announcement;
  isOpen: boolean;
  isOperator: boolean;
  children: ReactNode;
}

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

const AnnouncementBar = ({ announcement: { id, text }, here }: { announcement: Announcement; here: string }) => (
  <aside className="announcement" aria-label={operatorTexts.tabs.announcement} data-announcement>
    <p dir="auto">{text}</p>
    <form method="post" action={withNext(operatorPaths.closeAnnouncement, here)}>
      <input type="hidden" name="id" value={id} />
      <IconButton type="submit" icon="close" label={operatorTexts.closeAnnouncement} />
    </form>
  </aside>
);

export type Rules = Pick<Site, "termsUrl" | "privacyUrl">;

export const hasRules = ({ termsUrl, privacyUrl }: Rules): boolean => Boolean(termsUrl || privacyUrl);

export function SiteFooter({ termsUrl, privacyUrl }: Rules) {
  return (
    <footer className="site-footer" aria-label={siteTexts.legal}>
      {termsUrl && <a href={termsUrl}>{siteTexts.terms}</a>}
      {privacyUrl && <a href={privacyUrl}>{siteTexts.privacy}</a>}
    </footer>
  );
}

export function Acceptance({ termsUrl, privacyUrl }: Rules) {
  return (
    <p className="muted">
      {siteTexts.accept} {termsUrl && (
        <>
          the <a href={termsUrl}>{siteTexts.terms.toLowerCase()}</a>
        </>
      )}
      {termsUrl && privacyUrl && " and "}
      {privacyUrl && (
        <>
          the <a href={privacyUrl}>{siteTexts.privacy.toLowerCase()}</a>
        </>
      )}.
    </p>
  );
}

/** A script clones the one in `#toast-template`, and sets `data-kind`, its icon's address, and `[data-text]`. */
export function Toasts({ toasts }: { toasts: Flash[] }) {
  return (
    <section aria-label="Notifications">
      <ol className="toasts" id="toasts" aria-live="polite">
        {toasts.map((toast, index) => <Toast key={index} {...toast} />)}
      </ol>
      <template id="toast-template">
        <Toast kind="info" text="" />
      </template>
    </section>
  );
}

function Toast({ kind, text }: Flash) {
  return (
    <li className="toast" data-kind={kind}>
      <Icon name={outcomeIcons[kind]} />
      <p className="toast-text" data-text>{text}</p>
      <IconButton icon="close" label="Dismiss" />
    </li>
  );
}

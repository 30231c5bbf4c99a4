import type { ComponentProps, ReactNode } from "react";
import type { Announcement } from "../../db/operator/site.ts";
import { Icon } from "../../islands/ui/Icon.tsx";
import { Button, IconButton } from "../../islands/ui/Button.tsx";
import { aboutPaths } from "../../server/contract/groups/about_paths.ts";
import { changesTexts } from "../../server/contract/groups/settings_texts.ts";
import { operatorPaths } from "../../server/contract/operator/paths.ts";
import { operatorTexts } from "../../server/contract/operator/texts.ts";
import { outcomeIcons } from "../../server/contract/site/limits.ts";
import { withNext } from "../../server/contract/site/paths.ts";
import { siteTexts } from "../../server/contract/site/texts.ts";
import type { Flash } from "../../server/http/cookies.ts";
import type { Site } from "../../server/settings/site.ts";
import { BareHeader, SiteHeader } from "./SiteHeader.tsx";

interface Props extends ComponentProps<typeof SiteHeader> {
  bare?: boolean;
  quiet?: boolean;
  here: string;
  toasts: Flash[];
  announcement?: Announcement;
  children: ReactNode;
}

export const Frame = ({ bare, quiet, here, toasts, announcement, children, ...header }: Props) => (
  <>
    <a className="skip-link" href="#content">Skip to content</a>
    {!quiet && (bare ? <BareHeader site={header.site} /> : <SiteHeader {...header} />)}
    {announcement && <AnnouncementBar announcement={announcement} here={here} />}
    {children}
    {hasRules(header.site) && <SiteFooter {...header.site} />}
    <Toasts toasts={toasts} />
  </>
);

const AnnouncementBar = ({ announcement: { id, text }, here }: { announcement: Announcement; here: string }) => (
  <aside className="announcement" aria-label={operatorTexts.tabs.announcement} data-announcement>
    <p dir="auto">{text}</p>
    <form method="post" action={withNext(operatorPaths.closeAnnouncement, here)}>
      <input type="hidden" name="id" value={id} />
      <IconButton type="submit" icon="close" label={operatorTexts.closeAnnouncement} />
    </form>
  </aside>
);

type Rules = Pick<Site, "termsUrl" | "privacyUrl">;

export const hasRules = ({ termsUrl, privacyUrl }: Rules): boolean => Boolean(termsUrl || privacyUrl);

const SiteFooter = ({ termsUrl, privacyUrl }: Rules) => (
  <footer className="site-footer" aria-label={siteTexts.legal}>
    {termsUrl && <a href={termsUrl}>{siteTexts.terms}</a>}
    {privacyUrl && <a href={privacyUrl}>{siteTexts.privacy}</a>}
  </footer>
);

export const Acceptance = ({ termsUrl, privacyUrl }: Rules) => (
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

/** A script clones the one in `#toast-template`, and sets `data-kind`, its icon's address, and `[data-text]`. */
const Toasts = ({ toasts }: { toasts: Flash[] }) => (
  <section aria-label="Notifications">
    <ol className="toasts" id="toasts" aria-live="polite">
      {toasts.map((toast, index) => <Toast key={index} {...toast} />)}
    </ol>
    <template id="toast-template">
      <Toast kind="info" text="" />
    </template>
  </section>
);

const Toast = ({ kind, text, removed }: Flash) => (
  <li className="toast" data-kind={kind}>
    <Icon name={outcomeIcons[kind]} />
    <p className="toast-text" data-text>{text}</p>
    {removed && (
      <form method="post" action={aboutPaths.restoreBook(removed.groupId, removed.bookId)}>
        <Button type="submit">{changesTexts.undo}</Button>
      </form>
    )}
    <IconButton icon="close" label="Dismiss" />
  </li>
);

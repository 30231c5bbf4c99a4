import { siteTexts } from "../../server/contract/site/texts.ts";
import type { Site } from "../../server/settings/site.ts";

export type Rules = Pick<Site, "termsUrl" | "privacyUrl">;

/** Whether the operator has set where any of the site's rules are. */
export const hasRules = ({ termsUrl, privacyUrl }: Rules): boolean => Boolean(termsUrl || privacyUrl);

/** The links to the site's rules. */
export function SiteFooter({ termsUrl, privacyUrl }: Rules) {
  return (
    <footer className="site-footer" aria-label={siteTexts.legal}>
      {termsUrl && <a href={termsUrl}>{siteTexts.terms}</a>}
      {privacyUrl && <a href={privacyUrl}>{siteTexts.privacy}</a>}
    </footer>
  );
}

/** What whoever registers accepts. */
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

import * as noticesLimits from "../contract/notices/limits.ts";
import { noticePaths } from "../contract/notices/paths.ts";
import type { Notice } from "../contract/notices/shapes.ts";
import { noticesServerTexts } from "../contract/notices/texts.ts";
import type { MailSite } from "../settings/site.ts";
import { asHtml, asText, greeting, inAccent, inOneLine, style } from "./frame.tsx";
import { withoutLinks } from "./links.ts";
import type { Email } from "./mailer.ts";

interface MailedNotice extends Pick<Notice, "text" | "url"> {
  /** Of a text that its reader may not see yet, or of a meeting. */
  place?: string | null;
}

interface Content {
  site: MailSite;
  name: string | null;
  notices: MailedNotice[];
  origin: string;
  unsubscribeUrl: string;
}

export function digestMail(
  { site, name, notices, origin, unsubscribeUrl }: Content,
): Pick<Email, "subject" | "text" | "html"> {
  const lines = notices.slice(0, noticesLimits.notices.mailed).map((notice) => ({
    text: plainText(notice),
    url: origin + notice.url,
  }));
  const subject = lines.length === 1 ? lines[0].text : `${notices.length} notifications from ${site.name}`;
  const intro = notices.length === 1 ? "This happened while you were away:" : "These happened while you were away:";
  const more = notices.length > lines.length ? `And ${notices.length - lines.length} more.` : "";
  const all = origin + noticePaths.notices;
  const why = `You get this mail because you have an account at ${site.name}.`;
  const paragraphs = [
    greeting(name),
    intro,
    ...lines.map(({ text, url }) => `${text}\n${url}`),
    more,
    `${noticesServerTexts.seeAll}:\n${all}`,
    `${why} Choose what you are mailed, or unsubscribe:\n${unsubscribeUrl}`,
  ];
  return {
    subject,
    text: asText(site, ...paragraphs.filter(Boolean)),
    html: asHtml(
      site,
      subject,
      <>
        <p>{greeting(name)}</p>
        <p>{intro}</p>
        <ul>
          {lines.map(({ text, url }, index) => (
            <li key={index}>
              <a href={url} style={inAccent(site, "link")}>{text}</a>
            </li>
          ))}
        </ul>
        {more && <p>{more}</p>}
        <p>
          <a href={all} style={inAccent(site, "button")}>{noticesServerTexts.seeAll}</a>
        </p>
        <p style={style.small}>
          {why} <a href={unsubscribeUrl} style={inAccent(site, "link")}>Choose what you are mailed, or unsubscribe</a>
        </p>
      </>,
    ),
  };
}

/** Of a name that is left out only that it is somebody's. */
function plainText({ text, place }: MailedNotice): string {
  const plain = withoutLinks(inOneLine(place ? `${text}, ${place}` : text));
  return plain.replace(/^…(?= |$)/, noticesServerTexts.somebody);
}

import * as noticesLimits from "../contract/notices/limits.ts";
import { noticePaths } from "../contract/notices/paths.ts";
import type { Notice } from "../contract/notices/shapes.ts";
import { noticesServerTexts } from "../contract/notices/texts.ts";
import type { MailSite } from "../settings/site.ts";
import { asHtml, asText, greeting, inAccent, inOneLine, isLinkable, style } from "./frame.tsx";
import type { Email } from "./mailer.ts";

interface MailedNotice extends Pick<Notice, "kind" | "text" | "url"> {
  /** Of a text that its reader may not see yet. */
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
    text: safeText(notice),
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
              <a href={url} style={inAccent(site, "address")}>{text}</a>
            </li>
          ))}
        </ul>
        {more && <p>{more}</p>}
        <p>
          <a href={all} style={inAccent(site, "button")}>{noticesServerTexts.seeAll}</a>
        </p>
        <p style={style.small}>
          {why}{" "}
          <a href={unsubscribeUrl} style={inAccent(site, "address")}>Choose what you are mailed, or unsubscribe</a>
        </p>
      </>,
    ),
  };
}

/** Of a meeting, such as ` 19:00 (Europe/Berlin)`: no mail program makes a link of it. */
const timeAtEnd = / \d\d:\d\d \([A-Za-z_]+(\/[\w+-]+)*\)$/;

function safeText({ kind, text, place }: MailedNotice): string {
  const texts = [...place ? [`${text}, ${place}`] : [], text].map(inOneLine);
  return texts.find((text) => !isLinkable(text.replace(timeAtEnd, ""))) ?? noticesServerTexts.unnamed[kind];
}

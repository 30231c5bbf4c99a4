import { createMiddleware } from "hono/factory";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server.node";
import { findStoredMail, listStoredMails, type StoredMail } from "../../../db/notices/mail_queue.ts";
import type { Assets } from "../../../server/contract/site/assets.ts";
import { hasLocalName, isLocal } from "../../../server/http/address.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";

const path = "/dev/mail";

const listed = 100;

/** For everyone else these pages do not exist: the links in them give access to every account. */
const atThisMachine = createMiddleware<Env>(async (c, next) => {
  const { mailUrl, publicUrl } = c.var.deps.config;
  if (!isLocal(c) || mailUrl || !hasLocalName(publicUrl)) return c.notFound();
  c.header("Cache-Control", "no-store");
  await next();
});

export const devMail = router();

devMail.get(path, atThisMachine, async (c) => {
  const id = c.req.query("id");
  if (id === undefined) {
    return page(c, "Stored email", <MailList mails={await listStoredMails(c.var.deps.db, listed)} />);
  }
  const mail = await findStoredMail(c.var.deps.db, id);
  return mail ? page(c, mail.subject, <Mail {...mail} />) : c.notFound();
});

devMail.get(`${path}.json`, atThisMachine, async (c) => c.json(await listStoredMails(c.var.deps.db, listed)));

const page = (c: Ctx, title: string, content: ReactNode) =>
  c.html(
    `<!doctype html>${renderToStaticMarkup(<Page title={title} styles={c.var.deps.assets.styles}>{content}</Page>)}`,
  );

interface PageProps {
  title: string;
  styles: Assets["styles"];
  children: ReactNode;
}

const Page = ({ title, styles, children }: PageProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>{title}</title>
      {(["main", "operator-page"] as const).map((name) => (
        <link
          rel="stylesheet"
          href={styles[name].href}
          key={name}
        />
      ))}
    </head>
    <body>
      <main className="page stack">
        <h1>{title}</h1>
        {children}
      </main>
    </body>
  </html>
);

const MailList = ({ mails }: { mails: StoredMail[] }) => (
  <>
    <p>Email is stored here instead of being sent, because MAIL_URL is not set. Only this machine can read it.</p>
    {mails.length === 0 && <p>No email yet.</p>}
    <ul className="lined-list">
      {mails.map(({ id, to, subject, createdAt }) => (
        <li key={id}>
          <div className="operator-what">
            <a href={`${path}?id=${encodeURIComponent(id)}`}>{subject}</a>
            <p className="muted">
              To {to}, <time dateTime={createdAt}>{createdAt}</time>
            </p>
          </div>
        </li>
      ))}
    </ul>
  </>
);

const Mail = ({ to, text, createdAt }: StoredMail) => (
  <>
    <p>
      To {to}, <time dateTime={createdAt}>{createdAt}</time>
    </p>
    <pre className="operator-text">{linked(text)}</pre>
    <p>
      <a href={path}>All stored email</a>
    </p>
  </>
);

const linked = (text: string): ReactNode[] =>
  text.split(/(https?:\/\/\S+)/).map((part, index) => index % 2 ? <a key={index} href={part}>{part}</a> : part);

import { LinkButton } from "../../../islands/ui/Button.tsx";
import { EmptyDrawing } from "../../../islands/ui/EmptyState.tsx";
import { isOpen } from "../../../server/actions/account/registration.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { sessionServerTexts } from "../../../server/contract/account/texts.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { descriptions, offlineTexts, pitch, transportServerTexts } from "../../../server/contract/site/texts.ts";
import type { AppError } from "../../../server/errors.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";
import { PostButton } from "../../layout/parts.tsx";
import { type Doors, Hero, Landing, SitePages } from "./landing.tsx";

export const home = router();

const doorsOf = <E extends Env>({ var: { deps } }: Ctx<E>): Doors => (
  { isOpen: isOpen(deps), hasDemo: deps.config.demo }
);

home.get(sitePaths.home, visitorPage, (c) =>
  page(c, {
    description: pitch,
    width: "wide",
    styles: ["landing"],
    body: (
      <div className="stack">
        <SessionCard />
        <Hero {...doorsOf(c)}>
          <a href={sitePaths.landing}>See how it works</a>
        </Hero>
        <SitePages />
      </div>
    ),
  }));

/** For a browser that holds a token: a script shows and fills it. */
const SessionCard = () => (
  <template id="session-card">
    <section className="card stack" aria-label="Your session" aria-live="polite">
      <p data-part="welcome">{sessionServerTexts.loadingUser}</p>
      <div className="cluster" data-part="details" hidden>
        <img className="avatar" data-part="image" alt="" width="40" height="40" hidden />
        <p data-part="email" />
        <LinkButton href={sitePaths.dashboard}>Dashboard</LinkButton>
      </div>
      <PostButton action={accountPaths.logout}>LOGOUT</PostButton>
    </section>
  </template>
);

home.get(
  sitePaths.landing,
  (c) =>
    page(c, {
      title: "Features",
      description: pitch,
      width: "wide",
      styles: ["landing"],
      body: <Landing site={c.var.deps.config.site} {...doorsOf(c)} />,
    }),
);

const titles = { about: "About", contact: "Contact", events: "Events" };
for (const name of ["about", "contact", "events"] as const) {
  const title = titles[name];
  home.get(
    sitePaths[name],
    (c) => page(c, { title, description: descriptions[name], styles: ["title-page"], body: <h1>{title}</h1> }),
  );
}

/** Cached by the service worker, and shown under any address that cannot be loaded. */
home.get(sitePaths.offline, (c) =>
  page(c, {
    title: offlineTexts.title,
    description: descriptions.offline,
    width: "narrow",
    styles: ["offline-page"],
    bare: true,
    body: (
      <div className="empty-state" data-offline>
        <EmptyDrawing name="failure" />
        <h1>{offlineTexts.title}</h1>
        <p className="empty-state-text">{offlineTexts.text}</p>
        <LinkButton kind="primary" href="">{offlineTexts.tryAgain}</LinkButton>
      </div>
    ),
  }));

export function errorPage<E extends Env>(c: Ctx<E>, error: AppError) {
  const title = error.status === 500 ? transportServerTexts.unexpectedTitle : error.message;
  return page(c, {
    title,
    description: descriptions.error,
    status: error.status,
    width: "narrow",
    body: (
      <div className="empty-state">
        <EmptyDrawing name="failure" />
        <h1>{title}</h1>
        {error.status === 500 && <p className="empty-state-text">{error.message}</p>}
        <LinkButton kind="primary" href={sitePaths.home}>Go home</LinkButton>
        <p className="notice-hint">Request {c.var.requestId}</p>
      </div>
    ),
  });
}

/** The home page, and the other pages that are for everyone. */
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Illustration } from "../../layout/Illustration.tsx";
import { EmptyDrawing } from "../../../islands/ui/EmptyDrawing.tsx";
import { isOpen } from "../../../server/actions/account/registration.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";
import { SessionCard } from "../../layout/SessionCard.tsx";
import { Landing } from "./landing.tsx";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { descriptions, offlineTexts, pitch } from "../../../server/contract/site/texts.ts";

export const home = router();

home.get(sitePaths.home, visitorPage, (c) =>
  page(c, {
    description: pitch,
    width: "wide",
    styles: ["landing"],
    body: (
      <div className="stack">
        <SessionCard />
        <section className="hero">
          <div className="stack">
            <h1 className="hero-title">Study together, chapter by chapter</h1>
            <p className="lede">{pitch}</p>
            <div className="cluster">
              {isOpen(c.var.deps) && <LinkButton kind="primary" href={accountPaths.register}>Get Started</LinkButton>}
              <LinkButton href={accountPaths.login}>Login</LinkButton>
            </div>
            <p>
              <a href={sitePaths.landing}>See how it works</a>
            </p>
          </div>
          <Illustration />
        </section>
      </div>
    ),
  }));

home.get(
  sitePaths.landing,
  (c) =>
    page(c, {
      title: "Features",
      description: pitch,
      width: "wide",
      styles: ["landing"],
      body: <Landing site={c.var.deps.config.site} isOpen={isOpen(c.var.deps)} />,
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

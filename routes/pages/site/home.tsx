/** The home page, and the other pages that are for everyone. */
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Illustration } from "../../layout/Illustration.tsx";
import { EmptyDrawing } from "../../../islands/ui/EmptyDrawing.tsx";
import { isOpen } from "../../../server/actions/account/registration.ts";
import { paths } from "../../../server/contract/paths.ts";
import { serverTexts } from "../../../server/contract/server_texts.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";
import { SessionCard } from "../../layout/SessionCard.tsx";
import { Landing } from "./landing.tsx";

export const home = router();

home.get(paths.home, visitorPage, (c) =>
  page(c, {
    description: serverTexts.pitch,
    width: "wide",
    styles: ["landing"],
    body: (
      <div className="stack">
        <SessionCard />
        <section className="hero">
          <div className="stack">
            <h1 className="hero-title">Study together, chapter by chapter</h1>
            <p className="lede">{serverTexts.pitch}</p>
            <div className="cluster">
              {isOpen(c.var.deps) && <LinkButton kind="primary" href={paths.register}>Get Started</LinkButton>}
              <LinkButton href={paths.login}>Login</LinkButton>
            </div>
            <p>
              <a href={paths.landing}>See how it works</a>
            </p>
          </div>
          <Illustration />
        </section>
      </div>
    ),
  }));

home.get(
  paths.landing,
  (c) =>
    page(c, {
      title: "Features",
      description: serverTexts.pitch,
      width: "wide",
      styles: ["landing"],
      body: <Landing site={c.var.deps.config.site} isOpen={isOpen(c.var.deps)} />,
    }),
);

const titles = { about: "About", contact: "Contact", events: "Events" };
for (const name of ["about", "contact", "events"] as const) {
  const title = titles[name];
  home.get(
    paths[name],
    (c) =>
      page(c, { title, description: serverTexts.descriptions[name], styles: ["title-page"], body: <h1>{title}</h1> }),
  );
}

/** Cached by the service worker, and shown under any address that cannot be loaded. */
home.get(paths.offline, (c) =>
  page(c, {
    title: serverTexts.offline.title,
    description: serverTexts.descriptions.offline,
    width: "narrow",
    bare: true,
    body: (
      <div className="empty-state" data-offline>
        <EmptyDrawing name="failure" />
        <h1>{serverTexts.offline.title}</h1>
        <p className="empty-state-text">{serverTexts.offline.text}</p>
        <LinkButton kind="primary" href="">{serverTexts.offline.tryAgain}</LinkButton>
      </div>
    ),
  }));

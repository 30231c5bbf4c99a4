import { Button, LinkButton } from "../../islands/ui/Button.tsx";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { accountPaths } from "../../server/contract/account/paths.ts";
import { sessionServerTexts } from "../../server/contract/account/texts.ts";

/**
 * The home page's card for a browser that holds a token. A script shows and fills it; without a token it stays hidden.
 */
export function SessionCard() {
  return (
    <template id="session-card">
      <section className="card stack" aria-label="Your session" aria-live="polite">
        <p data-part="welcome">{sessionServerTexts.loadingUser}</p>
        <div className="cluster" data-part="details" hidden>
          <img className="avatar" data-part="image" alt="" width="40" height="40" hidden />
          <p data-part="email" />
          <LinkButton href={sitePaths.dashboard}>Dashboard</LinkButton>
        </div>
        <form method="post" action={accountPaths.logout}>
          <Button type="submit">LOGOUT</Button>
        </form>
      </section>
    </template>
  );
}

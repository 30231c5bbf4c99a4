import { showToast } from "../runtime/toast.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { withNext } from "../../server/contract/site/paths.ts";
import { accountPaths } from "../../server/contract/account/paths.ts";
import { loginTexts } from "../../server/contract/account/texts.ts";

/** Where one may sign in too. */
export interface Elsewhere {
  /** Of its button. */
  text: string;
  isGoogle: boolean;
  /** Of the call that leads there: a link, since the policy of our pages lets forms go nowhere else. */
  href: string;
}

/** Signing in with an account elsewhere: what is not there yet says so. */
export const SocialLogin = ({ next, elsewhere }: { next?: string; elsewhere?: Elsewhere }) => (
  <>
    {elsewhere && !elsewhere.isGoogle && (
      <div className="social-buttons">
        <LinkButton href={elsewhere.href} icon="key">{elsewhere.text}</LinkButton>
      </div>
    )}
    <ComingSoon next={next} google={elsewhere?.isGoogle ? elsewhere.href : undefined} />
  </>
);

function ComingSoon({ next, google }: { next?: string; google?: string }) {
  return (
    <form
      method="post"
      action={withNext(accountPaths.socialLogin, next)}
      className="social-buttons"
      onSubmit={(event) => {
        event.preventDefault();
        showToast("info", loginTexts.comingSoon);
      }}
    >
      {google
        ? <LinkButton href={google} icon="google">Google</LinkButton>
        : <Button type="submit" icon="google">Google</Button>}
      <Button type="submit" icon="github">GitHub</Button>
    </form>
  );
}

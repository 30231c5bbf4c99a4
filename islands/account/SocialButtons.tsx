import { showToast } from "../runtime/toast.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { withNext } from "../../server/contract/site/paths.ts";
import { accountPaths } from "../../server/contract/account/paths.ts";
import { loginTexts } from "../../server/contract/account/texts.ts";

export interface IdentityProviderLink {
  text: string;
  isGoogle: boolean;
  href: string;
}

interface Props {
  next?: string;
  identityProvider?: IdentityProviderLink;
}

export const SocialButtons = ({ next, identityProvider }: Props) => (
  <>
    {identityProvider && !identityProvider.isGoogle && (
      <div className="social-buttons">
        <LinkButton href={identityProvider.href} icon="key">{identityProvider.text}</LinkButton>
      </div>
    )}
    <ComingSoon next={next} google={identityProvider?.isGoogle ? identityProvider.href : undefined} />
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

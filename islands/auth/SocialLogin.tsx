import { paths, withNext } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { showToast } from "../runtime/toast.ts";
import { Button } from "../ui/Button.tsx";

/** The form for signing in with an account elsewhere, which is not there yet. */
export function SocialLogin({ next }: { next?: string }) {
  return (
    <form
      method="post"
      action={withNext(paths.socialLogin, next)}
      className="social-buttons"
      onSubmit={(event) => {
        event.preventDefault();
        showToast("info", texts.login.comingSoon);
      }}
    >
      <Button type="submit" icon="google">Google</Button>
      <Button type="submit" icon="github">GitHub</Button>
    </form>
  );
}

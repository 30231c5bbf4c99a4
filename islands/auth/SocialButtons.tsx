import { Button } from "../ui/Button.tsx";

/** The buttons of a form for signing in elsewhere, which does nothing yet but say so. */
export function SocialButtons() {
  return (
    <div className="social-buttons">
      <Button type="submit" name="social" value="Google" icon="google">Google</Button>
      <Button type="submit" name="social" value="GitHub" icon="github">GitHub</Button>
    </div>
  );
}

import { Button } from "./Button.tsx";

export interface SocialButtonsProps {
  onPress?: (provider: "Google" | "GitHub") => void;
}

/** Signing in elsewhere, which does nothing yet but say so. */
export function SocialButtons({ onPress }: SocialButtonsProps) {
  return (
    <div className="social-buttons">
      <Button icon="google" data-social="Google" onClick={() => onPress?.("Google")}>Google</Button>
      <Button icon="github" data-social="GitHub" onClick={() => onPress?.("GitHub")}>GitHub</Button>
    </div>
  );
}

import { type ComponentProps, useState } from "react";
import { Field } from "./Field.tsx";
import { Button } from "../ui/Button.tsx";

type Props = Omit<ComponentProps<typeof Field>, "type" | "after">;

export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <Button icon={shown ? "eye-off" : "eye"} aria-pressed={shown} onClick={() => setShown(!shown)}>
      {shown ? "Hide" : "Show"}
    </Button>
  );
  return <Field {...props} type={shown ? "text" : "password"} after={toggle} />;
}

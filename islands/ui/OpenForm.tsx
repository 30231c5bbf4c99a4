import type { ReactNode } from "react";

interface Props {
  to: string;
  onOpen: () => void;
  children: ReactNode;
}

export function OpenForm({ to, onOpen, children }: Props) {
  const [path, query] = to.split("?");
  return (
    <form
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

import { Button } from "../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { listSessions } from "../../../server/actions/account/sessions.ts";
import { accountTexts as words } from "../../../server/contract/account/texts.ts";
import type { OwnSession } from "../../../server/contract/account/shapes.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { Section } from "../../layout/sections.tsx";

export const sessionsSection: Section<Ctx<SignedInEnv>> = {
  id: "sessions",
  title: words.sessions,
  async content(c) {
    const listed = await listSessions(c.var.deps, c.var.session);
    const sessions = listed.toSorted((one, other) => Number(other.current) - Number(one.current));
    const format = timeFormatter(readerLocale(c));
    return (
      <>
        <ul className="lined-list">
          {sessions.map((session) => <Item key={session.id} session={session} format={format} />)}
        </ul>
        {sessions.length > 1
          ? (
            <form method="post" action={accountPaths.endOtherSessions}>
              <Button type="submit">{words.endOthers}</Button>
            </form>
          )
          : <p className="muted">{words.onlyThis}</p>}
      </>
    );
  },
};

interface ItemProps {
  session: OwnSession;
  format: ReturnType<typeof timeFormatter>;
}

function Item({ session: { id, createdAt, lastSeenAt, device, address, current }, format }: ItemProps) {
  return (
    <li>
      <div>
        <p>{device}</p>
        <p className="muted">
          {`${current ? words.current : address ?? words.unknownAddress} · ${words.since(format.day(createdAt))}`}
          {!current && `, ${words.lastSeen(`${format.day(lastSeenAt)}, ${format.time(lastSeenAt)}`)}`}
        </p>
      </div>
      {!current && (
        <form method="post" action={accountPaths.endSession(id)}>
          <Button type="submit" aria-label={`${words.endSession}: ${device}`}>{words.endSession}</Button>
        </form>
      )}
    </li>
  );
}

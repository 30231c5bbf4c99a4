import { countClub } from "../../../db/groups/club.ts";
import { findNextMeeting } from "../../../db/groups/next_meeting.ts";
import { archiveTexts } from "../../../server/contract/groups/archive_texts.ts";
import { bookPaths } from "../../../server/contract/books/paths.ts";
import { scanTexts } from "../../../server/contract/books/scan_texts.ts";
import { threadTexts } from "../../../server/contract/chat/thread_texts.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { kindTexts } from "../../../server/contract/groups/kind_texts.ts";
import { clubTexts as words } from "../../../server/contract/groups/club_texts.ts";
import * as limits from "../../../server/contract/groups/limits.ts";
import { meetingTexts } from "../../../server/contract/groups/meeting_texts.ts";
import { pollTexts } from "../../../server/contract/groups/poll_texts.ts";
import { requestTexts } from "../../../server/contract/groups/request_texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { groupsTexts } from "../../../server/contract/groups/texts.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { isClosedTo } from "./closed.ts";
import { timesFor } from "./meeting_time.ts";
import { toDashboard } from "../../layout/page.tsx";
import { partOfGroup } from "./part_of_group.tsx";

export const clubPage = router();

clubPage.get("/group/:id/club", signedInPage, (c) => {
  const { deps, user } = c.var;
  const groupId = c.req.param("id");
  return partOfGroup(
    c,
    { groupId, description: words.description, styles: ["club-page"] },
    async ({ groupName, kind, role }) => {
      const now = deps.clock();
      const [counts, isClosed] = await Promise.all([
        countClub(deps.db, user.id, groupId, now),
        isClosedTo(c, groupId),
      ]);
      if (!counts) return toDashboard(c, groupsTexts.loadDetailsFailed);
      const next = counts.meetings > 0
        ? await findNextMeeting(deps.db, user.id, { groupId, within: limits.meetings.ahead }, now)
        : undefined;
      const title = kindTexts[kind].club;
      return {
        title,
        back: { href: groupPaths.group(groupId), text: groupName },
        body: (
          <nav className="card" aria-label={title}>
            <ul className="club-links">
              <Row href={bookPaths.shelf(groupId)} name={words.shelf} state={words.books(counts)} />
              {!isClosed && <Row href={bookPaths.scan(groupId)} name={scanTexts.title} />}
              {kind === "group" && (
                <Row href={clubPaths.polls(groupId)} name={pollTexts.title} state={words.polls(counts.openPolls)} />
              )}
              <Row
                href={clubPaths.meetings(groupId)}
                name={meetingTexts.title}
                state={next
                  ? words.nextMeeting(timesFor(c)(next.timeZone).short(next.startsAt), counts.meetings)
                  : words.meetings(counts.meetings)}
              />
              <Row
                href={clubPaths.threads(groupId)}
                name={threadTexts.title}
                state={words.threads(counts.unreadThreads)}
              />
              {role !== "member" && (
                <Row
                  href={clubPaths.requests(groupId)}
                  name={requestTexts.requests}
                  state={words.requests(counts)}
                />
              )}
              {kind === "group" && (
                <Row href={clubPaths.archive(groupId)} name={archiveTexts.title} state={words.archive} />
              )}
            </ul>
          </nav>
        ),
      };
    },
  );
});

const Row = ({ href, name, state }: { href: string; name: string; state?: string }) => (
  <li>
    <a className="club-link" href={href}>
      <span>{name}</span> {state && <span className="muted">{state}</span>}
    </a>
  </li>
);

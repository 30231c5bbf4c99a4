import { Avatar } from "../../../../islands/ui/Avatar.tsx";
import type { TimeFormatter } from "../../../../islands/ui/time_format.ts";
import { displayName } from "../../../../server/contract/people/names.ts";
import { peoplePaths } from "../../../../server/contract/people/paths.ts";
import { placeName } from "../../../../server/contract/reading/places.ts";
import type { CopyUnit, SharingReader } from "../../../../server/contract/reading/shapes.ts";
import { paceTexts } from "../../../../server/contract/reading/texts.ts";

interface Props {
  readers: SharingReader[];
  unit: CopyUnit;
  format: TimeFormatter;
}

/** So many readers are shown at once; a longer table is closed at first. */
const short = 8;

/** The line through the book in words. */
export function ReadersTable({ readers, unit, format }: Props) {
  return (
    <details className="fold readers" open={readers.length <= short}>
      <summary>{paceTexts.asTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{paceTexts.columns.reader}</th>
            <th scope="col">{paceTexts.columns.place}</th>
          </tr>
        </thead>
        <tbody>
          {readers.map(({ user, page, percent, lastReadAt, finishedAt }) => (
            <tr key={user.id}>
              <th scope="row">
                <a href={peoplePaths.user(user.id)}>
                  <Avatar user={user} size={28} />
                  <span dir="auto">{displayName(user)}</span>
                </a>
              </th>
              <td>
                {pageAndPercent(page, percent, unit)}
                <span className="muted">
                  {finishedAt
                    ? paceTexts.finished(format.day(finishedAt))
                    : lastReadAt
                    ? paceTexts.lastRead(format.day(lastReadAt))
                    : paceTexts.notYet}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const pageAndPercent = (page: number, percent: number, unit: CopyUnit): string =>
  unit === "percent" ? `${percent}%` : `${placeName(page, unit)} (${percent}%)`;

import { Button } from "../../../islands/ui/Button.tsx";
import type { Invitation } from "../../../server/contract/groups/shapes.ts";
import { groupsTexts, inviteTexts as words } from "../../../server/contract/groups/texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { groupPaths, type InvitationAnswer, invitationAnswers } from "../../../server/contract/groups/paths.ts";

const answers: Record<InvitationAnswer, string> = { accept: words.join, decline: words.decline, never: words.never };

/** The invitations that wait for the viewer's answer, above their groups; nothing where there are none. */
export function PendingInvitations({ invitations }: { invitations: Invitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <section className="invitations" aria-labelledby="invitations-title">
      <h2 id="invitations-title">{words.invitations}</h2>
      <ul className="invitations-list">
        {invitations.map(({ id, group, invitedBy }) => (
          <li key={id} className="card">
            <div>
              <p className="invitations-group" dir="auto">{group.groupName}</p>
              <p className="muted">
                {`${words.invitedBy(displayName(invitedBy))} ${groupsTexts.memberCount(group.memberCount)}.`}
              </p>
            </div>
            <div className="invitations-answers">
              {invitationAnswers.map((answer) => (
                <form key={answer} method="post" action={groupPaths.answerInvitation(id, answer)}>
                  <Button
                    type="submit"
                    kind={answer === "accept" ? "primary" : "quiet"}
                    aria-label={`${answers[answer]}: ${group.groupName}`}
                  >
                    {answers[answer]}
                  </Button>
                </form>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The forms of one message. */
import {
  addReaction,
  deleteMessage,
  editMessage,
  removeReaction,
  setPinned,
  unveilMessage,
} from "../../../server/actions/chat/messages.ts";
import { EditedContent, Emoji } from "../../../server/contract/chat/chat.ts";
import { id } from "../../../server/contract/site/fields.ts";
import { type Fields, flashAndRedirect, type Outcome, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import type { C } from "../groups/tab.ts";
import { pageOfForm } from "../groups/addresses.ts";
import type { MessageAction } from "../../../server/contract/chat/paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { chatServerTexts, chatTexts } from "../../../server/contract/chat/texts.ts";

export const message = router();

interface Place {
  groupId: string;
  id: string;
}

interface Form {
  run: (c: C, place: Place, fields: Fields) => Promise<Outcome<unknown>>;
  success: string;
}

const pinning = (pinned: boolean): Form["run"] => (c, place) =>
  runFormAction(c, { schema: id, fields: place.id }, () => setPinned(c.var.deps, c.var.user, { ...place, pinned }));

const forms: Record<MessageAction, Form> = {
  edit: {
    run: (c, place, fields) =>
      runFormAction(
        c,
        { schema: EditedContent, fields },
        ({ content }) => editMessage(c.var.deps, c.var.user, { ...place, content }),
      ),
    success: chatTexts.saved,
  },
  delete: {
    run: (c, place) =>
      runFormAction(c, { schema: id, fields: place.id }, () => deleteMessage(c.var.deps, c.var.user, place)),
    success: chatServerTexts.deletedNow,
  },
  reactions: {
    run: (c, place, { emoji, remove }) =>
      runFormAction(c, { schema: Emoji, fields: emoji?.trim() }, (emoji) => {
        const change = remove === undefined ? addReaction : removeReaction;
        return change(c.var.deps, c.var.user, { ...place, emoji });
      }),
    success: chatServerTexts.reacted,
  },
  pin: { run: pinning(true), success: chatServerTexts.pinnedNow },
  unpin: { run: pinning(false), success: chatServerTexts.unpinnedNow },
  unveil: {
    run: (c, place) =>
      runFormAction(c, { schema: id, fields: place.id }, () => unveilMessage(c.var.deps, c.var.user, place)),
    success: chatServerTexts.unveiledNow,
  },
};

for (const [action, { run, success }] of Object.entries(forms)) {
  const path = `/group/:id/messages/:messageId/${action}`;
  message.get(path, pageOfForm);
  message.post(path, signedInPage, async (c) => {
    const { id: groupId, messageId } = c.req.param() as Record<string, string>;
    const outcome = await run(c, { groupId, id: messageId }, await readForm(c));
    // The address of the form names the message's page.
    const to = groupPaths.group(groupId) + new URL(c.req.url).search;
    return flashAndRedirect(c, outcome, { success, to });
  });
}

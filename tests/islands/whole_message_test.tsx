import assert from "node:assert/strict";
import { renderToStaticMarkup } from "react-dom/server";
import { Messages } from "../../islands/chat/messages/Messages.tsx";
import { chatReducer, initialChat } from "../../islands/chat/connection/reducer.ts";
import { isPartial, whole } from "../../islands/chat/connection/whole_message.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";

/** As an instance sends it that knows neither files nor changes. */
const former = {
  id: "m1",
  content: "Hello",
  groupId: "engine",
  userId: "ada",
  username: "ada",
  timestamp: "1843-07-10T12:00:00.000Z",
  seq: 1,
  clientId: null,
} as Message;

const begun = initialChat({ messages: [], rev: 0, hasOlder: false });
const incoming = (message: Message) => ({ type: "changes" as const, messages: [message] });

Deno.test("A message from an instance of an earlier version is shown", () => {
  const state = chatReducer(begun, incoming(whole(former)));
  const html = renderToStaticMarkup(
    <Messages
      state={state}
      viewer={{ id: "grace", username: "grace" }}
      blocked={[]}
      members={{}}
      books={[]}
      locale={{ language: "en", timeZone: "UTC" }}
      marked={undefined}
      reachable={undefined}
      actions={undefined}
      within={() => undefined}
    />,
  );
  assert.match(html, /<p class="message-text" dir="auto">Hello<\/p>/);
});

Deno.test("What it leaves out is to be fetched, and takes its place", () => {
  assert.equal(isPartial(former), true);
  const complete = { ...whole(former), rev: 1, pinnedAt: "1843-07-10T12:01:00.000Z" };
  assert.equal(isPartial(complete), false);
  const [message] = chatReducer(chatReducer(begun, incoming(whole(former))), incoming(complete)).messages;
  assert.deepEqual([message.rev, message.pinnedAt], [1, complete.pinnedAt]);
});

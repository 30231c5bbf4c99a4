/** A conversation of two friends has what the chat of a group has. */
import assert from "node:assert/strict";
import { hasten, press } from "../../support/screen.ts";
import { until } from "../../support/operate.ts";
import { act, canWriteOffline, messageWith, openLasting, windowOf } from "./room.ts";

Deno.test("Ada writes to Grace from her card, and they type, react, pin, search and go on without a connection as in a group", async () => {
  await using room = await openLasting();
  for (const [one, other] of [["ada", "grace"], ["grace", "ada"]] as const) {
    await room.call(one, "POST", `/friends/request/${other}`);
  }
  await using ada = await windowOf(room, "ada");
  await using grace = await windowOf(room, "grace");
  await ada.visit("/profile?tab=friends");
  await ada.page.getByRole("button", { name: "Message Grace" }).click();
  await ada.joined();
  assert.equal(await ada.page.getByRole("navigation", { name: "Grace" }).getByRole("link").count(), 2);
  await ada.send("Did you finish it?");

  await grace.visit("/dashboard");
  await grace.page.getByRole("link", { name: "Direct messages 1" }).click();
  await grace.page.getByRole("link", { name: /Ada.*Did you finish it/ }).click();
  await grace.joined();
  await hasten(grace.page.context());
  await ada.page.locator(".faces-names").getByText("Grace").waitFor({ state: "attached" });
  await grace.input.pressSequentially("Almost");
  await ada.page.locator(".typing-line").getByText("Grace is typing…").waitFor();
  await grace.input.press("Enter");
  await messageWith(ada, "Almost").waitFor();

  await act(grace, "Did you", "👍");
  await messageWith(ada, "Did you").getByRole("button", { name: /👍/ }).waitFor();
  await act(grace, "Did you", "Pin");
  await ada.page.locator(".pin-bar").getByText("Did you finish it?").waitFor();
  await act(ada, "Did you", "Unpin");
  await grace.page.locator(".pin-bar").waitFor({ state: "hidden" });
  await act(grace, "Almost", "Edit");
  await grace.send("Nearly");
  await messageWith(ada, "Nearly").getByText("edited").waitFor();
  await grace.page.getByRole("link", { name: "Search messages" }).click();
  await grace.page.getByRole("searchbox", { name: "Search messages" }).fill("finish");
  await grace.page.keyboard.press("Enter");
  await grace.page.locator(".found-message mark").getByText("finish").waitFor();
  await grace.page.keyboard.press("Escape");

  await canWriteOffline(grace.page);
  await room.stop();
  await grace.page.getByRole("button", { name: "Write for later" }).click();
  await grace.page.getByLabel("Message for later").fill("On the train");
  await press(grace.page, "Store message");
  await room.start();
  await messageWith(ada, "On the train").waitFor();
  await act(grace, "Nearly", "Delete");
  await grace.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await until(async () => (await ada.texts()).join() === "Did you finish it?,Message deleted,On the train");
});

Deno.test("what Grace had begun to write to Ada is still there once they are no friends, to be copied and not to be sent", async () => {
  await using room = await openLasting();
  for (const [one, other] of [["ada", "grace"], ["grace", "ada"]] as const) {
    await room.call(one, "POST", `/friends/request/${other}`);
  }
  const { body: { group } } = await room.call("grace", "POST", "/users/ada/conversation");
  await using grace = await windowOf(room, "grace");
  await grace.visit(`/group/${group.id}`);
  await grace.joined();
  await grace.input.fill("I never said");
  await room.call("ada", "DELETE", "/friends/unfriend/grace");
  await grace.visit(`/group/${group.id}`);
  await grace.joined();
  assert.equal(await grace.input.getAttribute("readonly"), "");
  await grace.input.click();
  await grace.page.keyboard.type(" goodbye");
  await grace.input.press("Enter");
  await grace.page.keyboard.press("ControlOrMeta+A");
  assert.equal(await grace.page.evaluate(() => getSelection()!.toString()), "I never said");
  assert.equal(await grace.page.locator(".message").count(), 0);
  assert.equal(await grace.page.locator(".toast").count(), 0);
});

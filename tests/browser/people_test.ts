import assert from "node:assert/strict";
import type { Page } from "playwright";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { hold, intercept, pathOf, press, release } from "../support/screen.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: `${name}@example.org` });

Deno.test("a search from the navigation finds a user, who can be sent a friend request", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  await at.visit("/dashboard");
  const box = page.getByRole("searchbox", { name: "Search Users" });
  await box.fill("   ");
  await box.press("Enter");
  assert.equal(pathOf(page), "/dashboard");
  await box.fill(" GRAC ");
  await box.press("Enter");
  await page.waitForURL("**/search?**");
  await page.getByRole("heading", { name: "Search results for “GRAC”" }).waitFor();
  assert.equal(await box.inputValue(), "");
  await at.alive();
  assert.equal(
    await card(page, "grace").getByRole("link", { name: "View Profile" }).getAttribute("href"),
    `/profile/${grace.id}`,
  );
  await press(page, "Add Friend");
  await at.toast("Friend request sent successfully!");
  assert.ok(await page.getByRole("button", { name: "Request Sent" }).isDisabled());
  await page.reload();
  assert.ok(await page.getByRole("button", { name: "Request Sent" }).isDisabled());

  await at.visit("/search?username=ada");
  await page.getByText("No users found matching your search.").waitFor();
  await at.visit("/search?username=%20");
  await page.getByText("No search query provided").waitFor();
});

Deno.test("a profile offers a friend request once, and shows whether it was sent or accepted", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await app.call("PUT", "/users/profile", grace, {
    bio: "Compilers.",
    dob: "1906-12-09",
    twitter: "https://x.example/g",
  });
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  const profile = `/profile/${grace.id}`;
  await at.visit(profile);
  await card(page, "grace").getByText("Compilers.").waitFor();
  assert.doesNotMatch(await page.content(), /1906|x\.example/);
  await press(page, "Send Friend Request");
  await at.toast("Friend request sent successfully!");
  assert.ok(await page.getByRole("button", { name: "Friend Request Sent" }).isDisabled());
  await at.visit(profile);
  assert.ok(await page.getByRole("button", { name: "Friend Request Sent" }).isDisabled());
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  await at.visit(profile);
  await page.getByText("Friends", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: /Friend Request/ }).count(), 0);
});

Deno.test("a failed friend request shows an error toast, or an info toast where it was sent before", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  for (
    const [place, call, button] of [["/search?username=grace", "/friends/request/*", "Add Friend"], [
      `/profile/${grace.id}`,
      "/friends/friend-request",
      "Send Friend Request",
    ]]
  ) {
    await at.visit(place);
    for (
      const answer of [[500, { message: "Server error occurred." }], [404, { message: "User not found" }], []] as [
        number?,
        unknown?,
      ][]
    ) {
      await intercept(page, call, ...answer);
      await press(page, button);
      await at.toast("Failed to send friend request");
      assert.equal(await page.locator("#toasts [data-kind=error]").count(), 1);
      await press(page, "Dismiss");
    }
    for (
      const [body, text] of [[{ message: "Too early" }, "Too early"], [{}, "Friend request already sent"]] as const
    ) {
      await intercept(page, call, 400, body);
      await press(page, button);
      await page.locator("#toasts [data-kind=info]").getByText(text).waitFor();
      await press(page, "Dismiss");
    }
    await release(page, call);
  }
  await at.visit("/search?username=grace");
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  const answer = await hold(page, "/friends/request/*");
  await press(page, "Add Friend");
  await page.getByRole("button", { name: "Sending..." }).waitFor();
  answer();
  await page.locator("#toasts [data-kind=info]").getByText("Friend request already sent").waitFor();
  assert.ok(await page.getByRole("button", { name: "Request Sent" }).isDisabled());
});

Deno.test("a friend request to someone who has sent one makes friends, and a received one can be answered", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await using at = await member(browser, app.url, ada);
  const { page } = at;
  // A page that is not connected does not learn of the request.
  await page.route("**/socket.io/**", (route) => route.abort());
  await page.routeWebSocket("**/socket.io/**", (socket) => void socket.close());
  await at.visit(`/profile/${grace.id}`);
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  await press(page, "Send Friend Request");
  await at.toast("Friend request accepted successfully!");
  await page.getByText("Friends", { exact: true }).waitFor();
  await app.call("DELETE", `/friends/unfriend/${ada.id}`, grace);
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  await at.visit("/search?username=grace");
  await page.getByRole("link", { name: "Respond" }).click();
  await page.waitForURL("**/dashboard?tab=friends");
});

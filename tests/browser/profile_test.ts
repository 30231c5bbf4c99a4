import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import sharp from "sharp";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { alert, focused, hold, intercept, press, release } from "../support/screen.ts";
import { plain } from "../media/pictures.ts";

const browser = await openBrowser();
Deno.test.afterAll(() => browser.close());

const typed = {
  "Full name": "Ada King",
  "Bio": "Notes.\nNote G.",
  "Date of birth": "1915-12-10",
  "LinkedIn": "https://linkedin.example/ada",
  "Instagram": "https://instagram.example/ada",
  "Twitter": "http://twitter.example/ada",
};

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

/** Waits until a field is marked as wrong, with this error. */
async function wrong(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true }).and(page.locator("[aria-invalid=true]"));
  await field.waitFor();
  await page.locator(`[id="${await field.getAttribute("aria-describedby")}"]`).filter({ hasText: text }).waitFor();
}

const file = (name: string, mimeType: string, bytes: Uint8Array) => ({ name, mimeType, buffer: Buffer.from(bytes) });
const picture = (page: Page) => page.getByLabel("Profile image", { exact: true });
const shown = (page: Page, within: string) =>
  page.locator(`${within} img.avatar`).getAttribute("src", { timeout: 2000 });

Deno.test("every field of the profile can be edited, and what is refused stays as typed", async () => {
  await using app = await startApp();
  const person = await app.person("Ada");
  await using ada = await member(browser, app.url, person);
  const { page } = ada;
  await ada.visit("/profile");
  await press(page, "Edit Profile");
  await page.getByRole("dialog", { name: "Edit Profile" }).waitFor();
  await page.getByLabel("Gender").selectOption("female");
  await fill(page, { ...typed, "Twitter": "ftp://twitter.example/ada" });
  await press(page, "Save Changes");
  await ada.toast("Failed to update profile");
  await wrong(page, "Twitter", "Please enter a full web address that begins with https:// or http://.");
  await page.getByLabel("Twitter", { exact: true }).and(page.locator(":focus")).waitFor();
  await fill(page, { "Twitter": typed.Twitter, "Full name": " ", "Bio": "x".repeat(501) });
  await press(page, "Save Changes");
  await wrong(page, "Full name", "This field is required.");
  await wrong(page, "Bio", "Please use at most 500 characters.");
  await page.getByLabel("Full name", { exact: true }).and(page.locator(":focus")).waitFor();
  assert.equal(await page.getByRole("dialog").locator("[aria-invalid]").count(), 2);
  await fill(page, { "Bio": typed.Bio });
  for (const [label, value] of Object.entries({ ...typed, "Full name": " " })) {
    assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), value);
  }
  assert.equal(await page.getByLabel("Gender").inputValue(), "female");
  await fill(page, { "Full name": typed["Full name"] });
  await press(page, "Save Changes");
  await ada.toast("Profile updated successfully");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  const { body } = await app.call("GET", "/users/profile", person);
  const { fullName, bio, dob, gender, linkedin, instagram, twitter } = body;
  assert.deepEqual({ fullName, bio, dob, gender, linkedin, instagram, twitter }, {
    fullName: "Ada King",
    bio: "Notes.\nNote G.",
    dob: "1915-12-10",
    gender: "female",
    linkedin: typed.LinkedIn,
    instagram: typed.Instagram,
    twitter: typed.Twitter,
  });
  await page.getByRole("heading", { name: "Ada King" }).waitFor();
  await page.getByRole("link", { name: "linkedin.example/ada" }).waitFor();
});

Deno.test("a chosen picture is shown before it is sent, made smaller, then everywhere; a file that is none is refused, and what was typed stays", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"));
  const { page } = ada;
  await ada.visit("/profile");
  await press(page, "Edit Profile");
  await fill(page, { "Bio": "Notes." });
  const png = await plain("teal").png().toBuffer();
  const refused: [ReturnType<typeof file>, string][] = [
    [
      file("me.png", "image/png", new TextEncoder().encode("not a picture")),
      "This file is not an image we can read. Please use PNG, JPEG, WebP or GIF.",
    ],
    [
      file("me.jpg", "image/jpeg", png),
      "The file's type doesn't match its contents. Please use PNG, JPEG, WebP or GIF.",
    ],
  ];
  for (const [upload, text] of refused) {
    await picture(page).setInputFiles(upload);
    await press(page, "Save Changes");
    await alert(page, text);
    assert.equal(await page.getByLabel("Bio").inputValue(), "Notes.");
  }
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const photo = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "teal", noise } })
    .jpeg({ quality: 100 }).toBuffer();
  const chooser = page.waitForEvent("filechooser");
  await picture(page).press("Enter");
  await (await chooser).setFiles(file("evening.jpg", "image/jpeg", photo));
  await page.getByText("evening.jpg").waitFor();
  const preview = page.locator("dialog .avatar");
  await preview.evaluate((image: HTMLImageElement) => image.decode());
  assert.match((await preview.getAttribute("src"))!, /^data:image/);
  const sent = page.waitForRequest("**/api/users/profile");
  await press(page, "Save Changes");
  assert.ok((await sent).postDataBuffer()!.length < photo.length / 4);
  await ada.toast("Profile updated successfully");
  const source = await shown(page, ".profile-card");
  assert.match(source!, /^\/media\/[0-9a-f]{64}-256\.webp$/);
  assert.ok((await shown(page, "nav"))!.includes(/[0-9a-f]{64}/.exec(source!)![0]));
  await press(page, "Edit Profile");
  await page.getByLabel("Remove current picture").check();
  await page.locator("dialog svg.avatar").waitFor();
  await page.getByLabel("Remove current picture").uncheck();
  assert.match((await preview.getAttribute("src"))!, /^\/media\//);
  await page.getByLabel("Remove current picture").check();
  await press(page, "Save Changes");
  await page.locator(".profile-card svg.avatar").waitFor();
  await page.locator("nav svg.avatar").waitFor();
});

Deno.test("saving the profile shows that it is under way, a failure keeps what was typed, and cancelling discards it", async () => {
  await using app = await startApp();
  await using ada = await member(browser, app.url, await app.person("Ada"));
  const { page } = ada;
  await ada.visit("/profile");
  const bio = page.getByLabel("Bio");
  const edit = async () => {
    await press(page, "Edit Profile");
    await bio.fill("Notes.");
  };
  await edit();
  for (
    const [answer, text] of [[[500, { message: "Out of paper." }], "Out of paper."], [
      [200, {}],
      "Failed to update profile",
    ], [[], "No connection to the server. Please check your network and try again."]] as [[number?, unknown?], string][]
  ) {
    await intercept(page, "/users/profile", ...answer);
    await press(page, "Save Changes");
    await alert(page, text);
    await ada.toast("Failed to update profile");
    // Within reach, though all beside the dialog is not.
    await press(page, "Dismiss");
    assert.equal(await bio.inputValue(), "Notes.");
  }
  for (const close of [() => press(page, "Cancel"), () => page.keyboard.press("Escape")]) {
    await close();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    assert.equal(await focused(page), "Edit Profile");
    await press(page, "Edit Profile");
    assert.equal(await bio.inputValue(), "");
    assert.equal(await page.getByRole("dialog").getByRole("alert").count(), 0);
    await bio.fill("Notes.");
  }
  await release(page, "/users/profile");
  const answer = await hold(page, "/users/profile");
  await press(page, "Save Changes");
  await page.getByRole("button", { name: "Saving..." }).waitFor();
  answer();
  await ada.toast("Profile updated successfully");
  assert.equal(await focused(page), "Edit Profile");
});

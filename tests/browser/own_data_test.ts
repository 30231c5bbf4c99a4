import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { dirname } from "node:path";
import { pngUrl } from "../media/pictures.ts";
import { sweepDeletions } from "../../server/actions/account/deletion.ts";
import { startApp } from "../support/app.ts";
import { member, openBrowser } from "../support/browser.ts";
import { folder } from "../support/operate.ts";
import { pathOf, press, section } from "../support/screen.ts";

const time = { now: Date.now() };
const app = await startApp({ clock: () => time.now });
const browser = await openBrowser();
Deno.test.afterAll(async () => {
  await browser.close();
  await app[Symbol.asyncDispose]();
});

const say = (as: { token: string }, groupId: string, content: string) =>
  app.call("POST", `/groups/${groupId}/messages`, as, { content });

async function unzip(file: string, to: string): Promise<void> {
  for (const [name, bytes] of Object.entries(unzipSync(await Deno.readFile(file)))) {
    await Deno.mkdir(dirname(`${to}/${name}`), { recursive: true });
    await Deno.writeFile(`${to}/${name}`, bytes);
  }
}

Deno.test("Ada downloads her data, and reads it in a browser: its pages, her messages, her picture", async () => {
  const ada = await app.person("Ada");
  const { id } = await app.group(ada);
  await app.call("PUT", "/users/profile", ada, { profileImage: await pngUrl("#557766") });
  await say(ada, id, `Hello from the loom`);
  await using home = await folder();
  await using opened = await member(browser, app.url, ada);
  const { page } = opened;
  await opened.visit("/account?tab=data");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await downloading;
  assert.equal(download.suggestedFilename(), "my-data.zip");
  await download.saveAs(`${home.path}/my-data.zip`);
  await unzip(`${home.path}/my-data.zip`, home.path);
  await page.goto(`file://${home.path}/index.html`);
  await page.getByRole("heading", { level: 1, name: "My data" }).waitFor();
  assert.ok(await page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
  // Where a click on a link of a file leads, Playwright does not always notice.
  const messages = await page.getByRole("link", { name: "Messages", exact: true }).getAttribute("href");
  await page.goto(new URL(messages!, page.url()).href);
  await page.getByText(`Hello from the loom`).waitFor();
  await page.getByRole("link", { name: "Back to the overview" }).click();
  await page.getByRole("link", { name: "Sessions", exact: true }).waitFor();
});

Deno.test("an account is kept within seven days, and gone after them: Grace has its group, and its messages", async () => {
  const [leaving, grace] = [await app.person("Barbara"), await app.person("Grace")];
  const { id } = await app.group(leaving, grace);
  await say(leaving, id, "Hello from the loom");
  await using opened = await member(browser, app.url, leaving);
  const { page } = opened;
  const ask = async (password: string) => {
    const field = page.getByLabel("Your password");
    if (!await field.isVisible()) await page.locator("summary", { hasText: "Delete my account" }).click();
    await field.fill(password);
    await press(page, "Delete it in seven days");
  };
  await opened.visit("/account?tab=data");
  await ask("a guess");
  await section(page, "Delete my account").getByText("Invalid password").first().waitFor();
  await ask(leaving.password);
  await opened.toast("Your account will be deleted in seven days");
  await page.getByText("Your account will be deleted on").waitFor();
  await press(page, "Keep my account");
  await opened.toast("Your account will not be deleted");
  await ask(leaving.password);
  await page.getByText("Your account will be deleted on").waitFor();
  time.now += 7 * 24 * 3600_000;
  await sweepDeletions(app.deps, new AbortController().signal);
  await page.goto("/profile");
  assert.equal(pathOf(page), "/login?next=%2Fprofile");

  await using staying = await member(browser, app.url, grace);
  await staying.visit(`/group/${id}/about`);
  await section(staying.page, "Members").getByRole("listitem").filter({ hasText: "Grace" }).getByText("Creator")
    .waitFor();
  await section(staying.page, "Delete group").waitFor();
  await staying.visit(`/group/${id}`);
  await staying.page.getByText("Hello from the loom").first().waitFor();
  await staying.page.getByText("Deleted account").first().waitFor();
});

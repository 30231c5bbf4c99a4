/** A book that is found by its barcode, which a camera shows. */
import assert from "node:assert/strict";
import { isbnTexts } from "../../server/contract/books/isbn_texts.ts";
import { scanTexts as words } from "../../server/contract/books/scan_texts.ts";
import { folder } from "../support/operate.ts";
import { startCast, startReading } from "../support/cast.ts";
import { member, openWholeBrowser } from "../support/browser.ts";

/** Of Jane Austen's *Emma*. */
const isbn = "9780141439587";

/** Not of a book. */
const coffee = "4006381333931";

Deno.test("Ada holds a book in front of the camera and finds it; where the camera is not allowed she types its number", async () => {
  await using app = await startReading({}, { title: "Emma", author: "Jane Austen", isbn });
  const { ada, circle, url } = app;
  await using camera = await cameraBefore(isbn);
  await using opened = await member(camera.browser, url, ada);
  const { page, context } = opened;
  const scan = page.getByRole("button", { name: words.scan });
  await page.goto(`/group/${circle.id}/scan`);
  await context.clearPermissions();
  await scan.click();
  await page.getByText("The camera is not allowed here.").waitFor();
  await context.grantPermissions(["camera"]);
  await scan.click();
  await page.waitForURL(`**/group/${circle.id}?query=${isbn}`);
  assert.equal(await page.locator("[name=query]").inputValue(), isbn);
});

Deno.test("a low window has room for the picture, what it shows and the way to stop; without script there is no camera", async () => {
  await using app = await startCast();
  const { ada, circle, url } = app;
  await using camera = await cameraBefore(coffee);
  const viewport = { width: 390, height: 430 };
  await using opened = await member(camera.browser, url, ada, { viewport, permissions: ["camera"] });
  const { page } = opened;
  await page.goto(`/group/${circle.id}/scan`);
  await page.getByRole("button", { name: words.scan }).click();
  const status = page.getByText(isbnTexts.otherGoods);
  await status.waitFor();
  for (const shown of [page.locator("video"), page.getByRole("button", { name: words.stop }), status]) {
    const { y, height } = (await shown.boundingBox())!;
    assert.ok(y >= 0 && y + height <= viewport.height, `${y} + ${height}`);
  }
  await using plain = await member(camera.browser, url, ada, { javaScriptEnabled: false });
  await plain.page.goto(`/group/${circle.id}/scan`);
  assert.ok(await plain.page.getByRole("button", { name: words.find }).isVisible());
  assert.ok(!await plain.page.getByRole("button", { name: words.scan }).isVisible());
});

/** A browser whose camera sees the barcode of a number. */
async function cameraBefore(digits: string) {
  const home = await folder();
  const file = `${home.path}/camera.y4m`;
  await Deno.writeFile(file, film(barcodeOf(digits)));
  const browser = await openWholeBrowser({
    args: ["--no-sandbox", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${file}`],
  });
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** The bars of an EAN-13, as in its standard (ISO/IEC 15420): true is dark. */
function barcodeOf(digits: string): boolean[] {
  const left = [
    "0001101",
    "0011001",
    "0010011",
    "0111101",
    "0100011",
    "0110001",
    "0101111",
    "0111011",
    "0110111",
    "0001011",
  ];
  const parity = ["000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010"];
  const flip = (bits: string) => bits.replace(/./g, (bit) => bit === "0" ? "1" : "0");
  const reverse = (bits: string) => [...bits].reverse().join("");
  const [first, ...others] = [...digits].map(Number);
  const codes = others.map((digit, n) => {
    if (n >= 6) return flip(left[digit]);
    return parity[first][n] === "0" ? left[digit] : reverse(flip(left[digit]));
  });
  const bits = `101${codes.slice(0, 6).join("")}01010${codes.slice(6).join("")}101`;
  return [...bits].map((bit) => bit === "1");
}

/** Two frames of a barcode, as raw video (YUV4MPEG2). */
function film(bars: boolean[]): Uint8Array {
  const [width, height, module] = [640, 480, 4];
  const start = (width - bars.length * module) / 2;
  const luma = new Uint8Array(width * height).fill(235);
  for (let y = 100; y < 380; y++) {
    for (const [n, isDark] of bars.entries()) {
      if (isDark) luma.fill(16, y * width + start + n * module, y * width + start + (n + 1) * module);
    }
  }
  const frame = [new TextEncoder().encode("FRAME\n"), luma, new Uint8Array(width * height / 2).fill(128)];
  const parts = [
    new TextEncoder().encode(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`),
    ...frame,
    ...frame,
  ];
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

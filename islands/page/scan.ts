/** Reads the ISBN of a book with the camera, and looks for it. It runs when it is loaded, on the page that has it. */
import { scanTexts as words } from "../../server/contract/books/scan_texts.ts";

/** Reads the barcodes of a picture. */
type Reader = (video: HTMLVideoElement) => Promise<string[]>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type BarcodeDetector =
  & { getSupportedFormats(): Promise<string[]> }
  & (new (options: { formats: string[] }) => Detector);

/** Other goods have other prefixes. The check digit has been tried by what read it. */
const isbnCode = /^97[89]\d{10}$/;

/** Milliseconds between two looks: a phone has time for its picture. */
const pause = 150;

const box = document.querySelector<HTMLElement>("[data-scan]")!;
const video = box.querySelector("video")!;
const status = box.querySelector<HTMLElement>("[role=status]")!;
const button = box.querySelector("button")!;
const label = button.lastChild!;
const form = box.closest("form")!;
let camera: MediaStream | undefined;

box.hidden = !navigator.mediaDevices;
button.addEventListener("click", () => camera ? stop("") : void scan());

async function scan(): Promise<void> {
  try {
    camera = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1280 } },
    });
    show(true, words.looking);
    video.srcObject = camera;
    await video.play();
    await look(await openReader());
  } catch (error) {
    console.warn(error);
    stop((error as Error).name === "NotAllowedError" ? words.notAllowed : words.failed);
  }
}

async function look(read: Reader): Promise<void> {
  while (camera) {
    const numbers = await read(video);
    const isbn = numbers.find((number) => isbnCode.test(number));
    if (isbn && camera) {
      stop("");
      form.querySelector("input")!.value = isbn;
      return form.requestSubmit();
    }
    if (numbers.length > 0 && camera) status.textContent = box.dataset.otherGoods!;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function stop(text: string): void {
  for (const track of camera?.getTracks() ?? []) track.stop();
  camera = undefined;
  show(false, text);
}

function show(isOn: boolean, text: string): void {
  video.hidden = !isOn;
  status.textContent = text;
  label.textContent = isOn ? words.stop : words.scan;
  if (isOn) box.scrollIntoView({ block: "nearest" });
}

async function openReader(): Promise<Reader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetector };
  if (!(await BarcodeDetector?.getSupportedFormats())?.includes("ean_13")) {
    return (await import("./barcodes.ts")).readBarcodesOf;
  }
  const detector = new BarcodeDetector!({ formats: ["ean_13"] });
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
}

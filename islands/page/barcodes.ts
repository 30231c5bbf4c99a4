/** Barcodes, for browsers that read none themselves. */
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** Set by the build: the address of the program, which is not fetched before it is needed. */
declare const BARCODE_READER: string;

prepareZXingModule({ overrides: { locateFile: () => BARCODE_READER } });

/** What is looked at is not wider: bars are still some pixels wide then. */
const width = 800;

const canvas = document.createElement("canvas");
const context = canvas.getContext("2d", { willReadFrequently: true })!;

export async function readBarcodesOf(video: HTMLVideoElement): Promise<string[]> {
  if (video.videoWidth === 0) return [];
  canvas.width = Math.min(width, video.videoWidth);
  canvas.height = Math.round(canvas.width * video.videoHeight / video.videoWidth);
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  const picture = context.getImageData(0, 0, canvas.width, canvas.height);
  return (await readBarcodes(picture, { formats: ["EAN13"] })).map(({ text }) => text);
}

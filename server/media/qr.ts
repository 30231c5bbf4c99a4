import { renderSVG } from "uqr";

/** A QR code (ISO/IEC 18004, medium error correction) as an SVG picture: dark on light, with the quiet zone around it. */
export const qrCode = (text: string): string => renderSVG(text, { ecc: "M", border: 4 });

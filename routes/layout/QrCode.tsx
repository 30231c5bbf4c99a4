/** A QR code, as SVG text, as a picture of its own: dark on light in the dark too, or no reader would find it. */
export const QrCode = ({ svg, alt }: { svg: string; alt: string }) => (
  <img className="qr-code" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} width={256} height={256} />
);

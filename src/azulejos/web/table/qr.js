/** QR code of a link, drawn as SVG; the encoder is loaded when the first code is shown. */
import { html, useEffect, useState } from "../html.js";

/** Light modules around the code, which scanners need. */
const QUIET = 4;

/** @param {{ text: string, label: string }} props */
export function QrCode({ text, label }) {
  const [code, setCode] = useState(/** @type {boolean[][] | null} */ (null));
  useEffect(() => {
    let here = true;
    import("uqr").then(
      ({ encode }) => here && setCode(encode(text, { ecc: "M", border: QUIET }).data),
      console.error,
    );
    return () => {
      here = false;
    };
  }, [text]);
  const size = code?.length ?? 1;
  return html`<svg class="qr-code" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label}>
    <rect width=${size} height=${size} fill="#fff" />
    ${code && html`<path d=${outline(code)} fill="#10202e" />`}
  </svg>`;
}

/** The dark modules as a path: one rectangle for each run in a row. @param {boolean[][]} code */
export function outline(code) {
  let path = "";
  code.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  });
  return path;
}

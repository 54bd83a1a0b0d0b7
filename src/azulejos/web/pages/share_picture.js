/** The final boards as a picture, for the system's share sheet or as a file. */
import { getText } from "../api.js";
import { html, useState } from "../html.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";

/** @import { TableView } from "../types.d.ts" */

/** Pixels; sharp on phones, and small enough for any chat. */
const WIDTH = 1600;
const SVG = "http://www.w3.org/2000/svg";

/** @param {{ table: TableView, names: string[], headline: string }} props */
export function SharePicture({ table, names, headline }) {
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const share = async () => {
    setBusy(true);
    setFailed(false);
    try {
      const svg = await getText(`/api/games/${encodeURIComponent(table.id)}/picture`);
      await hand(await pngOf(named(svg, names, headline)), headline);
    } catch (problem) {
      console.error(problem);
      setFailed(true);
    }
    setBusy(false);
  };
  return html`<button type="button" class="button" disabled=${busy} onClick=${share}>
      <${Icon} name="share" />${_("Share the picture")}
    </button>
    ${failed && html`<p class="error-text" role="alert">${_("Couldn't make the picture.")}</p>`}`;
}

/**
 * The drawing with the names that the page shows, and who has won.
 * @param {string} svg
 * @param {string[]} names
 * @param {string} headline
 */
function named(svg, names, headline) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml");
  for (const place of drawing.querySelectorAll("text[data-seat]"))
    place.textContent = names[Number(place.getAttribute("data-seat"))];
  const head = drawing.querySelector("text[data-headline]");
  if (head) head.textContent = headline;
  if (drawing.documentElement.namespaceURI !== SVG) throw new Error("expected an SVG document");
  return new XMLSerializer().serializeToString(drawing);
}

/** @param {string} svg @returns {Promise<Blob>} */
async function pngOf(svg) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * picture.naturalHeight) / picture.naturalWidth);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** Share a file, or save it where nothing shares files. @param {Blob} blob @param {string} text */
async function hand(blob, text) {
  const file = new File([blob], "azulejos.png", { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) {
    // A person who changes their mind closes the sheet: that is no error.
    await navigator.share({ files: [file], text }).catch(() => {});
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

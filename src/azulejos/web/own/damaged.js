/** Notice that something that this device kept was damaged. */
import { html, useState } from "../html.js";
import { _ } from "../i18n.js";
import { damagedKeys, dropDamaged } from "../kept.js";

export function Damaged() {
  const [keys, setKeys] = useState(damagedKeys);
  if (keys.length === 0) return null;
  const forget = () => {
    dropDamaged();
    setKeys([]);
  };
  return html`<section class="banner damaged" role="alert">
    <p>
      ${_("Some data on this device was damaged. Everything that could be read is still here, and the damaged data is part of the export.")}
    </p>
    <button type="button" class="button" onClick=${forget}>${_("Delete the damaged data")}</button>
  </section>`;
}

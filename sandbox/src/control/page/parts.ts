import { type Html, html } from '../../platform/html.ts';

/** A table with a heading; a sentence if it has no rows. */
export function table(title: string, heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  if (rows.length === 0) return html`<h2>${title}</h2><p class="quiet">None yet.</p>`;
  return html`<h2>${title}</h2><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${heads.map((head) => (head === '' ? html`<td></td>` : html`<th>${head}</th>`))}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

/** A button that posts a JSON body. */
export function post(label: string, path: string, body: object = {}): Html {
  return html`<button type="button" data-post="${path}" data-body="${JSON.stringify(body)}">${label}</button>`;
}

/** A select element with the current value selected. */
export function choice(label: string, name: string, values: readonly string[], present: string): Html {
  return html`<label>${label} <select name="${name}">${values.map((each) => html`<option${each === present ? html` selected` : ''}>${each}</option>`)}</select></label>`;
}

/** The delivery mode and a form to change it. */
export function deliveryForm(
  title: string,
  path: string,
  modes: readonly string[],
  rule: { mode: string; remaining: number | null },
): Html {
  return html`<h2>${title}</h2>
<p>Now: ${rule.mode}${rule.remaining === null ? '' : `, for ${rule.remaining} more`}.</p>
<form data-post="${path}">
${choice('Mode', 'mode', modes, rule.mode)}
<label>for <input name="count" inputmode="numeric" size="6" placeholder="all"> of them</label>
<button>Set</button>
</form>`;
}

/** The fault of an API's next calls and a form to change it. */
export function faultForm(
  title: string,
  path: string,
  kinds: readonly string[],
  rule: { kind: string; remaining: number; path: string | null },
): Html {
  const where = rule.path === null ? '' : ` to ${rule.path}`;
  return html`<h2>${title}</h2>
<p>${rule.remaining === 0 ? 'They get the usual response.' : `The next ${rule.remaining}${where}: ${rule.kind}.`}</p>
<form data-post="${path}">
<label>The next <input name="count" inputmode="numeric" size="4" value="1"></label>
<label>to <input name="path" size="14" placeholder="every path"></label>
${choice('response', 'kind', kinds, rule.kind)}
<button>Set</button>
</form>`;
}

/** Formats an ISO date as `2026-11-21 13:45`. */
export function moment(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

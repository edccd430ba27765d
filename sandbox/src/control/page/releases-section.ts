import { type Html, html } from '../../platform/html.ts';
import { RELEASE_FAULTS, type ReleaseState } from '../../releases/index.ts';
import { choice } from './parts.ts';

/** The app's newest version, and the form that releases another. */
export function releasesSection({ newest }: ReleaseState): Html {
  return html`<h2>Release of the app</h2>
<p>${newest === null ? 'None.' : `Version ${newest.version}${newest.fault === null ? '' : `, with a fault: ${newest.fault}`}.`}</p>
<form data-post="/control/releases">
<label>Version <input name="version" size="8" placeholder="0.2.0"></label>
<label>Notes <input name="notes" size="30"></label>
${choice('Fault', 'fault', ['none', ...RELEASE_FAULTS], newest?.fault ?? 'none')}
<button>Release</button>
</form>`;
}

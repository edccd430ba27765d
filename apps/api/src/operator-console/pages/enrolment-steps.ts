import { fleetTexts } from '@comet/texts/operator-console';
import { html } from '../html.ts';

/** How to enrol a gateway, where there is none. */
export const enrolmentSteps = html`<p class="quiet">${fleetTexts.enrol.explanation}</p><pre><code>${fleetTexts.enrol.commands}</code></pre>`;

import { boundsTexts as texts } from '@comet/texts/operator-console';
import { type Html, html } from '../html.ts';
import { actionForm, confirmation, type OperatorSession } from '../page.ts';

interface DeniedLists {
  readonly deniedPorts: readonly number[];
  readonly deniedNetworks: readonly string[];
  readonly deniedNames: readonly string[];
}

/** A form field with its current value. */
export function field(name: string, label: string, value: string, size: number): Html {
  return html`<label>${label} <input name="${name}" value="${value}" size="${size}"></label>`;
}

/** Bytes in whole units; empty where there is no limit. */
export function inUnits(bytes: number | null, unit: number): string {
  return bytes === null ? '' : String(Math.round(bytes / unit));
}

/** Form for the blocked destinations of a line. */
export function rulesForm(
  operatorSession: OperatorSession,
  action: 'exit-rules' | 'upstream-rules',
  hiddenFields: Readonly<Record<string, string>>,
  { deniedPorts, deniedNetworks, deniedNames }: DeniedLists,
): Html {
  const fields = [
    field('ports', texts.ports, deniedPorts.join(', '), 16),
    field('networks', texts.networks, deniedNetworks.join(', '), 32),
    field('names', texts.names, deniedNames.join(', '), 32),
  ];
  return actionForm(
    operatorSession,
    action,
    hiddenFields,
    html`${fields}<button class="second">${texts.set}</button>`,
  );
}

/** A form that stops a line, or resumes it. */
export function stopForm(
  operatorSession: OperatorSession,
  line: 'exit' | 'upstream',
  hiddenFields: Readonly<Record<string, string>>,
  { stoppedAt }: { readonly stoppedAt: Date | null },
  labels: { readonly stop: string; readonly resume: string },
): Html {
  return stoppedAt === null
    ? actionForm(
        operatorSession,
        `stop-${line}`,
        hiddenFields,
        html`${confirmation}<button class="danger">${labels.stop}</button>`,
      )
    : actionForm(
        operatorSession,
        `resume-${line}`,
        hiddenFields,
        html`<button class="second">${labels.resume}</button>`,
      );
}

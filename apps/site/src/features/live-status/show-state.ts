import { LOCALE, formatText, statusTexts as texts } from '@comet/texts/site';
import type { State, Status } from './status.ts';
import { locationsUp } from './status-text.ts';

const tones: Readonly<Record<State, string>> = {
  working: 'safe',
  degraded: 'warn',
  down: 'danger',
  none: '',
};

/**
 * Sets the text of the element that matches `selector`. An unchanged text is not written, because screen
 * readers would announce it again.
 */
export function setText(within: ParentNode, selector: string, text: string): void {
  const element = within.querySelector(selector);
  if (element !== null && element.textContent !== text) element.textContent = text;
}

/** Shows a state as text and color; an unknown state clears both. */
export function showState(within: ParentNode, state: State | undefined): void {
  setText(within, '[data-state]', state === undefined ? '' : texts.states[state]);
  for (const element of within.querySelectorAll<HTMLElement>('[data-tone]'))
    element.dataset['tone'] = state === undefined ? '' : tones[state];
}

/** Shows how many locations are up, and the time of the check. */
export function showSummary(page: Document, status: Status | null): void {
  if (status === null) return;
  setText(page, '[data-cities-up]', locationsUp(status.cities));
  const time = new Date(status.checked_at).toLocaleTimeString(LOCALE);
  setText(page, '[data-status-time]', formatText(texts.checkedAt, { time }));
}

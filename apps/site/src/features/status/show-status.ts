import { statusTexts as texts } from '@comet/texts/site';
import {
  detailOf,
  serversOf,
  setText,
  showState,
  showSummary,
  type Status,
  worstOf,
} from '../live-status/index.ts';
import { showIncidentsNote, showToday } from './show-history.ts';

/** Fills the rows of the status page. Without a status the rows are cleared, since the previous state may be outdated. */
export function showStatus(page: Document, status: Status | null): void {
  page.querySelector('[data-status-board]')?.removeAttribute('aria-busy');
  const whole = status === null ? undefined : worstOf(status.parts);
  setText(page, '[data-status-summary]', whole === undefined ? texts.away : texts.summary[whole]);
  const board = page.querySelector('[data-status-light]');
  if (board !== null) showState(board, whole);
  for (const row of page.querySelectorAll<HTMLElement>('[data-part]')) {
    const part = status?.parts.find(({ name }) => name === row.dataset['part']);
    showState(row, part?.state);
    setText(row, '[data-detail]', part === undefined ? '' : detailOf(part));
    showToday(row);
  }
  for (const row of page.querySelectorAll<HTMLElement>('[data-city]')) {
    const city = status?.cities.find(({ code }) => code === row.dataset['city']);
    showState(row, city?.state);
    setText(row, '[data-detail]', city === undefined ? '' : serversOf(city));
    showToday(row);
  }
  showIncidentsNote(page);
  showSummary(page, status);
}

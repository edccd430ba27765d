import { statusTexts as texts } from '@comet/texts/site';
import { detailOf, put, putState, putSummary, serversOf, type Status, worstOf } from '../live/index.ts';

/** Fills the rows of the status page. Without a status the rows say nothing: what was true before may not be now. */
export function showStatus(page: Document, status: Status | null): void {
  page.querySelector('[data-status-board]')?.removeAttribute('aria-busy');
  const whole = status === null ? undefined : worstOf(status.parts);
  put(page, '[data-status-summary]', whole === undefined ? texts.away : texts.summary[whole]);
  const board = page.querySelector('[data-status-light]');
  if (board !== null) putState(board, whole);
  for (const row of page.querySelectorAll<HTMLElement>('[data-part]')) {
    const part = status?.parts.find(({ name }) => name === row.dataset['part']);
    putState(row, part?.state);
    put(row, '[data-detail]', part === undefined ? '' : detailOf(part));
  }
  for (const row of page.querySelectorAll<HTMLElement>('[data-city]')) {
    const city = status?.cities.find(({ code }) => code === row.dataset['city']);
    putState(row, city?.state);
    put(row, '[data-detail]', city === undefined ? '' : serversOf(city));
  }
  putSummary(page, status);
}

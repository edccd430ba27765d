import { locationsTexts, formatText } from '@comet/texts/site';
import { pollStatus, setText, showState, showSummary, type Status } from '../live-status/index.ts';
import { estimateMs, guessOrigin, latencyClass } from './latency.ts';
import { origins } from './origins.ts';

const { latency: texts, loads, unreachable } = locationsTexts;

/** Shows the live state and load of each city, and the estimated latency from a city that the reader chooses. */
export function startLocations(page: Document): void {
  pollStatus(page, (status) => showLocations(page, status));
  const select = page.querySelector<HTMLSelectElement>('[data-origin]');
  if (select === null) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const offset = -new Date().getTimezoneOffset();
  // Browsers may restore an earlier choice after a reload.
  if (select.value === '') select.value = guessOrigin(origins, zone, offset)?.name ?? '';
  const showChosen = () => showLatency(page, select.value);
  select.addEventListener('change', showChosen);
  showChosen();
}

function showLocations(page: Document, status: Status | null): void {
  for (const row of page.querySelectorAll<HTMLElement>('[data-city]')) {
    const city = status?.cities.find(({ code }) => code === row.dataset['city']);
    showState(row, city?.state);
    const load = city?.load ?? null;
    setText(row, '[data-load]', load === null ? '' : loads[load]);
  }
  if (status === null) setText(page, '[data-cities-up]', unreachable);
  showSummary(page, status);
}

function showLatency(page: Document, name: string): void {
  const origin = origins.find((one) => one.name === name);
  for (const row of page.querySelectorAll<HTMLElement>('[data-city]')) {
    const { latitude = '', longitude = '' } = row.dataset;
    const to = { latitude: Number(latitude), longitude: Number(longitude) };
    setText(row, '[data-latency]', origin === undefined ? '' : latencyText(estimateMs(origin, to)));
  }
}

const latencyText = (ms: number): string =>
  formatText(texts.estimate, { latency: texts.classes[latencyClass(ms)], ms });

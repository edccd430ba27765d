import { LOCALE, plural, say, statusTexts as texts } from '@comet/texts/site';
import { getJson } from '../../platform/get-json.ts';

type State = keyof typeof texts.states;

/** As `GET v1/status` has it on the wire. The contract's own reader would weigh ten times as much as this script. */
export interface Status {
  readonly checked_at: string;
  readonly parts: readonly Part[];
  readonly cities: readonly City[];
}

/** One part of the service, as `GET v1/status` has it. */
interface Part {
  readonly name: keyof typeof texts.parts;
  readonly state: Exclude<State, 'none'>;
  readonly working: number;
  readonly all: number;
  readonly countries: number;
}

/** One data center location, as `GET v1/status` has it. */
export interface City {
  readonly code: string;
  readonly city: string;
  readonly country_name: string;
  readonly state: State;
  readonly working: number;
  readonly all: number;
  readonly load: 'low' | 'medium' | 'high' | null;
}

const everyMs = 15_000;
const unseenMs = 1_000;
const tones: Readonly<Record<State, string>> = {
  working: 'safe',
  degraded: 'warn',
  down: 'danger',
  none: '',
};

/** Polls after the first paint while the page is visible, and at once when it becomes visible again; failures are retried. */
export function followStatus(page: Document, show: (status: Status | null) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    show(await getJson<Status>('/api/v1/status'));
    clearTimeout(timer);
    if (!page.hidden) timer = setTimeout(() => void ask(), everyMs);
  };
  page.addEventListener('visibilitychange', () => {
    if (!page.hidden) void ask();
  });
  addEventListener('online', () => void ask());
  // After the first paint, so that a reply does not delay it. Some browsers do not report paints.
  const seen = new PerformanceObserver(() => {
    seen.disconnect();
    void ask();
  });
  seen.observe({ type: 'paint', buffered: true });
  timer = setTimeout(() => void ask(), unseenMs);
}

/** Sets a text if it is another one: an unchanged one would be announced again. */
export function put(within: ParentNode, selector: string, text: string): void {
  const element = within.querySelector(selector);
  if (element !== null && element.textContent !== text) element.textContent = text;
}

/** Shows a state as text and color; an unknown one as neither. */
export function putState(within: ParentNode, state: State | undefined): void {
  put(within, '[data-state]', state === undefined ? '' : texts.states[state]);
  for (const element of within.querySelectorAll<HTMLElement>('[data-tone]'))
    element.dataset['tone'] = state === undefined ? '' : tones[state];
}

/** Shows how many locations are up, and when that was checked. */
export function putSummary(page: Document, status: Status | null): void {
  if (status === null) return;
  put(page, '[data-cities-up]', citiesUp(status.cities));
  const time = new Date(status.checked_at).toLocaleTimeString(LOCALE);
  put(page, '[data-status-time]', say(texts.checkedAt, { time }));
}

/** `11 of 13 locations are up.` A degraded one is up. */
export function citiesUp(cities: readonly Pick<City, 'state'>[]): string {
  const up = cities.filter(({ state }) => state === 'working' || state === 'degraded').length;
  return say(plural(cities.length, texts.citiesUp), { up, count: cities.length });
}

/** The state of the whole: that of its worst part. */
export function worstOf(parts: readonly Pick<Part, 'state'>[]): Part['state'] {
  if (parts.some(({ state }) => state === 'down')) return 'down';
  return parts.some(({ state }) => state === 'degraded') ? 'degraded' : 'working';
}

/** Additional text of a component besides its state. */
export function detailOf({ name, working, all, countries }: Part): string {
  const { details } = texts;
  if (name === 'gateways') return all === 0 ? details.noGateways : say(details.gateways, { working, all });
  if (name === 'residential') {
    if (working === 0) return details.noResidential;
    return say(details.residential, {
      exits: say(plural(working, details.exits), { count: working }),
      countries: say(plural(countries, details.countries), { count: countries }),
    });
  }
  return details.accounts;
}

/** `1 of 2 servers` */
export function serversOf({ working, all }: Pick<City, 'working' | 'all'>): string {
  return all === 0 ? '' : say(plural(all, texts.servers), { working, count: all });
}

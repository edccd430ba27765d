import { LOCALE, plural, say, statusTexts as texts } from '@comet/texts/site';

/** As `GET v1/status` has it on the wire. The contract's own reader would weigh ten times as much as this script. */
interface Status {
  readonly checked_at: string;
  readonly parts: readonly Part[];
}

const everyMs = 15_000;
const patienceMs = 10_000;
const unseenMs = 1_000;
const tones: Readonly<Record<State, string>> = { working: 'safe', degraded: 'warn', down: 'danger' };

/** Polls after the first paint while the page is visible, and at once when it becomes visible again; failures are retried. */
export function followStatus(page: Document): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    show(page, await askStatus());
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

/** Null without a reply or with an invalid one. */
async function askStatus(): Promise<Status | null> {
  try {
    const answer = await fetch('/api/v1/status', { signal: AbortSignal.timeout(patienceMs) });
    return answer.ok ? ((await answer.json()) as Status) : null;
  } catch {
    return null;
  }
}

function show(page: Document, status: Status | null): void {
  page.querySelector('[data-status-board]')?.removeAttribute('aria-busy');
  const summary = page.querySelector('[data-status-summary]');
  const words = status === null ? texts.away : texts.summary[worstOf(status.parts)];
  // An unchanged text would be announced again.
  if (summary !== null && summary.textContent !== words) summary.textContent = words;
  for (const row of page.querySelectorAll<HTMLElement>('[data-status-part]')) {
    showPart(
      row,
      status?.parts.find(({ name }) => name === row.dataset['statusPart']),
    );
  }
  const time = page.querySelector('[data-status-time]');
  if (time !== null && status !== null) {
    const asked = new Date(status.checked_at).toLocaleTimeString(LOCALE);
    time.textContent = say(texts.checkedAt, { time: asked });
  }
}

function showPart(row: HTMLElement, part: Part | undefined): void {
  const state = row.querySelector<HTMLElement>('[data-state]');
  if (state !== null) {
    state.textContent = part === undefined ? '' : texts.states[part.state];
    state.dataset['tone'] = part === undefined ? '' : tones[part.state];
  }
  const detail = row.querySelector('[data-detail]');
  if (detail !== null) detail.textContent = part === undefined ? '' : detailOf(part);
}

type State = keyof typeof texts.states;

/** One part of the service, as `GET v1/status` has it. */
interface Part {
  readonly name: keyof typeof texts.parts;
  readonly state: State;
  readonly working: number;
  readonly all: number;
  readonly countries: number;
}

/** The state of the whole: that of its worst part. */
export function worstOf(parts: readonly { readonly state: State }[]): State {
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

import { setTimeout as sleep } from 'node:timers/promises';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import type { CaseFigures } from '../report.ts';

export const chromium = '/usr/bin/chromium';
const largestShift = 0.02;
/** Maximum time of a visit in ms. */
const visitMs = 60_000;

/** `phone`: a slow network and a CPU four times slower; `desk`: a desktop computer. */
export type Profile = 'phone' | 'desk';

export interface Examined {
  /** Scores of Lighthouse's categories, 0 to 100: performance, accessibility, best practices, search. */
  readonly scores: Readonly<Record<string, number>>;
  /** Largest contentful paint and total blocking time in ms. */
  readonly paint: number;
  readonly blocked: number;
  /** Cumulative layout shift. */
  readonly shift: number;
}

/** Runs `work` with a headless browser for Lighthouse; sessions last until it is closed. */
export async function withBrowser<T>(work: (port: number) => Promise<T>): Promise<T> {
  const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-gpu'];
  const browser = await launch({ chromePath: chromium, chromeFlags, logLevel: 'silent' });
  try {
    return await work(browser.port);
  } finally {
    browser.kill();
  }
}

/** Opens a page in a tab of the browser, waits until the tab is at `expected`, and closes it. */
export async function visit(url: string, port: number, expected: string): Promise<void> {
  const tabs = `http://127.0.0.1:${port}/json`;
  const opened = await fetch(`${tabs}/new?${encodeURIComponent(url)}`, { method: 'PUT' });
  const { id } = (await opened.json()) as Tab;
  const deadline = performance.now() + visitMs;
  for (let at = url; at !== expected; await sleep(50)) {
    if (performance.now() > deadline) throw new Error(`The browser was at ${at} instead of ${expected}`);
    const all = (await (await fetch(`${tabs}/list`)).json()) as readonly Tab[];
    at = all.find((tab) => tab.id === id)?.url ?? at;
  }
  await fetch(`${tabs}/close/${id}`);
}

interface Tab {
  readonly id: string;
  readonly url: string;
}

/**
 * Returns Lighthouse's results for a page, and logs the audits below 0.9. A visit without a paint in its trace is
 * repeated.
 */
export async function examine(
  url: string,
  port: number,
  profile: Profile = 'phone',
  tries = 3,
): Promise<Examined> {
  // The screenshot only illustrates a report.
  const flags = { port, output: 'json', logLevel: 'silent', disableFullPageScreenshot: true } as const;
  const run = await lighthouse(url, flags, profile === 'desk' ? desktopConfig : undefined);
  if (run === undefined) throw new Error(`Lighthouse returned no result for ${url}`);
  const { categories, audits } = run.lhr;
  const missed = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .filter(({ id }) => (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id);
  if (missed.length > 0) console.log(`  ${url}: ${missed.join(', ')}`);
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  if (tries > 1 && Number.isNaN(figure('largest-contentful-paint') + figure('cumulative-layout-shift'))) {
    console.log(`  ${url}: Lighthouse saw no paint`);
    return examine(url, port, profile, tries - 1);
  }
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    paint: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
  };
}

/** Logs the visits of one page and returns the case of its layout shift with the limit. */
export function shiftLimit(
  name: string,
  seen: readonly Examined[],
  log: (line: string) => void,
): CaseFigures {
  for (const { scores, paint, blocked, shift } of seen) {
    const points = Object.values(scores).join(', ');
    log(
      `${name}: ${points}; ${Math.round(paint)} ms; blocked ${Math.round(blocked)} ms; shift ${shift.toFixed(4)}`,
    );
  }
  const shifts = seen.map(({ shift }) => shift);
  const figures = limits(`${name} layout shift`, shifts, largestShift, { unit: '', better: 'lower' });
  return { ...figures, canBeZero: true };
}

/** Returns a case of figures with a limit as the peer. */
export function limits(
  name: string,
  figures: readonly number[],
  limit: number,
  { unit, better }: Required<Pick<CaseFigures, 'unit' | 'better'>>,
): CaseFigures {
  const peer = `limit of ${limit}`;
  const peers = { [peer]: figures.map(() => limit) };
  return { case: name, unit, better, ours: figures, peers, target: { [peer]: 1 } };
}

import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import type { CaseFigures } from '../report.ts';

export const chromium = '/usr/bin/chromium';
const largestShift = 0.02;

/** On a slow line with a processor four times slower, or at a desk. */
export type Profile = 'phone' | 'desk';

export interface Examined {
  /** Lighthouse's categories with their scores, 100 the best: performance, accessibility, best practices, search. */
  readonly scores: Readonly<Record<string, number>>;
  /** The largest contentful paint and the time that scripts block for, in milliseconds. */
  readonly paint: number;
  readonly blocked: number;
  /** The cumulative layout shift. */
  readonly shift: number;
}

/** A browser without a window that Lighthouse may drive; what is signed in there stays so until it is closed. */
export async function withBrowser<T>(work: (port: number) => Promise<T>): Promise<T> {
  const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-gpu'];
  const browser = await launch({ chromePath: chromium, chromeFlags, logLevel: 'silent' });
  try {
    return await work(browser.port);
  } finally {
    browser.kill();
  }
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
  const flags = { port, output: 'json', logLevel: 'silent' } as const;
  const run = await lighthouse(url, flags, profile === 'desk' ? desktopConfig : undefined);
  if (run === undefined) throw new Error(`Lighthouse said nothing about ${url}`);
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

/** Several visits of one page: a line of the log for each, and their layout shift beside what is allowed. */
export function shiftLimit(name: string, seen: readonly Examined[], log: (line: string) => void): CaseFigures {
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

/** Figures beside the limit that each is to keep. */
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

import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { withControlPlane } from './control-plane.ts';
import type { Bench, CaseFigures } from './report.ts';

/** One page of each type. */
const pages = [
  '/',
  '/pricing/',
  '/locations/',
  '/locations/netherlands/',
  '/use-cases/public-networks/',
  '/residential/',
  '/dedicated/',
  '/download/',
  '/blog/',
  '/blog/the-kill-switch/',
  '/security/',
  '/documents/security/',
  '/get-in-touch/',
  '/status/',
  '/terms/',
];
const longestPaintMs = 1_000;
const largestShift = 0.02;
const chromium = '/usr/bin/chromium';

/** Lighthouse on the built site, as `npm start` serves it: the simulated phone on a slow line, each page in a browser of its own. */
export const siteBench: Bench = {
  name: 'site',
  metric:
    'the lowest of Lighthouse’s four scores, the largest contentful paint and the layout shift of each page type',
  unit: 'points',
  better: 'higher',
  measure: (log) =>
    withControlPlane(log, async ({ addresses }) => {
      const cases: CaseFigures[] = [];
      for (const page of pages) {
        const { scores, paint, shift } = await examine(`${addresses.site}${page}`);
        log(`${page}: ${scores.join(', ')}; ${Math.round(paint)} ms; shift ${shift.toFixed(3)}`);
        cases.push(
          held(page, Math.min(...scores), 100, { unit: 'points', better: 'higher' }),
          held(`${page} largest paint`, Math.round(paint), longestPaintMs, { unit: 'ms', better: 'lower' }),
          held(`${page} layout shift`, shift, largestShift, { unit: '', better: 'lower' }),
        );
      }
      return cases;
    }),
};

function held(
  name: string,
  figure: number,
  limit: number,
  { unit, better }: Required<Pick<CaseFigures, 'unit' | 'better'>>,
): CaseFigures {
  const peer = `limit of ${limit}`;
  return { case: name, unit, better, ours: [figure], peers: { [peer]: [limit] }, target: { [peer]: 1 } };
}

/** Four scores of 100, the largest contentful paint in milliseconds, and the cumulative layout shift. */
async function examine(url: string): Promise<{ scores: number[]; paint: number; shift: number }> {
  const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-gpu'];
  const browser = await launch({ chromePath: chromium, chromeFlags, logLevel: 'silent' });
  try {
    const run = await lighthouse(url, { port: browser.port, output: 'json', logLevel: 'silent' });
    if (run === undefined) throw new Error(`Lighthouse said nothing about ${url}`);
    const { categories, audits } = run.lhr;
    const missed = Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
      .filter(({ id }) => (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id);
    if (missed.length > 0) console.log(`  ${url}: ${missed.join(', ')}`);
    return {
      scores: Object.values(categories).map(({ score }) => Math.round((score ?? 0) * 100)),
      paint: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
      shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    };
  } finally {
    browser.kill();
  }
}

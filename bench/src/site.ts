import { withControlPlane } from './control-plane.ts';
import { examine, held, withBrowser } from './lighthouse.ts';
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
        const { scores, paint, shift } = await withBrowser((port) => examine(addresses.site + page, port));
        const points = Object.values(scores);
        log(`${page}: ${points.join(', ')}; ${Math.round(paint)} ms; shift ${shift.toFixed(3)}`);
        cases.push(
          held(page, [Math.min(...points)], 100, { unit: 'points', better: 'higher' }),
          held(`${page} largest paint`, [Math.round(paint)], longestPaintMs, { unit: 'ms', better: 'lower' }),
          held(`${page} layout shift`, [shift], largestShift, { unit: '', better: 'lower' }),
        );
      }
      return cases;
    }),
};

import { chromium, type Examined, examine, limits, shiftLimit, withBrowser } from './lighthouse.ts';
import type { Bench } from '../bench.ts';
import type { CaseFigures } from '../report.ts';

/** One page of each type, and of the documents those with the most entries, the longest layout and the longest text. */
const pages = [
  '/',
  '/pricing/',
  '/locations/',
  '/locations/netherlands/',
  '/use-cases/',
  '/use-cases/public-networks/',
  '/residential/',
  '/dedicated/',
  '/download/',
  '/blog/',
  '/blog/the-kill-switch/',
  '/blog/tags/tests/',
  '/blog/authors/the-comet-engineers/',
  '/security/',
  '/documents/',
  '/documents/security/',
  '/documents/security/accounts/',
  '/documents/process-split/',
  '/help/',
  '/help/command-line/',
  '/get-in-touch/',
  '/status/',
  '/terms/',
];
const amounts = { full: { pages, turns: 3 }, smoke: { pages: pages.slice(0, 1), turns: 1 } };
const maxPaintMs = 1_000;

/** Lighthouse on the built site as served by `npm start`, on the simulated phone with a slow network, each visit in a separate browser. */
export const siteBench: Bench = {
  name: 'site',
  metric:
    'the lowest of Lighthouse’s four scores, the largest contentful paint and the layout shift of each page type, three visits each',
  unit: 'points',
  better: 'higher',
  packages: { [chromium]: 'chromium' },
  measure: ({ log, extent, controlPlane }) =>
    controlPlane(async ({ addresses }) => {
      const cases: CaseFigures[] = [];
      const amount = amounts[extent];
      for (const page of amount.pages) {
        const url = addresses.site + page;
        // Pages are compressed at the first request, which takes a tenth of a second.
        await (await fetch(url, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
        const seen: Examined[] = [];
        for (let turn = 0; turn < amount.turns; turn += 1) {
          seen.push(await withBrowser((port) => examine(url, port)));
        }
        const lowest = seen.map(({ scores }) => Math.min(...Object.values(scores)));
        const paints = seen.map(({ paint }) => Math.round(paint));
        cases.push(
          limits(page, lowest, 100, { unit: 'points', better: 'higher' }),
          limits(`${page} largest paint`, paints, maxPaintMs, { unit: 'ms', better: 'lower' }),
          shiftLimit(page, seen, log),
        );
      }
      return cases;
    }),
};

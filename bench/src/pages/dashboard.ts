import { newCustomer } from '@comet/e2e';
import { api } from '@comet/contract';
import {
  chromium,
  type Examined,
  examine,
  limits,
  type Profile,
  shiftLimit,
  visit,
  withBrowser,
} from './lighthouse.ts';
import type { Bench, BenchRun } from '../bench.ts';
import type { CaseFigures } from '../report.ts';

const amounts: Record<BenchRun['extent'], { readonly profiles: readonly Profile[]; readonly turns: number }> =
  {
    full: { profiles: ['phone', 'desk'], turns: 5 },
    smoke: { profiles: ['desk'], turns: 1 },
  };
const minPerformance = 95;

/** Lighthouse on the login page and on home as served by `npm start`, over five turns. */
export const dashboardBench: Bench = {
  name: 'dashboard',
  metric:
    'Lighthouse’s performance score, the lowest of its other scores, and the layout shift of the login and of home, on the simulated phone and at a desk',
  unit: 'points',
  better: 'higher',
  packages: { [chromium]: 'chromium' },
  measure: ({ log, extent, controlPlane }) =>
    controlPlane(async ({ addresses }) => {
      const cases: CaseFigures[] = [];
      const { profiles, turns } = amounts[extent];
      const look = async (name: string, url: string, port: number) => {
        for (const profile of profiles) {
          const seen: Examined[] = [];
          for (let turn = 0; turn < turns; turn += 1) seen.push(await examine(url, port, profile));
          cases.push(...judged(`${name}, ${profile}`, seen), shiftLimit(`${name}, ${profile}`, seen, log));
        }
      };
      await withBrowser((port) => look('login', `${addresses.dashboard}/login/`, port));
      const { client } = await newCustomer(addresses);
      const { oneTimeToken } = await client.call(api.createOneTimeToken, {});
      await withBrowser(async (port) => {
        const home = `${addresses.dashboard}/dash/home/`;
        // Signs the browser in.
        await visit(`${home}?cometToken=${oneTimeToken}`, port, home);
        await look('home', home, port);
      });
      return cases;
    }),
};

function judged(name: string, seen: readonly Examined[]): readonly CaseFigures[] {
  const points = { unit: 'points', better: 'higher' } as const;
  const others = seen.map(({ scores: { performance: _, ...rest } }) => Math.min(...Object.values(rest)));
  const performance = seen.map(({ scores }) => scores['performance'] ?? 0);
  return [
    limits(`${name} performance`, performance, minPerformance, points),
    limits(`${name} other scores`, others, 100, points),
  ];
}

import { expect, test } from 'vitest';
import { routeDetail } from './route-detail.ts';

const japan = { code: 'jp-tyo', city: 'Tokyo', countryName: 'Japan' };
const route = (to: string) => ({ kind: 'site', site: 'example.com', to }) as const;
const counted = { received: 2_000_000, sent: 1_000_000, reason: null };

test('describes where a route leads, with its traffic', () => {
  const active = { ...counted, state: 'active' } as const;
  expect(routeDetail(route('jp-tyo'), active, [japan])).toMatch(
    /^Tokyo.*\. 2(\.0)?\sMB received, 1(\.0)?\sMB sent$/,
  );
  expect(routeDetail(route('direct'), active, [])).toMatch(/^Outside the tunnel\./);
  expect(routeDetail(route('block'), { ...active, state: 'inactive' }, [])).toBe(
    'Blocked. Applies when connected',
  );
  expect(routeDetail(route('direct'), undefined, [])).toBe('Outside the tunnel. Applies when connected');
});

test('says that a route is blocked while its tunnel is down, and why', () => {
  const blocked = { ...counted, state: 'blocked' } as const;
  expect(routeDetail(route('jp-tyo'), blocked, [japan])).toMatch(/Blocked until its tunnel is up$/);
  const because = { ...blocked, reason: 'gateway_unreachable' } as const;
  expect(routeDetail(route('jp-tyo'), because, [japan])).toMatch(/Blocked until its tunnel is up\. \S/);
});

import { expect, test } from 'vitest';
import { locationProxyDetail } from './location-proxy-detail.ts';

const proxy = { port: 8100, location: 'jp-tyo' };
const known = [{ code: 'jp-tyo', city: 'Tokyo', countryName: 'Japan' }];

test('describes where a local proxy leads, and why its connections are blocked', () => {
  const active = { state: 'active', reason: null, listens: true } as const;
  const detail = (now: Parameters<typeof locationProxyDetail>[1]) => locationProxyDetail(proxy, now, known);
  expect(detail(active)).toMatch(/^Tokyo/);
  expect(detail(active)).not.toContain('Blocked');
  expect(detail({ ...active, listens: false })).toMatch(/Not open: another program is using this port$/);
  expect(detail({ ...active, state: 'blocked' })).toMatch(/Blocked until its tunnel is up$/);
  expect(detail({ ...active, state: 'blocked', reason: 'gateway_unreachable' })).toMatch(/is up\. \S/);
  expect(detail({ ...active, state: 'inactive' })).toMatch(/Blocked until you connect$/);
  expect(detail(undefined)).toMatch(/Blocked until you connect$/);
});

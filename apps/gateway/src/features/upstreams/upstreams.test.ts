import type { UpstreamGrant } from '@comet/contract';
import { expect, test } from 'vitest';
import { watchUpstreams } from './upstreams.ts';

const grant: UpstreamGrant = {
  ...{ kind: 'upstream', id: '00000000-0000-4000-8000-000000000001', protocol: 'http' },
  ...{ host: 'proxy.example', port: 8080, usernameTemplate: 'us-{country}', password: 'word' },
  ...{ countries: ['US', 'DE'], use: 'native' },
  ...{ rules: { ports: [22], networks: [], names: ['bank.example'] }, bytesPerSecond: 1_000_000 },
};

/** The endpoints of one provider that takes connections while `open`. */
function room() {
  const around = { open: true, knocks: 0 };
  const upstreams = watchUpstreams(
    () => [grant],
    () => {
      around.knocks += 1;
      return Promise.resolve(around.open);
    },
  );
  const live = () => upstreams.views().map(({ healthy }) => healthy);
  return { around, upstreams, live };
}

test('a provider is there when it takes a connection, for all of its countries', async () => {
  const { around, upstreams, live } = room();
  expect(live()).toEqual([false, false]);
  expect(await upstreams.look()).toBe(true);
  expect(live()).toEqual([true, true]);
  around.open = false;
  expect(await upstreams.look()).toBe(true);
  expect(upstreams.report().map(({ live: is }) => is)).toEqual([false, false]);
});

test('a connection that failed makes nobody lose a provider that answers, and one that does not is left at once', async () => {
  const { around, upstreams, live } = room();
  await upstreams.look();
  const all = await Promise.all([1, 2, 3].map(() => upstreams.doubt(`${grant.id}/US`)));
  expect(all).toEqual([false, false, false]);
  expect(around.knocks).toBe(2);
  expect(live()).toEqual([true, true]);
  around.open = false;
  expect(await upstreams.doubt(`${grant.id}/US`)).toBe(true);
  expect(live()).toEqual([false, false]);
  expect(await upstreams.doubt('another')).toBe(false);
});

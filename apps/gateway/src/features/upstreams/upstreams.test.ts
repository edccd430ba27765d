import type { UpstreamGrant } from '@comet/contract';
import { expect, test } from 'vitest';
import { watchUpstreams } from './upstreams.ts';

const grant: UpstreamGrant = {
  ...{ kind: 'upstream', id: '00000000-0000-4000-8000-000000000001', protocol: 'http' },
  ...{ host: 'proxy.example', port: 8080, usernameTemplate: 'us-{country}', password: 'word' },
  ...{ countries: ['US', 'DE'], use: 'native' },
  ...{ rules: { ports: [22], networks: [], names: ['bank.example'] }, bytesPerSecond: 1_000_000 },
};

/** The endpoints of one provider, by which bytes come back as `serves` says. */
function room() {
  const around = { serves: true as boolean | null, asked: 0, at: 0 };
  const upstreams = watchUpstreams({
    grants: () => [grant],
    prove() {
      around.asked += 1;
      return Promise.resolve(around.serves);
    },
    now: () => around.at,
  });
  const live = () => upstreams.views().map(({ healthy }) => healthy);
  return { around, upstreams, live };
}

test('a provider is there when bytes come back through it, for all of its countries', async () => {
  const { around, upstreams, live } = room();
  expect(live()).toEqual([false, false]);
  expect(await upstreams.look()).toBe(true);
  expect(await upstreams.look()).toBe(false);
  expect(live()).toEqual([true, true]);
  around.serves = false;
  expect(await upstreams.look()).toBe(true);
  expect(upstreams.report().map(({ live: is }) => is)).toEqual([false, false]);
});

test('while nobody can try it, it is what it was', async () => {
  const { around, upstreams, live } = room();
  await upstreams.look();
  around.serves = null;
  expect(await upstreams.look()).toBe(false);
  expect(live()).toEqual([true, true]);
});

test('a connection that failed makes nobody lose a provider that serves, and one that does not is left at once', async () => {
  const { around, upstreams, live } = room();
  await upstreams.look();
  around.at += 1_000;
  const all = await Promise.all([1, 2, 3].map(() => upstreams.doubt(`${grant.id}/US`)));
  expect(all).toEqual([false, false, false]);
  expect(around.asked).toBe(2);
  expect(live()).toEqual([true, true]);
  around.serves = false;
  around.at += 1_000;
  expect(await upstreams.doubt(`${grant.id}/US`)).toBe(true);
  expect(live()).toEqual([false, false]);
  expect(await upstreams.doubt('another')).toBe(false);
});

test('connections that fail one after another bring one question a second', async () => {
  const { around, upstreams } = room();
  await upstreams.look();
  for (let tries = 0; tries < 20; tries += 1) {
    around.at += 100;
    await upstreams.doubt(`${grant.id}/DE`);
  }
  expect(around.asked).toBe(3);
});

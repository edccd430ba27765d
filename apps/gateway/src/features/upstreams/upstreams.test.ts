import type { UpstreamGrant } from '@comet/contract';
import { expect, test } from 'vitest';
import { watchUpstreams } from './upstreams.ts';

const grant: UpstreamGrant = {
  ...{ kind: 'upstream', id: '00000000-0000-4000-8000-000000000001', protocol: 'http' },
  ...{ host: 'proxy.example', port: 8080, usernameTemplate: 'us-{country}', password: 'word' },
  ...{ countries: ['US', 'DE'], use: 'native' },
  ...{ rules: { ports: [22], networks: [], names: ['bank.example'] }, bytesPerSecond: 1_000_000 },
};

/** The endpoints of one provider, which work as `serves` returns. */
function room(grants = [grant], prove?: (id: string) => Promise<boolean | null>) {
  const around = { serves: true as boolean | null, asked: 0, changes: 0, at: 0 };
  const upstreams = watchUpstreams({
    grants: () => grants,
    prove(id) {
      around.asked += 1;
      return prove?.(id) ?? Promise.resolve(around.serves);
    },
    now: () => around.at,
    onChange: () => (around.changes += 1),
  });
  const live = () => upstreams.views().map(({ healthy }) => healthy);
  const look = (after = 1_200) => {
    around.at += after;
    return upstreams.look();
  };
  return { around, upstreams, live, look };
}

test('a provider is there when bytes come back through it, for all of its countries', async () => {
  const { around, upstreams, live, look } = room();
  expect(live()).toEqual([false, false]);
  await look();
  expect([around.changes, live()]).toEqual([1, [true, true]]);
  await look();
  expect(around.changes).toBe(1);
  around.serves = false;
  await look();
  expect(around.changes).toBe(2);
  expect(upstreams.report().map(({ live: is }) => is)).toEqual([false, false]);
});

test('while nobody can try it, it is what it was', async () => {
  const { around, live, look } = room();
  await look();
  around.serves = null;
  await look();
  expect([around.asked, around.changes, live()]).toEqual([2, 1, [true, true]]);
});

test('a provider that has answered is left alone for a while', async () => {
  const { around, look } = room();
  await look();
  for (let ticks = 0; ticks < 12; ticks += 1) await look(200);
  expect(around.asked).toBe(3);
});

test('one that is silent keeps no other from being asked, nor its answer from counting', async () => {
  const silent = { ...grant, id: '00000000-0000-4000-8000-000000000002' };
  let serves = true;
  const { around, live, look } = room([silent, grant], (id) =>
    id === silent.id ? new Promise(() => undefined) : Promise.resolve(serves),
  );
  void look();
  await expect.poll(live).toEqual([false, false, true, true]);
  serves = false;
  void look();
  await expect.poll(live).toEqual([false, false, false, false]);
  expect([around.asked, around.changes]).toEqual([3, 2]);
});

test('a connection that failed makes nobody lose a provider that serves, and one that does not is left at once', async () => {
  const { around, upstreams, live, look } = room();
  await look();
  around.at += 1_000;
  await Promise.all([1, 2, 3].map(() => upstreams.doubt(`${grant.id}/US`)));
  expect([around.asked, around.changes, live()]).toEqual([2, 1, [true, true]]);
  around.serves = false;
  around.at += 1_000;
  await upstreams.doubt(`${grant.id}/US`);
  expect([around.changes, live()]).toEqual([2, [false, false]]);
  await upstreams.doubt('another');
  expect(around.asked).toBe(3);
});

test('connections that fail one after another bring one question a second', async () => {
  const { around, upstreams, look } = room();
  await look();
  for (let tries = 0; tries < 20; tries += 1) {
    around.at += 100;
    await upstreams.doubt(`${grant.id}/DE`);
  }
  expect(around.asked).toBe(3);
});

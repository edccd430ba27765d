import type { UpstreamGrant } from '@comet/contract';
import { expect, test } from 'vitest';
import { watchUpstreams } from './upstreams.ts';

const grant: UpstreamGrant = {
  ...{ kind: 'upstream', id: '00000000-0000-4000-8000-000000000001', protocol: 'http' },
  ...{ host: 'proxy.example', port: 8080, usernameTemplate: 'us-{country}', password: 'word' },
  ...{ countries: ['US', 'DE'], use: 'native' },
  ...{ rules: { ports: [22], networks: [], names: ['bank.example'] }, bytesPerSecond: 1_000_000 },
};

/** The endpoints of one provider; `serves` is the result of health checks. */
function setUp(grants = [grant], probe?: (id: string) => Promise<boolean | null>) {
  const environment = { serves: true as boolean | null, probes: 0, changes: 0, at: 0 };
  const upstreams = watchUpstreams({
    grants: () => grants,
    probe(id) {
      environment.probes += 1;
      return probe?.(id) ?? Promise.resolve(environment.serves);
    },
    now: () => environment.at,
    onChange: () => (environment.changes += 1),
  });
  const live = () => upstreams.views().map(({ healthy }) => healthy);
  const check = (after = 1_200) => {
    environment.at += after;
    return upstreams.check();
  };
  return { environment, upstreams, live, check };
}

test('a provider is healthy for all of its countries after a successful check', async () => {
  const { environment, upstreams, live, check } = setUp();
  expect(live()).toEqual([false, false]);
  await check();
  expect([environment.changes, live()]).toEqual([1, [true, true]]);
  await check();
  expect(environment.changes).toBe(1);
  environment.serves = false;
  await check();
  expect(environment.changes).toBe(2);
  expect(upstreams.report().map(({ live: is }) => is)).toEqual([false, false]);
});

test('a provider keeps its state while no check is possible', async () => {
  const { environment, live, check } = setUp();
  await check();
  environment.serves = null;
  await check();
  expect([environment.probes, environment.changes, live()]).toEqual([2, 1, [true, true]]);
});

test('does not check a provider more often than its interval', async () => {
  const { environment, check } = setUp();
  await check();
  for (let ticks = 0; ticks < 12; ticks += 1) await check(200);
  expect(environment.probes).toBe(3);
});

test('a silent provider does not delay the checks of others', async () => {
  const silent = { ...grant, id: '00000000-0000-4000-8000-000000000002' };
  let serves = true;
  const { environment, live, check } = setUp([silent, grant], (id) =>
    id === silent.id ? new Promise(() => undefined) : Promise.resolve(serves),
  );
  void check();
  await expect.poll(live).toEqual([false, false, true, true]);
  serves = false;
  void check();
  await expect.poll(live).toEqual([false, false, false, false]);
  expect([environment.probes, environment.changes]).toEqual([3, 2]);
});

test('checks a provider at once after a failed connection, and only a failed check makes it unhealthy', async () => {
  const { environment, upstreams, live, check } = setUp();
  await check();
  environment.at += 1_000;
  await Promise.all([1, 2, 3].map(() => upstreams.recheck(`${grant.id}/US`)));
  expect([environment.probes, environment.changes, live()]).toEqual([2, 1, [true, true]]);
  environment.serves = false;
  environment.at += 1_000;
  await upstreams.recheck(`${grant.id}/US`);
  expect([environment.changes, live()]).toEqual([2, [false, false]]);
  await upstreams.recheck('another');
  expect(environment.probes).toBe(3);
});

test('checks at most once per second after failed connections', async () => {
  const { environment, upstreams, check } = setUp();
  await check();
  for (let tries = 0; tries < 20; tries += 1) {
    environment.at += 100;
    await upstreams.recheck(`${grant.id}/DE`);
  }
  expect(environment.probes).toBe(3);
});

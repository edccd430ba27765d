import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { comet, reaches, seenAs, tunnelState } from '../support/client-host.ts';
import { runningStack, stateFolder } from '../support/running-stack.ts';
import { enterNetwork, leaveNetwork, resetResolver } from './disturbances.ts';
import { networks } from './networks.ts';
import { comesOutAt, connect, lab, must, openMachine, places, ways } from './client-host.ts';
import { daemon, pidsOn, signal } from './processes.ts';
import { leaksDuring, watchFor } from './capture.ts';
import { leaksWithoutRules, useMainTable } from './without-rules.ts';

const { netherlands, japan } = places;
let close: () => Promise<void>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  close = await openMachine();
});

test.afterAll(async () => {
  await leaveNetwork();
  await enterNetwork(networks.home);
  await close();
});

for (const way of [ways.wireguard, ways.tls])
  test(`sleep: a machine that was stopped under ${way.name} and goes on has its tunnel back, and nothing left meanwhile`, async () => {
    await connect(way, netherlands);
    const asleep = [daemon, ...way.programs].map((program) => pidsOn(lab, 'client', program));
    const pids = (await Promise.all(asleep)).flat();
    const leaks = await leaksDuring(lab, async () => {
      signal(pids, 'SIGSTOP');
      // Longer than what the daemon takes for a pause of its own.
      await watchFor(7000)();
      signal(pids.toReversed(), 'SIGCONT');
      await comesOutAt(netherlands);
    });
    expect(leaks).toEqual([]);
  });

test('the resolver is reset while nobody is there to put it back: no name leaves', async () => {
  await connect(ways.wireguard, netherlands);
  const frozen = await pidsOn(lab, 'client', daemon);
  const before = (await lab.dnsQueries()).length;
  signal(frozen, 'SIGSTOP');
  try {
    await resetResolver();
    const leaks = await leaksDuring(lab, async () => {
      expect((await ask()).code).not.toBe(0);
    });
    expect(leaks).toEqual([]);
  } finally {
    signal(frozen, 'SIGCONT');
  }
  // Whose question that was, the daemon's own work aside, is answered as soon as it is awake.
  await expect.poll(async () => (await ask()).stdout.trim()).toBe(lab.hosts.inet.ipv4);
  const asked = (await lab.dnsQueries()).slice(before);
  expect(asked.filter(({ from }) => from !== netherlands.ipv4 && from !== netherlands.ipv6)).toEqual([]);
});

test('control: without our rules, the same reset hands names to the LAN', async () => {
  const before = (await lab.dnsQueries()).length;
  await leaksWithoutRules(async () => {
    await resetResolver();
    await ask();
  });
  const heard = (await lab.dnsQueries()).slice(before);
  expect(heard.map(({ from, name }) => `${from} ${name}`)).toContain('192.168.77.10 echo.comet.test');
});

test('the whole way from blocked to connected to blocked again, with lockdown: nothing leaves at any moment', async () => {
  await comet(lab, 'lockdown', 'on');
  const leaks = await leaksDuring(lab, async () => {
    await comet(lab, 'disconnect');
    await watchFor(500)();
    await connect(ways.wireguard, japan);
    await connect(ways.tcp, netherlands);
    await connect(ways.wireguard, netherlands);
    await comet(lab, 'disconnect');
    await watchFor(500)();
  });
  expect(leaks).toEqual([]);
  expect(await seenAs(lab)).toBeNull();
});

test('the daemon is restarted under lockdown: its rules stand all the while, and it connects again', async () => {
  await connect(ways.wireguard, netherlands);
  const leaks = await leaksDuring(lab, async () => {
    signal(await pidsOn(lab, 'client', daemon), 'SIGTERM');
    await expect.poll(() => tunnelState(lab), { intervals: [20] }).toBe('no answer');
    await must('client', ['nft', 'list', 'table', 'inet', 'comet']);
    await reaches(lab, 'connected');
  });
  expect(leaks).toEqual([]);
  await comesOutAt(netherlands);
});

test('boot under lockdown: what the unit loads holds the network back until the daemon has a tunnel', async () => {
  const leaks = await leaksDuring(lab, async () => {
    await boot(loadLockdown, watchFor(700));
    await reaches(lab, 'connected');
  });
  expect(leaks).toEqual([]);
  await comesOutAt(netherlands);
});

test('control: without what the unit loads, a machine that boots is open until the daemon is there', async () => {
  let leaks: readonly string[] = [];
  await boot(
    async () => {},
    async () => {
      leaks = await leaksDuring(lab, watchFor(300));
    },
  );
  expect(leaks.length).toBeGreaterThan(0);
  await reaches(lab, 'connected');
  await comet(lab, 'lockdown', 'off');
});

/**
 * Plays what the network knows of a start of the machine: no rules, no data plane and no daemon, then `before` the network is there,
 * then the network, and after `meanwhile` the daemon. The service manager is held back until then.
 */
async function boot(before: () => Promise<void>, meanwhile: () => Promise<void>): Promise<void> {
  const init = [runningStack().pids['stack'] ?? 0];
  await leaveNetwork();
  signal(init, 'SIGSTOP');
  try {
    const running = [daemon, ...ways.wireguard.programs].map((program) => pidsOn(lab, 'client', program));
    signal((await Promise.all(running)).flat(), 'SIGKILL');
    await must('client', ['nft', 'delete table inet comet']);
    await useMainTable();
    await before();
    await enterNetwork(networks.home);
    expect(await tunnelState(lab)).toBe('no answer');
    await meanwhile();
  } finally {
    signal(init, 'SIGCONT');
  }
}

/** The command of the unit that runs before the network, with the state folder of this machine's daemon. */
async function loadLockdown(): Promise<void> {
  const deploy = join(import.meta.dirname, '../../../deploy');
  const unit = readFileSync(join(deploy, 'systemd/comet-lockdown.service'), 'utf8');
  const command = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? '';
  const folder = join(stateFolder(), 'lab/client');
  await must(
    'client',
    command.replace('/usr/lib/comet', deploy).replace('/var/lib/comet', folder).split(' '),
  );
}

function ask() {
  return lab.exec('client', ['dig', '+short', '+tries=1', '+time=1', 'echo.comet.test', 'A']);
}

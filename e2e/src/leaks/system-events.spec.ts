import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { comet, waitForTunnelState, egressAddress, tunnelState } from '../support/client-host.ts';
import { runningStack, stateFolder } from '../support/running-stack.ts';
import { enterNetwork, leaveNetwork, resetResolver } from './disturbances.ts';
import { networks } from './networks.ts';
import {
  expectEgress,
  connect,
  lab,
  execOrThrow,
  signInAndStartTraffic,
  gateways,
  transports,
} from './client-host.ts';
import { daemon, pidsOn, signal } from './processes.ts';
import { leaksDuring, watchFor } from './capture.ts';
import { deleteRoutingRules, leaksWithoutRules } from './without-rules.ts';

const { netherlands, japan } = gateways;
let close: () => Promise<void>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  close = await signInAndStartTraffic();
});

test.afterAll(async () => {
  await leaveNetwork();
  await enterNetwork(networks.home);
  await close();
});

for (const transport of [transports.wireguard, transports.tls])
  test(`sleep: after a suspend under ${transport.name} the tunnel recovers without leaks`, async () => {
    await connect(transport, netherlands);
    const running = [daemon, ...transport.programs].map((program) => pidsOn(lab, 'client', program));
    const pids = (await Promise.all(running)).flat();
    const leaks = await leaksDuring(lab, async () => {
      signal(pids, 'SIGSTOP');
      // Longer than the 6 s after which the daemon detects a suspend.
      await watchFor(7000)();
      signal(pids.toReversed(), 'SIGCONT');
      await expectEgress(netherlands);
    });
    expect(leaks).toEqual([]);
  });

test('no DNS query leaks when the resolver is reset while the daemon is frozen', async () => {
  await connect(transports.wireguard, netherlands);
  const frozen = await pidsOn(lab, 'client', daemon);
  const before = (await lab.dnsQueries()).length;
  signal(frozen, 'SIGSTOP');
  try {
    await resetResolver();
    const leaks = await leaksDuring(lab, async () => {
      expect((await queryEcho()).code).not.toBe(0);
    });
    expect(leaks).toEqual([]);
  } finally {
    signal(frozen, 'SIGCONT');
  }
  // DNS works again once the daemon continues.
  await expect.poll(async () => (await queryEcho()).stdout.trim()).toBe(lab.hosts.inet.ipv4);
  const queries = (await lab.dnsQueries()).slice(before);
  expect(queries.filter(({ from }) => from !== netherlands.ipv4 && from !== netherlands.ipv6)).toEqual([]);
});

test('control: without our rules, the same reset leaks DNS queries to the LAN', async () => {
  const before = (await lab.dnsQueries()).length;
  await leaksWithoutRules(async () => {
    await resetResolver();
    await queryEcho();
  });
  const queries = (await lab.dnsQueries()).slice(before);
  expect(queries.map(({ from, name }) => `${from} ${name}`)).toContain('192.168.77.10 echo.comet.test');
});

test('nothing leaks under lockdown from blocked to connected to blocked', async () => {
  await comet(lab, 'lockdown', 'on');
  const leaks = await leaksDuring(lab, async () => {
    await comet(lab, 'disconnect');
    await watchFor(500)();
    await connect(transports.wireguard, japan);
    await connect(transports.tcp, netherlands);
    await connect(transports.wireguard, netherlands);
    await comet(lab, 'disconnect');
    await watchFor(500)();
  });
  expect(leaks).toEqual([]);
  expect(await egressAddress(lab)).toBeNull();
});

test('a restart of the daemon under lockdown keeps its rules and reconnects', async () => {
  await connect(transports.wireguard, netherlands);
  const leaks = await leaksDuring(lab, async () => {
    signal(await pidsOn(lab, 'client', daemon), 'SIGTERM');
    await expect.poll(() => tunnelState(lab), { intervals: [20] }).toBe('no answer');
    await execOrThrow('client', ['nft', 'list', 'table', 'inet', 'comet']);
    await waitForTunnelState(lab, 'connected');
  });
  expect(leaks).toEqual([]);
  await expectEgress(netherlands);
});

test('boot under lockdown: comet-lockdown.service blocks traffic until the daemon has a tunnel', async () => {
  const leaks = await leaksDuring(lab, async () => {
    await boot(loadLockdown, watchFor(700));
    await waitForTunnelState(lab, 'connected');
  });
  expect(leaks).toEqual([]);
  await expectEgress(netherlands);
});

test('control: without comet-lockdown.service, traffic leaks at boot until the daemon runs', async () => {
  let leaks: readonly string[] = [];
  await boot(
    async () => {},
    async () => {
      leaks = await leaksDuring(lab, watchFor(300), 'off');
    },
  );
  expect(leaks.length).toBeGreaterThan(0);
  await waitForTunnelState(lab, 'connected');
  await comet(lab, 'lockdown', 'off');
});

/**
 * Simulates a boot: removes the rules, the data plane and the daemon, runs `before`, brings the network up, runs `meanwhile` and lets
 * the stack's supervisor restart the daemon. The supervisor is stopped (SIGSTOP) until then.
 */
async function boot(before: () => Promise<void>, meanwhile: () => Promise<void>): Promise<void> {
  const supervisor = [runningStack().pids['stack'] ?? 0];
  await leaveNetwork();
  signal(supervisor, 'SIGSTOP');
  try {
    const running = [daemon, ...transports.wireguard.programs].map((program) =>
      pidsOn(lab, 'client', program),
    );
    signal((await Promise.all(running)).flat(), 'SIGKILL');
    await execOrThrow('client', ['nft', 'delete table inet comet']);
    await deleteRoutingRules();
    await before();
    await enterNetwork(networks.home);
    expect(await tunnelState(lab)).toBe('no answer');
    await meanwhile();
  } finally {
    signal(supervisor, 'SIGCONT');
  }
}

/** Runs the command of comet-lockdown.service with the state folder of the lab client's daemon. */
async function loadLockdown(): Promise<void> {
  const deploy = join(import.meta.dirname, '../../../deploy');
  const unit = readFileSync(join(deploy, 'systemd/comet-lockdown.service'), 'utf8');
  const command = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? '';
  const folder = join(stateFolder(), 'lab/client');
  await execOrThrow(
    'client',
    command.replace('/usr/lib/comet', deploy).replace('/var/lib/comet', folder).split(' '),
  );
}

function queryEcho() {
  return lab.exec('client', ['dig', '+short', '+tries=1', '+time=1', 'echo.comet.test', 'A']);
}

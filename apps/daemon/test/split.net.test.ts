import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';

const network = signedInTestNetwork();

afterEach(async () => {
  await network.comet('split', 'off');
  await network.comet('disconnect');
  await network.set({ ticketRefusal: null, admissionRefusals: [], peerRemoved: false });
});

/** The address that the internet host sees of a program that `comet exclude` or `comet include` runs. */
async function seenOf(
  mode: 'exclude' | 'include',
  address: string = addresses.echo4,
): Promise<string | null> {
  const url = address.includes(':') ? `http://[${address}]/` : `http://${address}/`;
  const { code, stdout } = await network.inClient(
    'env',
    `COMET_SOCKET=${network.socket}`,
    inject('comet'),
    mode,
    'curl',
    '-sS',
    '--max-time',
    '2',
    url,
  );
  return code === 0 ? stdout.replace('::ffff:', '') : null;
}

const internetHosts = [
  ['ip', addresses.echo4],
  ['ip6', addresses.echo6],
] as const;

/** Packets that left the client by its network link for `hosts` while `during` ran. */
async function outsideDuring(
  during: () => Promise<void>,
  hosts: readonly (readonly ['ip' | 'ip6', string])[] = internetHosts,
): Promise<number> {
  const count = hosts
    .map(([family, address]) => `oifname "eth0" ${family} daddr ${address} counter`)
    .join('; ');
  const table = `table inet counted { chain out { type filter hook postrouting priority 300; ${count}; }; }`;
  expect((await network.inClient('nft', table)).code).toBe(0);
  try {
    await during();
    const { stdout } = await network.inClient('nft', 'list', 'table', 'inet', 'counted');
    const packets = [...stdout.matchAll(/counter packets (\d+)/g)].map(([, number]) => Number(number));
    expect(packets).toHaveLength(2);
    return packets.reduce((sum, number) => sum + number, 0);
  } finally {
    await network.inClient('nft', 'delete', 'table', 'inet', 'counted');
  }
}

/** Whether a program is outside the tunnel of a daemon of this machine. */
async function isSplit({ pid }: ChildProcess): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cgroup`, 'utf8')).includes('comet.split');
}

describe('exclude', () => {
  test('only a program run this way is outside, for both families', async () => {
    await network.comet('connect', 'nl-ams');
    expect(await seenOf('exclude')).toBe(addresses.client);
    expect(await seenOf('exclude', addresses.echo6)).toBe('2001:db8:ca::1');
    expect(await network.seenAs()).toBe(addresses.lease4);
    await network.comet('split', 'off');
    expect(await network.seenAs()).toBe(addresses.lease4);
  });

  test('a program listed by its path is outside for any parent', async () => {
    await network.comet('connect', 'nl-ams');
    await network.comet('split', 'exclude');
    const named = join(network.folder, 'browser');
    await copyFile('/bin/bash', named);
    const link = join(network.folder, 'link');
    await symlink(named, link);
    expect((await network.comet('split', 'add-app', link)).code).toBe(0);
    const ask = `exec 3<>/dev/tcp/${addresses.echo4}/80 && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`;
    const program = spawn('ip', [
      'netns',
      'exec',
      network.client,
      named,
      '-c',
      `while :; do ${ask}; sleep 0.2; done`,
    ]);
    let seen = '';
    program.stdout.on('data', (text: Buffer) => {
      seen += text.toString();
    });
    // The same program in another network, and one that another network's daemon sends outside its tunnel.
    const stranger = spawn('unshare', ['-n', named, '-c', 'while :; do sleep 0.2; done']);
    const enter =
      'mount -t cgroup2 cgroup2 /sys/fs/cgroup; mkdir -p /sys/fs/cgroup/comet.split; echo $$ > /sys/fs/cgroup/comet.split/cgroup.procs';
    const another = spawn('ip', [
      'netns',
      'exec',
      network.client,
      'sh',
      '-c',
      `${enter}; exec unshare -n sleep 60`,
    ]);
    await expect.poll(() => seen, { timeout: 20_000 }).toContain(addresses.client);
    expect(await network.seenAs()).toBe(addresses.lease4);
    await expect.poll(() => isSplit(another)).toBe(true);
    expect([await isSplit(program), await isSplit(stranger)]).toEqual([true, false]);
    await network.comet('split', 'off');
    expect([await isSplit(program), await isSplit(another)]).toEqual([false, true]);
    for (const one of [program, stranger, another]) {
      one.kill('SIGKILL');
      await once(one, 'exit');
    }
    await network.comet('split', 'remove-app', named);
  });

  test('a program outside keeps the limits of its slice', async () => {
    await network.comet('connect', 'nl-ams');
    const slice = '/sys/fs/cgroup/comet-slice';
    // The client's network is entered with a new /sys, in which no cgroup file system is mounted.
    const inUserUnit = (words: string) =>
      ['sh', '-c', `mount -t cgroup2 cgroup2 /sys/fs/cgroup; ${words}`] as const;
    const command = `env COMET_SOCKET=${network.socket} ${inject('comet')} exclude`;
    const enter = `mkdir -p ${slice}/app; echo $$ > ${slice}/app/cgroup.procs; exec ${command}`;
    const ask = `curl -sS --max-time 2 http://${addresses.echo4}/; exec sleep 60`;
    const program = spawn('ip', ['netns', 'exec', network.client, ...inUserUnit(`${enter} sh -c '${ask}'`)]);
    const cgroup = () => readFile(`/proc/${program.pid}/cgroup`, 'utf8');
    try {
      const output = once(program.stdout, 'data') as Promise<[Buffer]>;
      const [seen] = await Promise.race([output, once(program, 'exit')]);
      expect(String(seen)).toContain(addresses.client);
      expect(await cgroup()).toMatch(/^0::\/comet-slice\/app\/comet\.split$/m);
      // Limits and states of the slice apply to it, such as being stopped.
      const frozen = `${slice}/app/comet.split/cgroup.events`;
      const freeze = `echo 1 > ${slice}/cgroup.freeze; until grep 'frozen 1' ${frozen}; do sleep 0.05; done; echo 0 > ${slice}/cgroup.freeze`;
      expect((await network.inClient('timeout', '5', ...inUserUnit(freeze))).stdout).toContain('frozen 1');
      await network.comet('split', 'off');
      expect(await cgroup()).toMatch(/^0::\/comet-slice\/app$/m);
    } finally {
      program.kill('SIGKILL');
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      await network.inClient(...inUserUnit(`rmdir ${slice}/app ${slice}`));
    }
  });

  test('a listed network is outside, without DNS queries to it', async () => {
    await network.comet('connect', 'nl-ams');
    await network.comet('split', 'exclude');
    await network.comet('split', 'add-network', '198.51.100.0/24');
    expect(await network.seenAs()).toBe(addresses.client);
    expect(await network.seenAs(addresses.echo6)).toBe(addresses.lease6);
    const query = await network.inClient('dig', '+tries=1', '+time=1', `@${addresses.echo4}`, 'example.com');
    expect(query.code).not.toBe(0);
    expect((await network.comet('split', 'remove-network', '198.51.100.0/24')).code).toBe(0);
    expect(await network.seenAs()).toBe(addresses.lease4);
  });

  test.each([['198.51.100.0/24', '2001:db8::/32'], ['198.0.0.0/8', '2001::/16'], ['198.51.100.0/24'], []])(
    'under lockdown, %j leave only while a tunnel is up, and so do excluded programs',
    async (...networks) => {
      await network.comet('lockdown', 'on');
      await network.comet('split', 'exclude');
      for (const prefix of networks)
        expect((await network.comet('split', 'add-network', prefix)).code).toBe(0);
      const tryAll = async () => {
        for (const address of [addresses.echo4, addresses.echo6])
          await Promise.all([network.seenAs(address), seenOf('exclude', address)]);
      };
      try {
        expect(await outsideDuring(tryAll)).toBe(0);
        await network.comet('connect', 'nl-ams');
        expect(await network.seenAs()).toBe(networks.length > 0 ? addresses.client : addresses.lease4);
        expect(await network.seenAs(addresses.echo6)).toBe(
          networks.length > 1 ? '2001:db8:ca::1' : addresses.lease6,
        );
        expect(await outsideDuring(tryAll)).toBeGreaterThan(0);
        await network.comet('disconnect');
        expect(await outsideDuring(tryAll)).toBe(0);
      } finally {
        for (const prefix of networks) await network.comet('split', 'remove-network', prefix);
        await network.comet('lockdown', 'off');
      }
    },
  );

  test('under lockdown, connects to a gateway in a listed network', async () => {
    const holdsGateway = '192.0.0.0/8';
    await network.comet('lockdown', 'on');
    await network.comet('split', 'exclude');
    await network.comet('split', 'add-network', holdsGateway);
    try {
      expect((await network.comet('connect', 'nl-ams')).code).toBe(0);
      expect(await network.seenAs()).toBe(addresses.lease4);
    } finally {
      await network.comet('disconnect');
      await network.comet('split', 'remove-network', holdsGateway);
      await network.comet('lockdown', 'off');
    }
  });

  test('refuses networks that cover too much', async () => {
    const refused = await network.comet('split', 'add-network', '0.0.0.0/0');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('covers too much') });
  });

  test('a mark that a program sets for itself allows no traffic outside', async () => {
    await network.comet('connect', 'nl-ams');
    await network.comet('split', 'exclude');
    const marked = await network.inClient('ping', '-c1', '-W1', '-m', String(0xc0_e8), addresses.far);
    expect(marked.code).not.toBe(0);
  });
});

describe('include', () => {
  test('only a program run this way uses the tunnel, and never bypasses it', async () => {
    await network.comet('connect', 'nl-ams');
    expect((await network.comet('split', 'include')).code).toBe(0);
    expect(await network.seenAs()).toBe(addresses.client);
    expect(await seenOf('include')).toBe(addresses.lease4);
    expect(await seenOf('include', addresses.echo6)).toBe(addresses.lease6);
    await network.comet('disconnect');
    await network.refuse('ticket_revoked', { ticketRefusal: '503 internal_error' });
    expect((await network.comet('connect', 'nl-ams')).code).toBe(1);
    expect(await network.seenAs()).toBe(addresses.client);
    expect(await seenOf('include')).toBeNull();
  });

  test('the daemon reaches the services of its gateway inside the tunnel only', async () => {
    const services = [
      ['ip', addresses.tunnel4],
      ['ip6', addresses.tunnel6],
    ] as const;
    const reachAll = async (): Promise<void> => {
      for (const [, address] of services) {
        const ping = ['ping', '-n', '-c', '1', '-W', '2', address];
        await Promise.all([network.inClient(...ping), network.seenAs(address)]);
      }
    };
    // The control: without a tunnel the packets leave.
    expect(await outsideDuring(reachAll, services)).toBeGreaterThan(0);
    await network.comet('split', 'include');
    const connectAndReach = async (): Promise<void> => {
      // It agrees on a post-quantum key and opens the stream of the exit's status.
      expect((await network.comet('connect', 'nl-ams')).code).toBe(0);
      await reachAll();
    };
    expect(await outsideDuring(connectAndReach, services)).toBe(0);
    expect(await network.seenAs()).toBe(addresses.client);
  });

  test('cannot be combined with lockdown, in either order, nor with exclude', async () => {
    await network.comet('connect', 'nl-ams');
    await network.comet('split', 'include');
    expect((await network.comet('lockdown', 'on')).stderr).toContain('Lockdown blocks');
    expect(await seenOf('exclude')).toBeNull();
    await network.comet('split', 'off');
    await network.comet('lockdown', 'on');
    expect((await network.comet('split', 'include')).stderr).toContain('Lockdown blocks');
    await network.comet('lockdown', 'off');
  });
});

test('split tunnelling survives a killed daemon, and is removed completely when it is switched off', async () => {
  await network.comet('connect', 'nl-ams');
  await network.comet('split', 'exclude');
  await network.comet('split', 'add-network', '198.51.100.0/24');
  await network.endDaemon('SIGKILL');
  expect(await network.seenAs()).toBe(addresses.client);
  await network.startDaemon();
  await network.reaches('connected');
  expect(await network.seenAs()).toBe(addresses.client);
  await network.comet('split', 'remove-network', '198.51.100.0/24');
  await network.comet('split', 'off');
  expect((await network.inClient('nft', 'list', 'tables')).stdout).not.toContain('comet_split');
  expect((await network.inClient('ip', 'rule', 'show')).stdout).not.toContain('0xc0e8');
});

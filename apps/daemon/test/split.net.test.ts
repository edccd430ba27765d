import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { field as addresses } from './fleet/addresses.ts';
import { signedInField } from './fleet/test-network-fixture.ts';

const field = signedInField();

afterEach(async () => {
  await field.comet('split', 'off');
  await field.comet('disconnect');
  await field.set({ ticketRefusal: null, admissionRefusals: [], peerRemoved: false });
});

/** What the internet host sees of a program that `comet exclude` or `comet include` runs. */
async function seenOf(
  mode: 'exclude' | 'include',
  address: string = addresses.echo4,
): Promise<string | null> {
  const url = address.includes(':') ? `http://[${address}]/` : `http://${address}/`;
  const { code, stdout } = await field.inClient(
    'env',
    `COMET_SOCKET=${field.socket}`,
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

/** Packets that left the client by its cable for the hosts of the internet while `during` ran. */
async function outsideDuring(during: () => Promise<void>): Promise<number> {
  const count = ['ip', 'ip6']
    .map(
      (family) =>
        `oifname "eth0" ${family} daddr ${family === 'ip' ? addresses.echo4 : addresses.echo6} counter`,
    )
    .join('; ');
  const table = `table inet counted { chain out { type filter hook postrouting priority 300; ${count}; }; }`;
  expect((await field.inClient('nft', table)).code).toBe(0);
  try {
    await during();
    const { stdout } = await field.inClient('nft', 'list', 'table', 'inet', 'counted');
    const packets = [...stdout.matchAll(/counter packets (\d+)/g)].map(([, number]) => Number(number));
    expect(packets).toHaveLength(2);
    return packets.reduce((sum, number) => sum + number, 0);
  } finally {
    await field.inClient('nft', 'delete', 'table', 'inet', 'counted');
  }
}

/** Whether a program is outside the tunnel of a daemon of this machine. */
async function isSplit({ pid }: ChildProcess): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cgroup`, 'utf8')).includes('comet.split');
}

describe('exclude', () => {
  test('only a program that is run so is outside, over both families', async () => {
    await field.comet('connect', 'nl-ams');
    expect(await seenOf('exclude')).toBe(addresses.client);
    expect(await seenOf('exclude', addresses.echo6)).toBe('2001:db8:ca::1');
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.comet('split', 'off');
    expect(await field.seenAs()).toBe(addresses.lease4);
  });

  test('a program listed by its path is outside for any parent', async () => {
    await field.comet('connect', 'nl-ams');
    await field.comet('split', 'exclude');
    const named = join(field.folder, 'browser');
    await copyFile('/bin/bash', named);
    const link = join(field.folder, 'link');
    await symlink(named, link);
    expect((await field.comet('split', 'add-app', link)).code).toBe(0);
    const ask = `exec 3<>/dev/tcp/${addresses.echo4}/80 && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`;
    const program = spawn('ip', [
      'netns',
      'exec',
      field.client,
      named,
      '-c',
      `while :; do ${ask}; sleep 0.2; done`,
    ]);
    let seen = '';
    program.stdout.on('data', (text: Buffer) => {
      seen += text.toString();
    });
    // The same program in another network, and one that another network's daemon lets go past its tunnel.
    const stranger = spawn('unshare', ['-n', named, '-c', 'while :; do sleep 0.2; done']);
    const enter =
      'mount -t cgroup2 cgroup2 /sys/fs/cgroup; mkdir -p /sys/fs/cgroup/comet.split; echo $$ > /sys/fs/cgroup/comet.split/cgroup.procs';
    const another = spawn('ip', [
      'netns',
      'exec',
      field.client,
      'sh',
      '-c',
      `${enter}; exec unshare -n sleep 60`,
    ]);
    await expect.poll(() => seen, { timeout: 20_000 }).toContain(addresses.client);
    expect(await field.seenAs()).toBe(addresses.lease4);
    await expect.poll(() => isSplit(another)).toBe(true);
    expect([await isSplit(program), await isSplit(stranger)]).toEqual([true, false]);
    await field.comet('split', 'off');
    expect([await isSplit(program), await isSplit(another)]).toEqual([false, true]);
    for (const one of [program, stranger, another]) {
      one.kill('SIGKILL');
      await once(one, 'exit');
    }
    await field.comet('split', 'remove-app', named);
  });

  test('a program outside keeps the limits of its slice', async () => {
    await field.comet('connect', 'nl-ams');
    const slice = '/sys/fs/cgroup/comet-slice';
    // The client's network is entered with a /sys of its own, in which nothing is mounted.
    const inUserUnit = (words: string) =>
      ['sh', '-c', `mount -t cgroup2 cgroup2 /sys/fs/cgroup; ${words}`] as const;
    const command = `env COMET_SOCKET=${field.socket} ${inject('comet')} exclude`;
    const enter = `mkdir -p ${slice}/app; echo $$ > ${slice}/app/cgroup.procs; exec ${command}`;
    const ask = `curl -sS --max-time 2 http://${addresses.echo4}/; exec sleep 60`;
    const program = spawn('ip', ['netns', 'exec', field.client, ...inUserUnit(`${enter} sh -c '${ask}'`)]);
    const cgroup = () => readFile(`/proc/${program.pid}/cgroup`, 'utf8');
    try {
      const said = once(program.stdout, 'data') as Promise<[Buffer]>;
      const [seen] = await Promise.race([said, once(program, 'exit')]);
      expect(String(seen)).toContain(addresses.client);
      expect(await cgroup()).toMatch(/^0::\/comet-slice\/app\/comet\.split$/m);
      // What holds for the slice holds for it: here, that it is stopped.
      const frozen = `${slice}/app/comet.split/cgroup.events`;
      const freeze = `echo 1 > ${slice}/cgroup.freeze; until grep 'frozen 1' ${frozen}; do sleep 0.05; done; echo 0 > ${slice}/cgroup.freeze`;
      expect((await field.inClient('timeout', '5', ...inUserUnit(freeze))).stdout).toContain('frozen 1');
      await field.comet('split', 'off');
      expect(await cgroup()).toMatch(/^0::\/comet-slice\/app$/m);
    } finally {
      program.kill('SIGKILL');
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      await field.inClient(...inUserUnit(`rmdir ${slice}/app ${slice}`));
    }
  });

  test('a listed network is outside, without DNS queries to it', async () => {
    await field.comet('connect', 'nl-ams');
    await field.comet('split', 'exclude');
    await field.comet('split', 'add-network', '198.51.100.0/24');
    expect(await field.seenAs()).toBe(addresses.client);
    expect(await field.seenAs(addresses.echo6)).toBe(addresses.lease6);
    const asked = await field.inClient('dig', '+tries=1', '+time=1', `@${addresses.echo4}`, 'example.com');
    expect(asked.code).not.toBe(0);
    expect((await field.comet('split', 'remove-network', '198.51.100.0/24')).code).toBe(0);
    expect(await field.seenAs()).toBe(addresses.lease4);
  });

  test.each([['198.51.100.0/24', '2001:db8::/32'], ['198.0.0.0/8', '2001::/16'], ['198.51.100.0/24'], []])(
    'under lockdown, %j leave only while a tunnel is up, and so do excluded programs',
    async (...networks) => {
      await field.comet('lockdown', 'on');
      await field.comet('split', 'exclude');
      for (const network of networks)
        expect((await field.comet('split', 'add-network', network)).code).toBe(0);
      const tryAll = async () => {
        for (const address of [addresses.echo4, addresses.echo6])
          await Promise.all([field.seenAs(address), seenOf('exclude', address)]);
      };
      try {
        expect(await outsideDuring(tryAll)).toBe(0);
        await field.comet('connect', 'nl-ams');
        expect(await field.seenAs()).toBe(networks.length > 0 ? addresses.client : addresses.lease4);
        expect(await field.seenAs(addresses.echo6)).toBe(
          networks.length > 1 ? '2001:db8:ca::1' : addresses.lease6,
        );
        expect(await outsideDuring(tryAll)).toBeGreaterThan(0);
        await field.comet('disconnect');
        expect(await outsideDuring(tryAll)).toBe(0);
      } finally {
        for (const network of networks) await field.comet('split', 'remove-network', network);
        await field.comet('lockdown', 'off');
      }
    },
  );

  test('under lockdown, a tunnel comes up to a gateway in a network that is named', async () => {
    const holdsGateway = '192.0.0.0/8';
    await field.comet('lockdown', 'on');
    await field.comet('split', 'exclude');
    await field.comet('split', 'add-network', holdsGateway);
    try {
      expect((await field.comet('connect', 'nl-ams')).code).toBe(0);
      expect(await field.seenAs()).toBe(addresses.lease4);
    } finally {
      await field.comet('disconnect');
      await field.comet('split', 'remove-network', holdsGateway);
      await field.comet('lockdown', 'off');
    }
  });

  test('networks that cover too much are refused', async () => {
    const refused = await field.comet('split', 'add-network', '0.0.0.0/0');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('covers too much') });
  });

  test('a mark that a program sets itself allows nothing outside', async () => {
    await field.comet('connect', 'nl-ams');
    await field.comet('split', 'exclude');
    const marked = await field.inClient('ping', '-c1', '-W1', '-m', String(0xc0_e8), addresses.far);
    expect(marked.code).not.toBe(0);
  });
});

describe('include', () => {
  test('only a program that is run so uses the tunnel, and never bypasses it', async () => {
    await field.comet('connect', 'nl-ams');
    expect((await field.comet('split', 'include')).code).toBe(0);
    expect(await field.seenAs()).toBe(addresses.client);
    expect(await seenOf('include')).toBe(addresses.lease4);
    expect(await seenOf('include', addresses.echo6)).toBe(addresses.lease6);
    await field.comet('disconnect');
    await field.refuse('ticket_revoked', { ticketRefusal: '503 internal_error' });
    expect((await field.comet('connect', 'nl-ams')).code).toBe(1);
    expect(await field.seenAs()).toBe(addresses.client);
    expect(await seenOf('include')).toBeNull();
  });

  test('does not go with lockdown, in either order, nor with exclude', async () => {
    await field.comet('connect', 'nl-ams');
    await field.comet('split', 'include');
    expect((await field.comet('lockdown', 'on')).stderr).toContain('Under lockdown');
    expect(await seenOf('exclude')).toBeNull();
    await field.comet('split', 'off');
    await field.comet('lockdown', 'on');
    expect((await field.comet('split', 'include')).stderr).toContain('Under lockdown');
    await field.comet('lockdown', 'off');
  });
});

test('splitting outlives a daemon that is killed, and leaves no trace when it is switched off', async () => {
  await field.comet('connect', 'nl-ams');
  await field.comet('split', 'exclude');
  await field.comet('split', 'add-network', '198.51.100.0/24');
  await field.endDaemon('SIGKILL');
  expect(await field.seenAs()).toBe(addresses.client);
  await field.startDaemon();
  await field.reaches('connected');
  expect(await field.seenAs()).toBe(addresses.client);
  await field.comet('split', 'remove-network', '198.51.100.0/24');
  await field.comet('split', 'off');
  expect((await field.inClient('nft', 'list', 'tables')).stdout).not.toContain('comet_split');
  expect((await field.inClient('ip', 'rule', 'show')).stdout).not.toContain('0xc0e8');
});

import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { field as addresses } from './addresses.ts';
import { signedInField } from './field-under-test.ts';

const field = signedInField();

beforeEach(async () => {
  await field.set({
    apiDown: false,
    ticketRefusal: null,
    hoursAhead: 0,
    doorRefusals: [],
    sessionSeconds: 24 * 3600,
    peerRemoved: false,
  });
});

async function connect(): Promise<void> {
  const connected = await field.comet('connect', 'nl-ams');
  if (connected.code !== 0) throw new Error(`${connected.stderr}${field.daemonLog}`);
  expect(await field.seenAs()).toBe(addresses.lease4);
}

/** What the internet host sees while something goes on, asked again and again. */
async function seenWhile(until: () => Promise<boolean>): Promise<Set<string | null>> {
  const seen = new Set<string | null>();
  const end = Date.now() + 40_000;
  do seen.add(await field.seenAs());
  while (Date.now() < end && !(await until()));
  return seen;
}

describe('a daemon that is killed', () => {
  test('leaves nothing open, and goes on with the tunnel when it starts again', async () => {
    await connect();
    await field.endDaemon('SIGKILL');
    expect(await field.hasTable()).toBe(true);
    expect(await field.seenAs()).not.toBe(addresses.client);
    await field.startDaemon();
    const seen = await seenWhile(async () => (await field.snapshot()).tunnel.state === 'connected');
    expect(seen).not.toContain(addresses.client);
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.comet('disconnect');
    expect(await readFile(field.resolvConf, 'utf8')).toBe('nameserver 192.0.2.2\nsearch lan\n');
  });

  test('cleans up at its next start when it was going down', async () => {
    await connect();
    await field.endDaemon('SIGKILL');
    const stateFile = join(field.stateDir, 'state.json');
    const state = JSON.parse(await readFile(stateFile, 'utf8')) as Record<string, unknown>;
    await writeFile(stateFile, JSON.stringify({ ...state, intent: null }));
    await field.startDaemon();
    expect((await field.snapshot()).tunnel.state).toBe('disconnected');
    expect(await field.hasTable()).toBe(false);
    expect(await field.seenAs()).toBe(addresses.client);
    expect(await readFile(field.resolvConf, 'utf8')).toBe('nameserver 192.0.2.2\nsearch lan\n');
  });

  test('says goodbye properly when it is asked to end', async () => {
    await connect();
    await field.endDaemon('SIGTERM');
    expect(await field.hasTable()).toBe(false);
    expect(await field.seenAs()).toBe(addresses.client);
    await field.startDaemon();
    expect((await field.snapshot()).tunnel.state).toBe('disconnected');
  });
});

test('a data plane that is killed is made anew, and nothing leaves meanwhile', async () => {
  await connect();
  const argv = ['-f', `wireguard[^ ]* ${field.link}$`];
  const [pid = ''] = execFileSync('pgrep', argv, { encoding: 'utf8' }).trim().split('\n');
  const before = (await field.snapshot()).tunnel;
  process.kill(Number(pid), 'SIGKILL');
  const seen = await seenWhile(async () => {
    const { state, since } = (await field.snapshot()).tunnel;
    return state === 'connected' && since !== before.since;
  });
  expect(seen).not.toContain(addresses.client);
  expect(await field.seenAs()).toBe(addresses.lease4);
  await field.comet('disconnect');
});

describe('an API that is away', () => {
  test('does not end a tunnel, and does not keep a new one from being made', async () => {
    await connect();
    await expect
      .poll(() => readFile(join(field.stateDir, 'state.json'), 'utf8'))
      .not.toContain('"standbyTickets": []');
    await field.set({ apiDown: true });
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.comet('disconnect');
    await connect();
    await field.comet('disconnect');
  });
});

describe('a session that stands by', () => {
  test('has the next connect knock at no door, and the one after a restart', async () => {
    await connect();
    await field.comet('disconnect');
    await field.standsBy();
    const { presentations } = await field.set({});
    await connect();
    expect((await field.set({})).presentations).toBe(presentations);
    await field.comet('disconnect');
    await field.standsBy();
    await field.endDaemon('SIGTERM');
    const { presentations: atEnd } = await field.set({});
    expect(atEnd).toBe(presentations + 1);
    // It connects by itself at once, before it looks after anything.
    const stateFile = join(field.stateDir, 'state.json');
    const state = JSON.parse(await readFile(stateFile, 'utf8')) as Record<string, unknown>;
    await writeFile(stateFile, JSON.stringify({ ...state, intent: { location: 'nl-ams' } }));
    await field.startDaemon();
    await expect.poll(async () => (await field.snapshot()).tunnel.state).toBe('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
    expect((await field.set({})).presentations).toBe(atEnd);
  });

  test('is not gone by after a daemon was killed while it was used', async () => {
    await field.endDaemon('SIGKILL');
    await field.startDaemon();
    await expect.poll(async () => (await field.snapshot()).tunnel.state).toBe('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.comet('disconnect');
  });
});

describe('refusals at the door', () => {
  test('that a fresh ticket mends do not reach the user', async () => {
    await field.refuse('ticket_superseded');
    await connect();
    await field.comet('disconnect');
  });

  test('that another key mends do not reach the user', async () => {
    const before = await readFile(join(field.stateDir, 'state.json'), 'utf8');
    await field.refuse('key_taken');
    await connect();
    const key = (text: string) => (JSON.parse(text) as { key: { publicKey: string } }).key.publicKey;
    expect(key(await readFile(join(field.stateDir, 'state.json'), 'utf8'))).not.toBe(key(before));
    await field.comet('disconnect');
  });

  test('that remain are told by their cause, with traffic held back until the user decides', async () => {
    await field.refuse('ticket_revoked', { ticketRefusal: '403 subscription_required' });
    const refused = await field.comet('connect', 'nl-ams');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('no active subscription');
    expect(await field.seenAs()).toBeNull();
    await field.comet('disconnect');
    expect(await field.seenAs()).toBe(addresses.client);
  });
});

test.each([
  [12, 'seems to be behind the time'],
  [-12, 'seems to be ahead of the time'],
])(
  'a clock against which answers are dated %i hours later is told as the cause, until it is right',
  async (hoursAhead, words) => {
    // Whatever was refused before is over.
    await field.set({ ticketRefusal: null, peerRemoved: false });
    await connect();
    await field.comet('disconnect');
    await field.refuse('ticket_revoked', { ticketRefusal: '503 internal_error', hoursAhead });
    const refused = await field.comet('connect', 'nl-ams');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain(words);
    expect(await field.seenAs()).toBeNull();
    await field.set({ apiDown: true });
    expect((await field.comet('account')).stderr).toContain(words);
    await field.set({ apiDown: false, ticketRefusal: null, hoursAhead: 0, peerRemoved: false });
    await field.reaches('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.comet('disconnect');
  },
);

test('a session that nears its end is renewed in place', async () => {
  await field.comet('logout');
  await field.logIn();
  await field.set({ sessionSeconds: 10 });
  await connect();
  const before = await field.set({});
  const { since } = (await field.snapshot()).tunnel;
  await expect
    .poll(async () => (await field.set({})).presentations, { timeout: 20_000 })
    .toBeGreaterThan(before.presentations);
  expect((await field.snapshot()).tunnel).toMatchObject({ state: 'connected', since });
  expect(await field.seenAs()).toBe(addresses.lease4);
  await field.comet('disconnect');
});

test('a device that was removed ends in error with that cause, and nothing leaves', async () => {
  await connect();
  await field.set({ peerRemoved: true, doorRefusals: ['ticket_revoked'], ticketRefusal: '404 not_found' });
  const seen = await seenWhile(async () => (await field.snapshot()).tunnel.state === 'error');
  expect(seen).not.toContain(addresses.client);
  await expect
    .poll(async () => (await field.snapshot()).tunnel)
    .toMatchObject({ state: 'error', reason: 'device_removed', retryAt: null, blocking: true });
  expect(await field.seenAs()).toBeNull();
  await field.comet('disconnect');
});

describe('lockdown', () => {
  test('holds everything back without a tunnel, and survives the end of the daemon', async () => {
    expect((await field.comet('lockdown', 'on')).code).toBe(0);
    expect(await field.seenAs()).toBeNull();
    expect((await field.snapshot()).tunnel).toMatchObject({ state: 'error', reason: 'locked_down' });
    await connect();
    await field.endDaemon('SIGTERM');
    expect(await field.hasTable()).toBe(true);
    expect(await field.seenAs()).toBeNull();
    await field.startDaemon();
    await field.reaches('connected');
    await field.comet('disconnect');
    expect(await field.seenAs()).toBeNull();
    await field.comet('lockdown', 'off');
    expect(await field.seenAs()).toBe(addresses.client);
  });
});

test('the local network is reached while connected if that was allowed, and only then', async () => {
  const neighbour = () => field.seenAs(addresses.lanNeighbour);
  expect(await neighbour()).toBe(addresses.lanClient);
  await connect();
  expect(await neighbour()).not.toBe(addresses.lanClient);
  expect((await field.comet('lan', 'on')).code).toBe(0);
  expect(await neighbour()).toBe(addresses.lanClient);
  expect(await field.seenAs()).toBe(addresses.lease4);
  await field.comet('lan', 'off');
  expect(await neighbour()).not.toBe(addresses.lanClient);
  expect(await field.seenAs()).toBe(addresses.lease4);
  await field.comet('disconnect');
});

describe('a hostile network', () => {
  test('cannot turn the tunnel aside with routes of its own', async () => {
    await connect();
    for (const half of ['0.0.0.0/1', '128.0.0.0/1'])
      await field.inClient('ip', 'route', 'add', half, 'via', addresses.far);
    expect(await field.seenAs()).toBe(addresses.lease4);
    for (const half of ['0.0.0.0/1', '128.0.0.0/1']) await field.inClient('ip', 'route', 'delete', half);
    await field.comet('disconnect');
  });

  test('is asked for no name, by UDP or TCP', async () => {
    await connect();
    for (const transport of ['+notcp', '+tcp']) {
      const asked = await field.inClient(
        'dig',
        transport,
        '+tries=1',
        '+time=1',
        `@${addresses.far}`,
        'example.com',
      );
      expect(asked.code).not.toBe(0);
    }
    await field.comet('disconnect');
  });
});

test('resolvers that another program sets while the tunnel is up come back when it goes down', async () => {
  await connect();
  await writeFile(field.resolvConf, 'nameserver 192.0.2.98\n');
  await expect.poll(() => readFile(field.resolvConf, 'utf8')).toContain(addresses.tunnel4);
  await expect.poll(() => field.daemonLog).toContain('was rewritten by another program');
  // As a DHCP client does it, with a file of its own beside, and twice: the file that was watched is not there any more.
  for (const last of [97, 99]) {
    await writeFile(`${field.resolvConf}.dhclient`, `nameserver 192.0.2.${last}\n`);
    await rename(`${field.resolvConf}.dhclient`, field.resolvConf);
    await expect.poll(() => readFile(field.resolvConf, 'utf8')).toContain(addresses.tunnel4);
  }
  await field.comet('disconnect');
  expect(await readFile(field.resolvConf, 'utf8')).toBe('nameserver 192.0.2.99\n');
});

test('a full disk, which cannot keep the machine’s own resolvers, is named, and nothing is lost', async () => {
  const original = await readFile(field.resolvConf, 'utf8');
  await field.endDaemon('SIGTERM');
  const room = join(field.folder, 'room');
  execFileSync('mv', [field.stateDir, room]);
  await mkdir(field.stateDir, { mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'comet-full-disk', field.stateDir]);
  try {
    execFileSync('cp', ['-a', `${room}/.`, field.stateDir]);
    await field.startDaemon();
    const filling = join(field.stateDir, 'filling');
    await expect(writeFile(filling, Buffer.alloc(2 * 1024 * 1024))).rejects.toThrow('ENOSPC');
    const refused = await field.comet('connect', 'nl-ams');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('The disk is full');
    expect(await field.seenAs()).toBeNull();
    expect(await readFile(field.resolvConf, 'utf8')).toBe(original);
    await rm(filling);
    await field.reaches('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
    // The wish is tried again each minute, until the disk takes it.
    const wish = async () =>
      (JSON.parse(await readFile(join(field.stateDir, 'state.json'), 'utf8')) as { intent: unknown }).intent;
    await expect.poll(wish, { timeout: 70_000 }).toEqual({ location: 'nl-ams' });
    await field.endDaemon('SIGKILL');
    await field.startDaemon();
    await field.reaches('connected');
    await field.comet('disconnect');
    expect(await readFile(field.resolvConf, 'utf8')).toBe(original);
    await field.endDaemon('SIGTERM');
    execFileSync('cp', ['-a', `${field.stateDir}/.`, room]);
  } finally {
    await field.endDaemon('SIGTERM');
    execFileSync('umount', [field.stateDir]);
  }
  await rm(field.stateDir, { recursive: true });
  execFileSync('mv', [room, field.stateDir]);
  await field.startDaemon();
});

test('logout gives up the place at the gateway and forgets the account, the key and the tickets', async () => {
  await connect();
  const { releases } = await field.set({});
  expect((await field.comet('logout')).code).toBe(0);
  await sleep(100);
  expect((await field.set({})).releases).toBe(releases + 1);
  const state = JSON.parse(await readFile(join(field.stateDir, 'state.json'), 'utf8')) as object;
  expect(state).toMatchObject({ account: null, standbyTickets: [], intent: null });
  expect(await field.seenAs()).toBe(addresses.client);
});

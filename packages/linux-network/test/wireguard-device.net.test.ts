import { existsSync, readFileSync, rmSync } from 'node:fs';
import { wireguardGoProgram } from '@comet/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateWireguardKeyPair, type PeerStatus } from '../src/index.ts';
import { type NamespacePair, namespacePair, PeerProcess } from './namespace-pair.ts';
import type { PeerInstructions } from './peer.ts';

const wireguardGo = wireguardGoProgram();
// wireguard-go's sockets are in one folder for all namespaces, so the names differ.
const links = [`lna${process.pid}`, `lnb${process.pid}`] as const;

let pair: NamespacePair;
let ends: PeerProcess[];
let pids: number[];
const keys = [generateWireguardKeyPair(), generateWireguardKeyPair()] as const;

const presharedKey = Buffer.alloc(32, 7).toString('base64');

function start(side: 0 | 1, changes: Partial<PeerInstructions> = {}): PeerProcess {
  const other = side === 0 ? 1 : 0;
  const end = new PeerProcess(pair.names[side], {
    name: links[side],
    privateKey: keys[side].privateKey,
    listenPort: 51_820,
    addresses: [`100.64.0.${side + 1}/24`, `fd00::${side + 1}/64`],
    peer: {
      ...{ publicKey: keys[other].publicKey, presharedKey },
      endpoint: `192.0.2.${other + 1}:51820`,
      allowedIps: [`100.64.0.${other + 1}/32`, `fd00::${other + 1}/128`],
    },
    wireguardGo,
    ...changes,
  });
  ends.push(end);
  return end;
}

beforeEach(async () => {
  pair = namespacePair();
  ends = [];
  start(0);
  start(1);
  pids = (await Promise.all(ends.map((end) => end.event('ready')))) as number[];
});

afterEach(async () => {
  for (const end of ends) end.kill();
  await Promise.all(ends.map((end) => end.exited));
  for (const side of [0, 1] as const) pair.ip(side, 'link', 'delete', links[side]);
  pair.remove();
  for (const link of links) rmSync(socketOf(link), { force: true });
});

function socketOf(link: string): string {
  return `/var/run/wireguard/${link}.sock`;
}

async function statusOf(end: PeerProcess | undefined): Promise<PeerStatus | undefined> {
  end?.ask('status');
  const peers = (await end?.event('status')) as PeerStatus[];
  return peers[0];
}

/** False also for a process that has ended but was not reaped yet. */
function running(pid: number | undefined): boolean {
  return existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
}

test('two devices forward both families, and report handshake, endpoint and bytes', async () => {
  expect(pair.ping('100.64.0.2')).toBe(true);
  expect(pair.ping('fd00::2')).toBe(true);
  const status = await statusOf(ends[1]);
  expect(status?.publicKey).toBe(keys[0].publicKey);
  expect(status?.endpoint).toBe('192.0.2.1:51820');
  expect(status?.rxBytes).toBeGreaterThan(0);
  expect(status?.lastHandshake).toBeGreaterThan(1_700_000_000);
  expect(pair.ip(0, 'link', 'show', links[0])).toContain('mtu 1400');
});

test('a removed peer sends no traffic through any more', async () => {
  expect(pair.ping('100.64.0.2')).toBe(true);
  ends[1]?.ask('remove');
  await ends[1]?.event('removed');
  expect(pair.ping('100.64.0.2')).toBe(false);
});

test('reports a killed data plane, whose interface is gone', async () => {
  killFirst(pids);
  expect(await ends[0]?.event('died')).toBe('wireguard-go ended');
  await expect.poll(() => pair.ip(0, 'link', 'show', links[0])).toBe('');
});

test('a successor takes over from an owner that was killed, and the orphaned data plane ends', async () => {
  ends[0]?.kill();
  await ends[0]?.exited;
  expect(running(pids[0])).toBe(true);
  const successor = start(0);
  const pid = await successor.event('ready');
  expect(pid).not.toBe(pids[0]);
  expect(running(pids[0])).toBe(false);
  expect(pair.ping('100.64.0.2')).toBe(true);
});

test('a successor adopts the device of its predecessor, with its keys and without a handshake', async () => {
  expect(pair.ping('100.64.0.2')).toBe(true);
  const before = await statusOf(ends[1]);
  ends[0]?.ask('leave');
  await ends[0]?.event('closed');
  const second = start(0, { adopts: true });
  expect(await second.event('ready')).toBe(pids[0]);
  second.ask('keys');
  expect(await second.event('keys')).toEqual([[keys[1].publicKey, presharedKey]]);
  second.kill();
  await second.exited;
  const third = start(0, { adopts: true });
  expect(await third.event('ready')).toBe(pids[0]);
  expect(pair.ping('100.64.0.2')).toBe(true);
  expect((await statusOf(ends[1]))?.lastHandshake).toBe(before?.lastHandshake);
  killFirst(pids);
  expect(await third.event('died')).toBe('wireguard-go ended');
});

test('a successor with another port or key adopts nothing', async () => {
  ends[0]?.ask('leave');
  await ends[0]?.event('closed');
  const other = await start(0, { adopts: true, listenPort: 51_821 }).event('ready');
  expect(other).not.toBe(pids[0]);
  expect(running(pids[0])).toBe(false);
  ends[2]?.kill();
  await ends[2]?.exited;
  const { privateKey } = keys[1];
  expect(await start(0, { adopts: true, listenPort: 51_821, privateKey }).event('ready')).not.toBe(other);
});

test('a successor replaces a data plane that was killed and left its socket', async () => {
  killFirst(pids);
  await ends[0]?.event('died');
  expect(existsSync(socketOf(links[0]))).toBe(true);
  await start(0).event('ready');
  expect(pair.ping('100.64.0.2')).toBe(true);
});

test('a closed device leaves neither interface, nor socket, nor process', async () => {
  ends[0]?.ask('close');
  await ends[0]?.event('closed');
  expect(pair.ip(0, 'link', 'show', links[0])).toBe('');
  expect(existsSync(socketOf(links[0]))).toBe(false);
  expect(running(pids[0])).toBe(false);
});

/** Never 0, which would be our whole process group. */
function killFirst(pids: readonly number[]): void {
  const [pid] = pids;
  if (pid === undefined) throw new Error('There is no such process.');
  process.kill(pid, 'SIGKILL');
}

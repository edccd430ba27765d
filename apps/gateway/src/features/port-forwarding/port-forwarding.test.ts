import { addressesOf, type ExitClaim } from '@comet/admission';
import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import type { PortForward } from '../../platform/firewall/port-forwards.ts';
import type { Lease } from '../leases/index.ts';
import { forwardedPortsFile } from './forwarded-ports.store.ts';
import { createPortForwarding } from './port-forwarding.ts';

const publicAddress = '203.0.113.1';
const enabled = { enabled: true, blocks: [] };
const map = {
  protocol: 'tcp',
  internalPort: 8080,
  suggestedPort: 0,
  isExact: false,
  nonce: '',
  lifetime: 600,
} as const;
const addressBytes = Uint8Array.of(203, 0, 113, 1);
const leaseOf = (host: number, sub = 'a', exit?: ExitClaim): Lease => ({
  ...{ host, sub, slot: 1, publicKey: `key ${host}`, issuedAt: 0, sessionUntil: 0 },
  ...(exit === undefined ? {} : { exit }),
});
const at = (host: number) => addressesOf(host).ipv4;

function gateway(saved: Parameters<typeof createPortForwarding>[0]['saved'] = null, leases = [leaseOf(16)]) {
  const clock = manualClock(new Date('2026-11-30T10:10:00Z'));
  const sessions = new Map(leases.map((lease) => [lease.host, lease]));
  let kernel: readonly PortForward[] = [];
  let isBroken = false;
  const ended: string[] = [];
  const forwarding = createPortForwarding({
    range: { first: 40_000, last: 40_009 },
    ...{ publicAddress, localAddress: '10.0.0.5' },
    sessions: { withHost: (host) => sessions.get(host) ?? null },
    table: {
      set(forwards) {
        if (isBroken) return Promise.reject(new Error('no memory'));
        kernel = forwards;
        return Promise.resolve();
      },
    },
    ...{ saved, clock, random: () => 0 },
    onChange: () => undefined,
    onEnded: (addresses) => void ended.push(...addresses),
  });
  return {
    ...{ forwarding, sessions, clock, ended },
    kernel: () => kernel,
    break: (broken: boolean) => void (isBroken = broken),
    mapped: (host = 16, more = {}) => forwarding.clientAt(at(host)).map({ ...map, ...more }),
  };
}
const refused = (error: string) => ({ ok: false, error });

test('forwards a port of the machine’s own address to the session', async () => {
  const { forwarding, mapped, kernel } = gateway();
  await forwarding.apply(enabled);
  expect(forwarding.clientAt(at(16)).address()).toEqual({ ok: true, value: addressBytes });
  expect(await mapped()).toEqual({ ok: true, value: { port: 40_000, lifetime: 600, address: addressBytes } });
  const forward = { protocol: 'tcp', address: '10.0.0.5', port: 40_000, target: at(16), targetPort: 8080 };
  expect(kernel()).toEqual([forward]);
  expect(await mapped(16, { lifetime: 0 })).toMatchObject({ ok: true, value: { port: 0, lifetime: 0 } });
  expect(kernel()).toEqual([]);
});

const disabled = { enabled: false, blocks: [] };

test('refuses until the switch is on, forwards nothing while it is off, and the same ports afterwards', async () => {
  const { forwarding, mapped, kernel, ended } = gateway();
  expect(await mapped()).toEqual(refused('disabled'));
  await forwarding.apply(enabled);
  await mapped();
  const before = kernel();
  expect(before).toHaveLength(1);
  await forwarding.apply(disabled);
  expect([kernel(), ended, forwarding.figures().mappings]).toEqual([[], [at(16)], 0]);
  expect(await mapped()).toEqual(refused('disabled'));
  await forwarding.apply(enabled);
  expect([kernel(), forwarding.figures().mappings]).toEqual([before, 1]);
});

test('a port that is deleted, expired, or of an ended session while the switch is off stays closed', async () => {
  const { forwarding, sessions, clock, mapped, kernel } = gateway();
  sessions.set(17, leaseOf(17, 'b'));
  await forwarding.apply(enabled);
  for (const internalPort of [1, 2]) await mapped(16, { internalPort });
  await mapped(16, { internalPort: 3, lifetime: 60 });
  await mapped(17);
  await forwarding.apply(disabled);
  expect(await mapped(16, { internalPort: 1, lifetime: 0 })).toMatchObject({ ok: true });
  sessions.delete(17);
  await forwarding.end([leaseOf(17, 'b')]);
  clock.advance(60_000);
  await forwarding.sweep();
  await forwarding.apply(enabled);
  expect(kernel()).toMatchObject([{ target: at(16), targetPort: 2 }]);
});

test('a restart while the switch is off keeps the ports, and forwards none', async () => {
  const { forwarding, mapped } = gateway();
  await forwarding.apply(enabled);
  await mapped();
  await forwarding.apply(disabled);
  const later = gateway(forwardedPortsFile.parse(JSON.parse(JSON.stringify(forwarding.toFile()))));
  await later.forwarding.sweep();
  expect(later.kernel()).toEqual([]);
  await later.forwarding.apply(enabled);
  expect(later.kernel()).toMatchObject([{ port: 40_000, target: at(16) }]);
});

test('ends the connections of closed ports once the kernel takes the change', async () => {
  const { forwarding, mapped, kernel, ended, break: setBroken } = gateway();
  await forwarding.apply(enabled);
  await mapped();
  setBroken(true);
  await expect(forwarding.apply(disabled)).rejects.toThrow('no memory');
  expect([kernel().length, ended]).toEqual([1, []]);
  setBroken(false);
  await forwarding.sweep();
  expect([kernel(), ended]).toEqual([[], [at(16)]]);
});

test.each<[string, ExitClaim]>([
  ['an exit', { kind: 'exit', exit: '0b9b0a8e-6c1b-4a52-9a4e-0d5f3f0a6d11' }],
  [
    'a pool, also while it leaves by the gateway without data',
    { kind: 'pool', use: 'native', country: 'US', city: null, purse: null, whenEmpty: 'standard' },
  ],
])('refuses a session that leaves by %s', async (_, exit) => {
  const { forwarding, mapped, kernel } = gateway(null, [leaseOf(16, 'a', exit)]);
  await forwarding.apply(enabled);
  expect(await mapped()).toEqual(refused('no_own_address'));
  expect(forwarding.clientAt(at(16)).address()).toEqual(refused('no_own_address'));
  expect(kernel()).toEqual([]);
});

test('refuses a client without a session', async () => {
  const { forwarding, mapped } = gateway();
  await forwarding.apply(enabled);
  expect(await mapped(17)).toEqual(refused('no_own_address'));
  expect(await forwarding.clientAt('192.0.2.1').map(map)).toEqual(refused('no_own_address'));
});

test('a session with a dedicated IP gets ports of that address', async () => {
  const { forwarding, mapped, kernel } = gateway(null, [
    leaseOf(16, 'a', { kind: 'address', address: '203.0.113.9' }),
  ]);
  await forwarding.apply(enabled);
  expect(await mapped()).toMatchObject({ ok: true, value: { address: Uint8Array.of(203, 0, 113, 9) } });
  expect(kernel()).toMatchObject([{ address: '203.0.113.9', port: 40_000 }]);
});

test('a session that switches to an exit loses its ports, and one that is renewed keeps them', async () => {
  const { forwarding, mapped, kernel } = gateway();
  await forwarding.apply(enabled);
  await mapped();
  await forwarding.settle(leaseOf(16));
  expect(kernel()).toHaveLength(1);
  await forwarding.settle(leaseOf(16, 'a', { kind: 'exit', exit: 'x' }));
  expect(kernel()).toEqual([]);
});

test('the ports of an ended session are closed, and reserved for its customer only', async () => {
  const { forwarding, sessions, mapped, kernel, ended } = gateway();
  await forwarding.apply(enabled);
  await mapped();
  sessions.clear();
  await forwarding.end([leaseOf(16)]);
  expect([kernel(), ended]).toEqual([[], [at(16)]]);
  sessions.set(17, leaseOf(17, 'b')).set(18, leaseOf(18, 'a'));
  expect(await mapped(17, { suggestedPort: 40_000 })).toMatchObject({ value: { port: 40_001 } });
  expect(await mapped(18)).toMatchObject({ value: { port: 40_000 } });
});

test('a block ends all ports of the holder once, and refuses new ones for a week', async () => {
  const { forwarding, sessions, clock, mapped, kernel } = gateway();
  await forwarding.apply(enabled);
  await mapped();
  await mapped(16, { internalPort: 8081 });
  sessions.set(17, leaseOf(17, 'b'));
  await mapped(17);
  const blocks = [{ id: 'one', address: publicAddress, port: 40_001 }];
  await forwarding.apply({ enabled: true, blocks });
  expect(kernel().map(({ target }) => target)).toEqual([at(17)]);
  expect(await mapped()).toEqual(refused('blocked'));
  await forwarding.apply({ enabled: true, blocks });
  const later = gateway(forwarding.toFile(), [leaseOf(16), leaseOf(17, 'b')]);
  expect(await later.mapped()).toEqual(refused('blocked'));
  clock.advance(7 * 24 * 3600 * 1000 - 1000);
  expect(await mapped()).toEqual(refused('blocked'));
  clock.advance(1000);
  await forwarding.sweep();
  expect(await mapped()).toMatchObject({ ok: true });
});

test('a restarted gateway forwards the saved ports of sessions that still exist', async () => {
  const { forwarding, sessions, mapped } = gateway();
  sessions.set(17, leaseOf(17, 'b'));
  await forwarding.apply(enabled);
  await mapped();
  await mapped(17, { nonce: 'ab'.repeat(12) });
  const saved = forwardedPortsFile.parse(JSON.parse(JSON.stringify(forwarding.toFile())));
  const later = gateway(saved);
  await later.forwarding.sweep();
  expect(later.kernel()).toMatchObject([{ port: 40_000, target: at(16) }]);
  later.sessions.set(18, leaseOf(18, 'b'));
  expect(await later.mapped(18)).toMatchObject({ value: { port: 40_001 } });
});

test('the file has no time finer than an hour', async () => {
  const { forwarding, mapped } = gateway();
  await forwarding.apply(enabled);
  await mapped();
  await mapped(16, { internalPort: 9, protocol: 'udp' });
  await mapped(16, { internalPort: 9, protocol: 'udp', lifetime: 0 });
  const times = forwarding
    .toFile()
    .ports.flatMap(({ leases, reservedUntil }) => [leases.tcp?.until ?? 0, reservedUntil]);
  expect(times.every((time) => time % 3600 === 0)).toBe(true);
});

test('reports a refusal of the kernel, and tries again', async () => {
  const { forwarding, mapped, kernel, break: setBroken } = gateway();
  await forwarding.apply(enabled);
  setBroken(true);
  expect(await mapped()).toEqual(refused('failed'));
  setBroken(false);
  await forwarding.sweep();
  expect(kernel()).toHaveLength(1);
});

test('a lease that is not renewed ends in the kernel, also when another request finds it', async () => {
  const { forwarding, clock, mapped, kernel } = gateway();
  await forwarding.apply(enabled);
  await mapped(16, { lifetime: 60 });
  await mapped(16, { internalPort: 9, lifetime: 600 });
  clock.advance(60_000);
  await mapped(16, { internalPort: 9, lifetime: 600 });
  expect(kernel()).toMatchObject([{ targetPort: 9 }]);
  clock.advance(600_000);
  await forwarding.sweep();
  expect(kernel()).toEqual([]);
});

test('counts refusals by reason', async () => {
  const { forwarding } = gateway();
  forwarding.clientAt(at(16)).onRefusal('quota');
  forwarding.clientAt(at(16)).onRefusal('quota');
  await forwarding.apply(enabled);
  expect([...forwarding.figures().refusals]).toEqual([['quota', 2]]);
});

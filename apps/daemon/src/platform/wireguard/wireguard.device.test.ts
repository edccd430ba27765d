import { silentLog } from '@comet/foundation/log';
import type { PeerChange, WireguardDevice } from '@comet/linux-network';
import { expect, test } from 'vitest';
import { wireguardBy } from './wireguard.device.ts';

const peer = (last: number, allowedIps = ['0.0.0.0/0', '::/0']) => ({
  publicKey: Buffer.alloc(32, last).toString('base64'),
  endpoint: `192.0.2.${last}:51820`,
  allowedIps,
  persistentKeepalive: 25,
});

/** A link on a fake device that records calls; `failing` makes them fail. */
function link(fwmark?: number) {
  const changes: PeerChange[] = [];
  const faults = { failing: false };
  const device: WireguardDevice = {
    name: 'wg',
    kind: 'userspace',
    adopted: false,
    died: new Promise(() => undefined),
    configure: () => Promise.resolve(),
    apply(change) {
      changes.push(change);
      return faults.failing ? Promise.reject(new Error('no')) : Promise.resolve();
    },
    status: () => Promise.resolve([]),
    presharedKeys: () => Promise.resolve(new Map()),
    leave: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const done = () => Promise.resolve();
  const mark = fwmark === undefined ? {} : { fwmark };
  const system = { name: 'wg', ...mark, open: () => Promise.resolve(device), up: done, setMtu: done };
  return { wireguard: wireguardBy(system, silentLog), changes, faults };
}

test('does not set the only peer again', async () => {
  const { wireguard, changes } = link();
  await wireguard.setPeer(peer(1), 1420);
  await wireguard.setPeer(peer(1), 1400);
  expect(changes).toHaveLength(1);
});

test('sets the peer again if the device may have another, or none', async () => {
  const { wireguard, changes, faults } = link();
  const sets = async (...how: Parameters<typeof wireguard.setPeer>) => {
    const before = changes.length;
    await wireguard.setPeer(...how).catch(() => undefined);
    return changes.length > before;
  };
  expect(await sets(peer(1), 1420)).toBe(true);
  expect(await sets(peer(2), 1420)).toBe(true);
  expect(await sets(peer(1), 1420)).toBe(true);
  await wireguard.clearPeers();
  expect(await sets(peer(1), 1420)).toBe(true);
  expect(await sets(peer(1), 1420, peer(2, ['192.0.2.1/32']))).toBe(true);
  expect(await sets(peer(1), 1420)).toBe(true);
  await wireguard.setPresharedKey(Buffer.alloc(32, 7).toString('base64'));
  expect(await sets(peer(1), 1420)).toBe(true);
  faults.failing = true;
  expect(await sets(peer(3), 1420)).toBe(true);
  faults.failing = false;
  expect(await sets(peer(3), 1420)).toBe(true);
});

test('moves the only peer to another endpoint without replacing it, and does not set it again', async () => {
  const { wireguard, changes } = link();
  await wireguard.setEndpoint(peer(1).publicKey, '192.0.2.9:53');
  expect(changes).toEqual([]);
  await wireguard.setPeer(peer(1), 1420);
  await wireguard.setEndpoint(peer(1).publicKey, '192.0.2.9:53');
  const moved = { ...peer(1), endpoint: '192.0.2.9:53' };
  expect(changes.slice(1)).toEqual([{ set: [moved] }]);
  await wireguard.setPeer(moved, 1420);
  expect(changes).toHaveLength(2);
});

test('moves the first of two gateways to another endpoint, and keeps the second', async () => {
  const { wireguard, changes } = link();
  const outer = peer(2, ['192.0.2.1/32']);
  await wireguard.setPeer(peer(1), 1420, outer);
  await wireguard.setEndpoint(outer.publicKey, '192.0.2.9:53');
  await wireguard.setEndpoint(peer(3).publicKey, '192.0.2.9:53');
  expect(changes.slice(1)).toEqual([{ set: [{ ...outer, endpoint: '192.0.2.9:53' }] }]);
});

test('prepares a second peer without packets, which `setPeer` keeps while it removes the first', async () => {
  const { wireguard, changes } = link(7);
  expect(await wireguard.preparePeer(peer(2))).toBe(false);
  await wireguard.setPeer(peer(1), 1420);
  expect(await wireguard.preparePeer(peer(2))).toBe(true);
  expect(changes.at(-1)).toEqual({ remove: [], set: [peer(2, [])] });
  expect(await wireguard.preparePeer(peer(3))).toBe(true);
  expect(changes.at(-1)).toEqual({ remove: [peer(2).publicKey], set: [peer(3, [])] });
  await wireguard.setPeer(peer(3), 1420);
  expect(changes.at(-1)).toEqual({ replaceAll: true, set: [peer(3)] });
  await wireguard.removePrepared();
  expect(changes).toHaveLength(4);
  await wireguard.preparePeer(peer(4));
  await wireguard.removePrepared();
  expect(changes.at(-1)).toEqual({ remove: [peer(4).publicKey] });
});

test('prepares no second peer where its packets would be sent into the first tunnel', async () => {
  const { wireguard, changes } = link();
  await wireguard.setPeer(peer(1), 1420);
  expect(await wireguard.preparePeer(peer(2))).toBe(false);
  expect(changes).toHaveLength(1);
});

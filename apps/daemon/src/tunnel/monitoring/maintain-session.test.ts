import { silentLog } from '@comet/foundation/log';
import { expect, test } from 'vitest';
import { maintainSession } from './maintain-session.ts';
import type { State } from '../state.ts';

const connected = (key: string, ticket: string): State =>
  ({
    kind: 'connected',
    key,
    session: {
      protocol: 'wireguard',
      ticket,
      publicKey: 'ours',
      gateway: { address: '203.0.113.101', wireguardPublicKey: 'theirs' },
      admittance: { ipv4: '100.64.3.4', dns: ['100.64.0.1'], mtu: 1420 },
    },
  }) as unknown as State;
const disconnected = { kind: 'disconnected', key: 'down' } as State;

function tending(responses: (string | null)[], postQuantum = true) {
  const done: string[] = [];
  const maintenance = maintainSession({
    wireguard: {
      setMtu: () => Promise.resolve(),
      async setPresharedKey(key) {
        await Promise.resolve();
        done.push(`key ${key}`);
      },
    },
    openvpnLink: 'comet0-ovpn',
    run: (...words) => {
      done.push(words.flat().join(' '));
      return Promise.resolve({ code: 0, stdout: '', stderr: '' });
    },
    postQuantum: () => postQuantum,
    onPostQuantumChange: () => done.push('announced'),
    log: silentLog,
    agree: () => Promise.resolve(responses.shift() ?? null),
    async pause() {
      await Promise.resolve();
      done.push('waited');
    },
    sizes: {
      fwmark: 1,
      async find({ setMtu }, tunnel, signal) {
        await Promise.resolve();
        if (signal.aborted) return null;
        done.push('measured');
        if (tunnel.ipv4 !== '100.64.3.4') await setMtu(1340);
        return 1420;
      },
    },
  });
  return { maintenance, done };
}

test('gives a new tunnel its post-quantum PSK, then its packet size', async () => {
  const { maintenance, done } = tending(['k1']);
  maintenance.onState(connected('state-1', 't1'));
  await expect.poll(() => done).toEqual(['key k1', 'announced', 'measured']);
  expect(maintenance.isPostQuantum).toBe(true);
  maintenance.onState(disconnected);
  expect(maintenance.isPostQuantum).toBe(false);
});

test('gives a renewed session another PSK, and removes the old one if there is none', async () => {
  const { maintenance, done } = tending(['k1', 'k2', null]);
  maintenance.onState(connected('state-1', 't1'));
  await expect.poll(() => done).toContain('measured');
  maintenance.onState(connected('state-1', 't2'));
  await expect.poll(() => done).toContain('key k2');
  maintenance.onState(connected('state-1', 't3'));
  await expect.poll(() => done).toContain('key null');
  expect(maintenance.isPostQuantum).toBe(false);
  expect(done.filter((one) => one === 'measured')).toHaveLength(1);
  maintenance.close();
});

test('retries a gateway that is not ready until a key is agreed', async () => {
  const { maintenance, done } = tending([null, null, 'k1']);
  maintenance.onState(connected('state-1', 't1'));
  await expect
    .poll(() => done)
    .toEqual(['announced', 'measured', 'waited', 'announced', 'waited', 'key k1', 'announced']);
  expect(maintenance.isPostQuantum).toBe(true);
});

test('keeps the tunnel if a gateway agrees on no key, and requests none if the setting is off', async () => {
  const none = tending([null]);
  none.maintenance.onState(connected('state-1', 't1'));
  const again = ['waited', 'announced'];
  await expect
    .poll(() => none.done)
    .toEqual(['announced', 'measured', ...again, ...again, ...again, ...again]);
  const off = tending(['k1'], false);
  off.maintenance.onState(connected('state-1', 't1'));
  await expect.poll(() => off.done).toEqual(['measured']);
});

test('measures the packet size of another network, but not for an ended session', async () => {
  const { maintenance, done } = tending([], false);
  maintenance.onState(connected('state-1', 't1'));
  await expect.poll(() => done).toEqual(['measured']);
  // The second change aborts the measurement for the first.
  maintenance.onNetwork();
  maintenance.onNetwork();
  await expect.poll(() => done).toEqual(['measured', 'measured']);
  maintenance.onState(disconnected);
  maintenance.onNetwork();
  await new Promise(setImmediate);
  expect(done).toHaveLength(2);
});

test.each([
  ['udp', ['measured', 'ip link set dev comet0-ovpn mtu 1340']],
  ['tcp', []],
])('OpenVPN by %s: measures packet size over UDP, not over TCP', async (variant, expected) => {
  const { maintenance, done } = tending([]);
  const session = {
    ...{ protocol: 'openvpn', variant, gateway: { address: '203.0.113.101' } },
    lease: { ipv4: '100.80.0.2', ipv6: '', dns: ['100.64.0.1'], mtu: 1500 },
  };
  maintenance.onState({ kind: 'connected', key: 'state-1', session } as unknown as State);
  await new Promise(setImmediate);
  expect(done).toEqual(expected);
});

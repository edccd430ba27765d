import { expect, test } from 'vitest';
import { tendWireguard } from './tend-wireguard.ts';
import type { State } from './state.ts';

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

function tending(answers: (string | null)[], postQuantum = true) {
  const done: string[] = [];
  const tend = tendWireguard({
    wireguard: {
      setMtu: () => Promise.resolve(),
      async strengthen(key) {
        await Promise.resolve();
        done.push(`key ${key}`);
      },
    },
    run: () => Promise.reject(new Error('not asked')),
    fwmark: 1,
    postQuantum: () => postQuantum,
    onStrengthened: () => done.push('told'),
    log: () => undefined,
    agree: () => Promise.resolve(answers.shift() ?? null),
    async pause() {
      await Promise.resolve();
      done.push('waited');
    },
    measure: () => {
      done.push('measured');
      return Promise.resolve(1420);
    },
  });
  return { tend, done };
}

test('a tunnel that comes up gets its second key, then its packet size', async () => {
  const { tend, done } = tending(['k1']);
  tend.onState(connected('stay-1', 't1'));
  await expect.poll(() => done).toEqual(['key k1', 'told', 'measured']);
  expect(tend.strengthened).toBe(true);
  tend.onState(disconnected);
  expect(tend.strengthened).toBe(false);
});

test('a session that is renewed in place gets another one, and loses the old one where there is none', async () => {
  const { tend, done } = tending(['k1', 'k2', null]);
  tend.onState(connected('stay-1', 't1'));
  await expect.poll(() => done).toContain('measured');
  tend.onState(connected('stay-1', 't2'));
  await expect.poll(() => done).toContain('key k2');
  tend.onState(connected('stay-1', 't3'));
  await expect.poll(() => done).toContain('key null');
  expect(tend.strengthened).toBe(false);
  expect(done.filter((one) => one === 'measured')).toHaveLength(1);
  tend.close();
});

test('a gateway that is not ready yet is asked again, until there is a key', async () => {
  const { tend, done } = tending([null, null, 'k1']);
  tend.onState(connected('stay-1', 't1'));
  await expect.poll(() => done).toEqual(['told', 'measured', 'waited', 'told', 'waited', 'key k1', 'told']);
  expect(tend.strengthened).toBe(true);
});

test('a gateway that agrees on none leaves the tunnel as it is, and nobody is asked who does not want it', async () => {
  const none = tending([null]);
  none.tend.onState(connected('stay-1', 't1'));
  const again = ['waited', 'told'];
  await expect.poll(() => none.done).toEqual(['told', 'measured', ...again, ...again, ...again, ...again]);
  const off = tending(['k1'], false);
  off.tend.onState(connected('stay-1', 't1'));
  await expect.poll(() => off.done).toEqual(['measured']);
});

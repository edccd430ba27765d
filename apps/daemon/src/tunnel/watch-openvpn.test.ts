import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gateways } from '../../test/fake-tunnel.ts';
import { fakeOpenvpn } from '../platform/openvpn.fake.ts';
import type { Message, OpenvpnSession } from './state.ts';
import { createStir } from './stir.ts';
import { watchOpenvpn } from './watch-openvpn.ts';

const lease = { ipv4: '100.80.0.7', ipv6: 'fd00::7', dns: ['100.64.0.1'], mtu: 1500 };
const session: OpenvpnSession = { protocol: 'openvpn', gateway: gateways[0]!, variant: 'udp', lease };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function watch(answers: boolean) {
  const told: Message[] = [];
  const leave = new AbortController();
  const stir = createStir();
  const done = watchOpenvpn(
    {
      openvpn: fakeOpenvpn(),
      probe: () => Promise.resolve(answers),
      stir,
      onPeer: () => undefined,
    },
    { key: 'stay', session },
    {
      blocked: Promise.resolve(true),
      wasBlocking: true,
      signal: leave.signal,
      tell: (message) => void told.push(message),
    },
  );
  const pass = () => vi.advanceTimersByTimeAsync(3_000);
  return { told, stir, pass, end: () => (leave.abort(), done) };
}

test('when the network changes the gateway is asked, and a silent one is lost', async () => {
  const heard = watch(true);
  heard.stir.stir();
  await heard.pass();
  expect(heard.told).toEqual([]);
  await heard.end();
  const silent = watch(false);
  silent.stir.stir();
  await silent.pass();
  expect(silent.told).toEqual([{ kind: 'link-lost', key: 'stay' }]);
  await silent.end();
});

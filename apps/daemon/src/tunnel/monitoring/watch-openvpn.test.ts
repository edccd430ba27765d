import { manualClock } from '@comet/foundation';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenvpnSession } from '../../model/session.ts';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { fakeOpenvpn } from '../../platform/openvpn/openvpn.fake.ts';
import type { OpenvpnTarget } from '../../platform/openvpn/openvpn.ts';
import type { Message } from '../state.ts';
import { createChangeEvent } from '../change-event.ts';
import { watchOpenvpn } from './watch-openvpn.ts';

const lease = { ipv4: '100.80.0.7', ipv6: 'fd00::7', dns: ['100.64.0.1'], mtu: 1500 };
const session: OpenvpnSession = { protocol: 'openvpn', gateway: gateways[0]!, variant: 'udp', lease };

const target: OpenvpnTarget = {
  ...{
    address: '203.0.113.1',
    serverName: 'gw.comet.test',
    tcpPort: null,
    offer: { variant: 'udp', port: 1194 },
  },
  ...{ username: 'user', password: 'word', tlsCryptV2ClientKey: '' },
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function watch(responses: boolean) {
  const messages: Message[] = [];
  const leave = new AbortController();
  const changeEvent = createChangeEvent();
  const clock = manualClock(new Date(0));
  const openvpn = fakeOpenvpn();
  openvpn.current = target;
  let probes = 0;
  const done = watchOpenvpn(
    {
      clock,
      openvpn,
      probe: () => {
        probes += 1;
        return Promise.resolve(responses);
      },
      changeEvent,
      onPeer: () => undefined,
    },
    { key: 'state', session },
    {
      blocked: Promise.resolve(true),
      wasBlocking: true,
      signal: leave.signal,
      report: (message) => void messages.push(message),
      usePort: () => Promise.resolve(),
      useTransport: () => Promise.resolve(),
    },
  );
  /** Advances the time; each second transfers these numbers of bytes. */
  async function pass(seconds: number, received = 0, sent = 0): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      openvpn.passed = { received: openvpn.passed.received + received, sent: openvpn.passed.sent + sent };
      clock.advance(1_000);
      await vi.advanceTimersByTimeAsync(1_000);
    }
  }
  return { messages, changeEvent, openvpn, probes: () => probes, pass, end: () => (leave.abort(), done) };
}

const lost = { kind: 'link-lost', key: 'state' };

test('probes the gateway after a network change, and loses a silent one', async () => {
  const received = watch(true);
  received.changeEvent.notify();
  await received.pass(3);
  expect([received.probes(), received.messages]).toEqual([1, []]);
  await received.end();
  const silent = watch(false);
  silent.changeEvent.notify();
  await silent.pass(3);
  expect(silent.messages).toEqual([lost]);
  await silent.end();
});

test('probes a gateway that does not respond to traffic, and loses it without a response', async () => {
  const silent = watch(false);
  await silent.pass(10, 900, 900);
  expect(silent.probes()).toBe(0);
  await silent.pass(7, 0, 300);
  expect(silent.messages).toEqual([lost]);
  const received = watch(true);
  await received.pass(20, 0, 300);
  expect(received.probes()).toBeGreaterThan(0);
  expect(received.messages).toEqual([]);
  await received.end();
});

test('does not probe because of its own pings', async () => {
  const idle = watch(false);
  await idle.pass(120, 0, 9);
  expect([idle.probes(), idle.messages]).toEqual([0, []]);
  await idle.end();
});

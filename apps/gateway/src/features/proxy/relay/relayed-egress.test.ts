import { expect, test } from 'vitest';
import { Deadlines } from '../limits/deadlines.ts';
import { RelayedEgress } from './relayed-egress.ts';

const target = { host: '198.51.100.7', port: 443, country: 'NL', city: null, session: '' };
const outlet = { kind: 'local', ipv4: '192.0.2.1', ipv6: null, resolver: '192.0.2.53' } as const;

/** An egress whose fake relay records dial numbers and sends no notifications. */
function setUp() {
  const dials = new Deadlines(1000);
  const dialNumbers: number[] = [];
  const commands = {
    dial: (_: number, dial: number) => void dialNumbers.push(dial),
    send: () => undefined,
    count: () => undefined,
  };
  let last = 0;
  const relay = { dials, commands, scheduleFlush: () => undefined, nextDial: () => ++last };
  return { egress: new RelayedEgress(relay, 7, () => 0), dials, dialNumbers };
}

test('a late success of a dial that timed out does not complete the next one', async () => {
  const { egress, dials, dialNumbers } = setUp();
  const first = egress.open(outlet, target, null);
  dials.tick(1000);
  expect(await first).toBe('timeout');
  const second = egress.open(outlet, target, null);
  egress.dialled(0, dialNumbers[0] ?? 0);
  egress.dialled(111, dialNumbers[1] ?? 0);
  expect(await second).toBe('refused');
});

test('bytes of a provider that timed out are not read as the response of the next', async () => {
  const { egress, dials, dialNumbers } = setUp();
  const provider = {
    kind: 'upstream',
    protocol: 'http',
    host: '203.0.113.1',
    port: 8080,
    usernameTemplate: 'user',
    password: 'secret',
  } as const;
  const first = egress.open(provider, target, null);
  await Promise.resolve();
  egress.dialled(0, dialNumbers[0] ?? 0);
  await Promise.resolve();
  dials.tick(1000);
  expect(await first).toBe('exit');
  const second = egress.open(provider, target, null);
  await Promise.resolve();
  egress.dialled(0, dialNumbers[1] ?? 0);
  await Promise.resolve();
  egress.egressBytes(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), dialNumbers[0] ?? 0);
  egress.egressBytes(Buffer.from('HTTP/1.1 407 No\r\n\r\n'), dialNumbers[1] ?? 0);
  expect(await second).toBe('exit');
});

import { err, ok } from '@comet/foundation';
import type { DaemonSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { GatewayExit } from '../../model/gateway-exit.ts';
import type { MappingFailure, MappingRequest } from '../../platform/port-mapping/nat-pmp-client.ts';
import type { Connected } from '../state.ts';
import { createPortForwards } from './port-forwards.ts';

type Wanted = DaemonSettings['forwardedPorts'];

const tcp = { protocol: 'tcp', port: 8080 } as const;
const udp = { protocol: 'udp', port: 8081 } as const;
const address = '203.0.113.101';

const tunnel = (exit?: GatewayExit, protocol = 'wireguard') =>
  ({
    kind: 'connected',
    session: {
      protocol,
      gateway: { exit },
      admittance: { ipv4: '100.64.0.16', ipv6: 'fd00::1', dns: ['100.64.0.1'] },
      lease: { ipv4: '100.80.0.2', ipv6: 'fd00::2', dns: ['100.80.0.1'] },
    },
  }) as unknown as Connected;

function daemon(wanted: Wanted) {
  let ports = wanted;
  let failure: MappingFailure | null = null;
  const requests: MappingRequest[] = [];
  const waits: number[] = [];
  const timer: { next: () => void } = { next: () => undefined };
  const forwards = createPortForwards({
    wanted: () => ports,
    client: {
      publicAddress: () => Promise.resolve(failure === null ? ok(address) : err(failure)),
      map(_, request) {
        requests.push(request);
        const publicPort = request.publicPort || 40_000 + request.port;
        return Promise.resolve(failure === null ? ok({ publicPort, lifetime: 600 }) : err(failure));
      },
    },
    onChange: () => undefined,
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        waits.push(milliseconds);
        timer.next = resolve;
        signal.addEventListener('abort', () => resolve());
        if (signal.aborted) resolve();
      }),
  });
  const connected = new AbortController();
  return {
    ...{ forwards, requests, waits, connected },
    run: (state = tunnel(), { signal } = connected) => forwards.run(state, { signal }),
    want: (next: Wanted) => {
      ports = next;
      return forwards.changed();
    },
    fail: (next: MappingFailure | null) => void (failure = next),
    pass: () => timer.next(),
  };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const asked = (port: Wanted[number], publicPort = 0, lifetime = 3600) => ({ ...port, publicPort, lifetime });
const active = (port: Wanted[number]) => ({
  ...port,
  public: { address, port: 40_000 + port.port },
  refusal: null,
});

test('requests the ports, and renews them at half of their lease with the same public ports', async () => {
  const { forwards, requests, waits, run, pass, connected } = daemon([tcp, udp]);
  expect(forwards.current()).toEqual([tcp, udp].map((port) => ({ ...port, public: null, refusal: null })));
  const running = run();
  await settle();
  expect(requests).toEqual([asked(tcp), asked(udp)]);
  expect([forwards.current(), waits]).toEqual([[active(tcp), active(udp)], [300_000]]);
  pass();
  await settle();
  expect(requests.slice(2)).toEqual([asked(tcp, 48_080), asked(udp, 48_081)]);
  connected.abort();
  await running;
  expect(forwards.current().map((one) => one.public)).toEqual([null, null]);
});

test('requests the same public ports after a reconnect', async () => {
  const { requests, run, connected } = daemon([tcp]);
  const running = run();
  await settle();
  connected.abort();
  await running;
  const again = new AbortController();
  const rerun = run(tunnel(), again);
  await settle();
  expect(requests).toEqual([asked(tcp), asked(tcp, 48_080)]);
  again.abort();
  await rerun;
});

test('a changed list is requested at once, and a removed port is deleted', async () => {
  const { forwards, requests, run, want, connected } = daemon([tcp]);
  const running = run();
  await settle();
  await want([udp]);
  expect(requests.slice(1)).toEqual([asked(tcp, 0, 0), asked(udp)]);
  expect(forwards.current()).toEqual([active(udp)]);
  connected.abort();
  await running;
});

test('shows a refusal, and tries again after a minute', async () => {
  const { forwards, waits, run, pass, fail, connected } = daemon([tcp]);
  fail('no_port_left');
  const running = run();
  await settle();
  expect(forwards.current()).toEqual([{ ...tcp, public: null, refusal: 'no_port_left' }]);
  expect(waits).toEqual([60_000]);
  fail(null);
  pass();
  await settle();
  expect(forwards.current()).toEqual([active(tcp)]);
  connected.abort();
  await running;
});

test.each([
  ['a residential exit', tunnel({ type: 'residential', location: 'us-nyc' })],
  ['a native residential exit', tunnel({ type: 'native_residential', location: 'us-nyc' })],
  ['OpenVPN', tunnel(undefined, 'openvpn')],
])('never requests a port through %s', async (_, state) => {
  const { forwards, requests, run, connected } = daemon([tcp]);
  const running = run(state);
  await settle();
  expect(requests).toEqual([]);
  expect(forwards.current()).toEqual([{ ...tcp, public: null, refusal: 'not_offered' }]);
  connected.abort();
  await running;
});

test('requests ports of a dedicated IP, and sends nothing without a wanted port', async () => {
  const { requests, run, want, connected } = daemon([]);
  const running = run(tunnel({ type: 'dedicated', serviceId: 's', address }));
  await settle();
  expect(requests).toEqual([]);
  await want([tcp]);
  expect(requests).toEqual([asked(tcp)]);
  connected.abort();
  await running;
});

import type { WireguardTransport } from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import type { OpenvpnSession, WireguardSession } from '../../model/session.ts';
import {
  onFallback,
  isFallback,
  mayRetryAtOnce,
  type MoveAttempts,
  noMoveAttempts,
  pauseBefore,
} from './wireguard-retries.ts';

const minute = 60_000;
const failed = (times: number): MoveAttempts => {
  let moves = noMoveAttempts;
  for (let move = 0; move < times; move += 1) moves = onFallback({ ...moves, movedAt: 0 }, minute);
  return moves;
};

describe('retries of WireGuard', () => {
  test('begin at once and slow down to one in five minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map((retry) => pauseBefore(retry, noMoveAttempts) / 1000)).toEqual([
      1, 5, 15, 30, 60, 120, 300, 300, 300,
    ]);
  });

  test('wait longer after each tunnel by WireGuard that did not last, and an hour at most', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((times) => pauseBefore(0, failed(times)) / 1000)).toEqual([
      1, 30, 120, 480, 1920, 3600, 3600,
    ]);
    expect(pauseBefore(6, failed(1))).toBe(5 * minute);
  });

  test('restart after a WireGuard tunnel that lasted ten minutes', () => {
    expect(onFallback({ failed: 3, movedAt: 0 }, 10 * minute)).toEqual(noMoveAttempts);
    expect(onFallback({ failed: 3, movedAt: 0 }, 10 * minute - 1).failed).toBe(4);
  });

  test('count a move once, and no fallback without a move', () => {
    expect(onFallback(onFallback({ failed: 0, movedAt: 0 }, 1), 2)).toEqual({ failed: 1, movedAt: null });
    expect(onFallback(noMoveAttempts, 1)).toEqual(noMoveAttempts);
  });

  test('follow a network change at once unless moves fail', () => {
    expect([mayRetryAtOnce(noMoveAttempts), mayRetryAtOnce(failed(1))]).toEqual([true, false]);
  });

  test('are never earlier after more failed moves, for any clock changes', () => {
    const time = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), time, time, (retry, times, movedAt, now) => {
        const moves: MoveAttempts = { failed: times, movedAt };
        const after = onFallback(moves, now);
        expect(after.failed === 0 || after.failed === times + 1).toBe(true);
        const more = { failed: times + 1, movedAt: null };
        expect(pauseBefore(retry, more)).toBeGreaterThanOrEqual(pauseBefore(retry, moves));
        expect(pauseBefore(retry, moves)).toBeLessThanOrEqual(60 * minute);
      }),
    );
  });

  const automatic = {
    protocol: 'automatic',
    variant: 'automatic',
    wireguardOver: 'automatic',
    wireguardPort: 'automatic',
  } as const;

  test('are for OpenVPN that was not chosen', () => {
    const lease = { ipv4: '100.80.0.7', ipv6: 'fd00:c0:e7:80::7', dns: [], mtu: 1500 };
    const session: OpenvpnSession = { protocol: 'openvpn', gateway: gateways[0]!, variant: 'tls', lease };
    const choices = [
      automatic,
      { ...automatic, protocol: 'openvpn' },
      { ...automatic, protocol: 'openvpn', variant: 'tls' },
      { ...automatic, wireguardOver: 'tcp' },
    ] as const;
    expect(choices.map((choice) => isFallback(session, choice))).toEqual([true, false, false, false]);
  });

  test('are for another transport of WireGuard that was not chosen', () => {
    const direct = { protocol: 'wireguard', gateway: gateways[0] } as WireguardSession;
    const outerTransport = { over: 'quic', port: 443, localPort: 40_001 } as const;
    const choices = [
      automatic,
      { ...automatic, protocol: 'wireguard' },
      { ...automatic, wireguardOver: 'quic' },
      { ...automatic, wireguardPort: '53' },
    ] as const;
    const isRetried = (session: WireguardSession) => choices.map((choice) => isFallback(session, choice));
    expect(isRetried({ ...direct, outerTransport })).toEqual([true, true, false, false]);
    expect(isRetried(direct)).toEqual([false, false, false, false]);
  });

  test('are never for a tunnel with cover traffic, also after another choice', () => {
    const tunnel = (over: WireguardTransport) =>
      ({
        ...{ protocol: 'wireguard', gateway: gateways[0] },
        outerTransport: { over, port: 443, localPort: 40_001 },
      }) as WireguardSession;
    const choices = [{ ...automatic, wireguardOver: 'cover' }, automatic] as const;
    const isRetried = (over: WireguardTransport) => choices.map((choice) => isFallback(tunnel(over), choice));
    expect(isRetried('cover')).toEqual([false, false]);
    expect(isRetried('scrambled')).toEqual([false, true]);
  });
});

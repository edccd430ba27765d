import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { type ConnectionAttempt, connectionAttemptsTo } from './connection-attempt.ts';
import { type AttemptFailure, nextAttempts } from './next-attempts.ts';

const automatic = {
  protocol: 'automatic',
  variant: 'automatic',
  wireguardPort: 'automatic',
  wireguardOver: 'automatic',
} as const;
const [first, second, plain] = gateways;
const two = { wanted: [first!, second!], fallbackGateways: [] };

function all(): readonly ConnectionAttempt[] {
  const candidates = connectionAttemptsTo(two, automatic, null);
  if (!candidates.ok) throw new Error(candidates.error);
  return candidates.value;
}

/** `0 tls`: the gateway's number and the transport. */
const names = (candidates: readonly ConnectionAttempt[]): string[] =>
  candidates.map(({ gateway, transport }) => {
    const number = gateway.id.at(-1) ?? '';
    return `${number} ${transport.protocol === 'wireguard' ? 'wireguard' : transport.variant}`;
  });
const after = (reason: AttemptFailure, failed = 0): string[] => {
  const [connectionAttempt, ...rest] = all().slice(failed);
  return names(nextAttempts(connectionAttempt!, rest, reason));
};

test('tries all transports to the best gateway before the next one, and fallback gateways last', () => {
  expect(names(all())).toEqual([
    '0 wireguard',
    '0 udp',
    '0 tcp',
    '0 tls',
    '1 wireguard',
    '1 udp',
    '1 tcp',
    '1 tls',
  ]);
  const elsewhere = connectionAttemptsTo({ wanted: [first!], fallbackGateways: [plain!] }, automatic, null);
  expect(elsewhere).toMatchObject({ ok: true });
  if (elsewhere.ok) {
    expect(names(elsewhere.value).at(-1)).toBe('2 wireguard');
    expect(elsewhere.value.map(({ isFallback }) => isFallback)).toEqual([false, false, false, false, true]);
  }
});

test('distinguishes no gateway from no transport', () => {
  const nobody = { wanted: [], fallbackGateways: [] };
  expect(connectionAttemptsTo(nobody, automatic, null)).toEqual({ ok: false, error: 'location_unavailable' });
  const openvpn = { ...automatic, protocol: 'openvpn' } as const;
  const lacking = { wanted: [plain!], fallbackGateways: [] };
  expect(connectionAttemptsTo(lacking, openvpn, null)).toEqual({ ok: false, error: 'protocol_unavailable' });
});

describe('after a failure', () => {
  test('skips a gateway whose admission endpoint does not respond, except for obfuscated transports', () => {
    expect(after('gateway_unreachable')).toEqual(['1 wireguard', '1 udp', '1 tcp', '1 tls', '0 tls']);
  });

  test('keeps OpenVPN at a gateway whose admission endpoint is blocked by the network', () => {
    expect(after('admission_blocked')).toEqual([
      ...['1 wireguard', '1 udp', '1 tcp', '1 tls'],
      ...['0 udp', '0 tcp', '0 tls'],
    ]);
  });

  test('keeps only transports without TCP for a gateway without a response at any TCP port', () => {
    expect(after('gateway_unreachable', 2)).toEqual(['1 wireguard', '1 udp', '1 tcp', '1 tls']);
    const remembered = connectionAttemptsTo(two, automatic, { protocol: 'openvpn', variant: 'tls' });
    const [failed, ...rest] = remembered.ok ? remembered.value : [];
    expect(names(nextAttempts(failed!, rest, 'gateway_unreachable'))).toEqual([
      ...['1 tls', '1 wireguard', '1 udp', '1 tcp'],
      ...['0 wireguard', '0 udp'],
    ]);
  });

  test('tries a transport that failed last at the other gateways', () => {
    expect(after('handshake_timeout')).toEqual([
      '0 udp',
      '0 tcp',
      '0 tls',
      '1 udp',
      '1 tcp',
      '1 tls',
      '1 wireguard',
    ]);
  });

  test('tries the next gateway first if neither UDP nor TCP works', () => {
    expect(after('openvpn_failed', 1)).toEqual(['0 tcp', '0 tls', '1 wireguard', '1 udp', '1 tcp', '1 tls']);
    expect(after('openvpn_failed', 2)).toEqual(['1 wireguard', '1 udp', '1 tcp', '1 tls', '0 tls']);
  });

  test('skips a gateway that refuses, and ends at a failure that no gateway can resolve', () => {
    expect(after('gateway_refused')).toEqual(['1 wireguard', '1 udp', '1 tcp', '1 tls']);
    expect(after('subscription_required')).toEqual([]);
    expect(after('routing_failed')).toEqual([]);
  });

  test('repeats no attempt, so that every connect ends', () => {
    const reasons = fc.constantFrom<AttemptFailure>(
      'gateway_unreachable',
      'admission_blocked',
      'handshake_timeout',
      'openvpn_failed',
      'gateway_refused',
    );
    fc.assert(
      fc.property(fc.array(reasons, { minLength: 8, maxLength: 8 }), (failures) => {
        let rest = all();
        const tried = new Set<string>();
        for (const reason of failures) {
          const [connectionAttempt, ...others] = rest;
          if (connectionAttempt === undefined) return;
          const [name = ''] = names([connectionAttempt]);
          expect(tried.has(name)).toBe(false);
          tried.add(name);
          rest = nextAttempts(connectionAttempt, others, reason);
        }
        expect(rest).toEqual([]);
      }),
    );
  });
});

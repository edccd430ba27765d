import { expect, test } from 'vitest';
import { verdictOn } from './verdict.ts';

const own = ['203.0.113.1', '2001:db8:77::10', '192.168.77.10'];
const connected = { connected: true, splitOff: false, own };
const seen = (ipv4: string | null, ipv6: string | null, ...askers: string[]) => ({
  exit: { ipv4, ipv6 },
  askers,
});

test('is protected if no address of this machine is visible through the tunnel', () => {
  const through = seen('203.0.113.101', '2001:db8::101', '203.0.113.53');
  expect(verdictOn(through, connected)).toEqual({ verdict: 'protected', leaks: [] });
  expect(verdictOn(seen('203.0.113.101', null), connected).verdict).toBe('protected');
});

test('reports each kind of leak', () => {
  expect(verdictOn(seen('203.0.113.1', '2001:db8::101'), connected)).toEqual({
    verdict: 'leaking',
    leaks: ['ipv4'],
  });
  expect(verdictOn(seen('203.0.113.101', '2001:db8:77::10'), connected).leaks).toEqual(['ipv6']);
  expect(verdictOn(seen('203.0.113.101', null, '203.0.113.1'), connected).leaks).toEqual(['dns']);
});

test('reports no leak without a tunnel, and no verdict without a response', () => {
  expect(verdictOn(seen('203.0.113.1', null), { ...connected, connected: false }).verdict).toBe(
    'unprotected',
  );
  for (const there of [true, false])
    expect(verdictOn(seen(null, null), { ...connected, connected: there }).verdict).toBe('unknown');
  expect(verdictOn(seen('203.0.113.1', null), { ...connected, splitOff: true })).toEqual({
    verdict: 'split',
    leaks: [],
  });
});

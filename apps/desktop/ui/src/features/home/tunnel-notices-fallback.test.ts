import { expect, test } from 'vitest';
import { fixtures } from '../../fixtures.ts';
import { fallbackText } from './tunnel-notices.ts';

const { fallback, connected } = fixtures;
if (!fallback || !connected) throw new TypeError('no scene');

test('names the fallback protocol and the missing protection', () => {
  expect(fallbackText(fallback)).toBe(
    'OpenVPN over UDP, without quantum-resistant encryption: WireGuard doesn’t get through on this network. Comet keeps retrying it.',
  );
  expect(fallbackText({ ...fallback, settings: { ...fallback.settings, postQuantum: false } })).toBe(
    'OpenVPN over UDP: WireGuard doesn’t get through on this network. Comet keeps retrying it.',
  );
});

test('returns null for the preferred protocol', () => {
  expect(fallbackText(connected)).toBeNull();
});

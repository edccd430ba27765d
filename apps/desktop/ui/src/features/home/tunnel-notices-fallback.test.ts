import { expect, test } from 'vitest';
import { fixtures } from '../../fixtures.ts';
import { fallbackText, maintenanceText } from './tunnel-notices.ts';

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

test('announces the move to another server, and whether it blocks traffic', () => {
  const at = new Date(2026, 11, 24, 17, 4).toISOString();
  expect(maintenanceText({ ...connected, maintenance: { at, blocks: false } })).toBe(
    'This server closes for maintenance on 24\u00a0December at 17:04. Comet then moves you to another one without interruption.',
  );
  expect(maintenanceText({ ...fallback, maintenance: { at, blocks: true } })).toContain(
    'blocks your internet for these few seconds',
  );
  expect(maintenanceText(connected)).toBeNull();
});

import { expect, test } from 'vitest';
import { scenes } from '../../scenes.ts';
import { fallbackText } from './tunnel-notices.ts';

const { fallback, connected } = scenes;
if (!fallback || !connected) throw new TypeError('no scene');

test('says that the protocol is weaker than the best one, and what the tunnel lacks', () => {
  expect(fallbackText(fallback)).toBe(
    'OpenVPN over UDP, without post-quantum keys: WireGuard gets no answer on this network. Comet keeps retrying it.',
  );
  expect(fallbackText({ ...fallback, settings: { ...fallback.settings, postQuantum: false } })).toBe(
    'OpenVPN over UDP: WireGuard gets no answer on this network. Comet keeps retrying it.',
  );
});

test('says nothing where the protocol is the best one', () => {
  expect(fallbackText(connected)).toBeNull();
});

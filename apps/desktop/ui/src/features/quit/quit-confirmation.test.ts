import { expect, test } from 'vitest';
import type { Snapshot } from '@comet/tunnel-protocol';
import { fixtures } from '../../fixtures.ts';
import { quitConfirmation } from './quit-confirmation.ts';

const buttons = (scene: string, lockdown = false): readonly string[] | null => {
  const snapshot = fixtures[scene] ?? null;
  const question = quitConfirmation(
    snapshot && {
      ...snapshot,
      settings: { ...snapshot.settings, lockdown: lockdown || snapshot.settings.lockdown },
    },
  );
  return question && [question.keep, ...(question.end === null ? [] : [question.end])];
};

test('with a tunnel or blocked traffic, offers choices at quit, the protected one first', () => {
  expect(buttons('connected')).toEqual(['Quit and stay protected', 'Disconnect and quit']);
  expect(buttons('connecting')).toEqual(['Quit and stay protected', 'Disconnect and quit']);
  expect(buttons('blocked')).toEqual(['Quit and keep traffic blocked', 'Disconnect and quit']);
});

test('requires no confirmation if quitting changes no protection', () => {
  for (const scene of ['disconnected', 'disconnecting', 'paused', 'away']) expect(buttons(scene)).toBeNull();
  const blocked = fixtures['blocked'] as Snapshot & { tunnel: { state: 'error' } };
  expect(quitConfirmation({ ...blocked, tunnel: { ...blocked.tunnel, blocking: false } })).toBeNull();
});

test('under lockdown does not offer to disconnect', () => {
  expect(buttons('locked-down')).toEqual(['Quit and keep traffic blocked']);
  expect(buttons('blocked', true)).toEqual(['Quit and keep traffic blocked']);
  const connected = fixtures['connected'] as Snapshot;
  const locked = { ...connected, settings: { ...connected.settings, lockdown: true } };
  expect(quitConfirmation(locked)?.explanation).toContain('Lockdown is on');
});

import { freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { signOutQuestion } from './account-screen.tsx';

const since = '2026-11-22T12:00:00Z';
const off: Snapshot['tunnel'] = { state: 'disconnected', since };
const on: Snapshot['tunnel'] = { state: 'connecting', since, place: null, way: null, attempt: 1 };
const offered = (tunnel: Snapshot['tunnel'], settings: Partial<Snapshot['settings']> = {}) =>
  signOutQuestion({ tunnel, settings: { ...freshSettings, ...settings } }).choices.map(
    ({ traffic }) => traffic ?? 'as it is',
  );

test('with a tunnel, offers to block or allow traffic afterwards, blocking first', () => {
  expect(offered(on)).toEqual(['held', 'open']);
});

test('offers no traffic choice without a tunnel or under lockdown', () => {
  expect(offered(off)).toEqual(['as it is']);
  expect(offered(on, { lockdown: true })).toEqual(['as it is']);
});

test('does not offer blocking when most traffic bypasses the tunnel', () => {
  const splitTunnel = { ...freshSettings.splitTunnel, mode: 'include' } as const;
  expect(offered(on, { splitTunnel })).toEqual(['open']);
});

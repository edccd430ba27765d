import { expect, it } from 'vitest';
import { signInText, nameOf } from './session-text.ts';
import { type Session, withoutEnded } from './sessions.ts';

const session = (more: Partial<Session>): Session => ({
  id: 'one',
  client: 'Firefox',
  platform: 'linux',
  deviceName: null,
  method: 'password',
  awaitsSecondFactor: false,
  pendingUntil: null,
  signedInAt: '2026-11-21T12:00:00Z',
  lastUsedAt: '2026-11-21T12:00:00Z',
  current: false,
  ...more,
});

it('is named after its machine, else after its program and system', () => {
  expect(nameOf(session({}))).toBe('Firefox on Linux');
  expect(nameOf(session({ deviceName: 'Workshop laptop' }))).toBe('Workshop laptop');
  expect(nameOf(session({ platform: null }))).toBe('Firefox');
  expect(nameOf(session({ client: null, platform: null }))).toBe('Unknown app');
});

it('describes how and when it began', () => {
  expect(signInText(session({}))).toBe('Signed in with a password on 21\u00a0November\u00a02026');
  const machine = session({ client: 'Comet', deviceName: 'Workshop laptop', method: 'quick_login' });
  expect(signInText(machine)).toBe('Comet on Linux, signed in with a code on 21\u00a0November\u00a02026');
});

it('describes an unused approval or one-time link', () => {
  const pending = { client: null, pendingUntil: '2026-11-21T12:10:00Z' } as const;
  const machine = session({ ...pending, deviceName: 'Workshop laptop', method: 'quick_login' });
  expect([nameOf(machine), signInText(machine)]).toEqual([
    'Workshop laptop',
    'Approved with a code on 21\u00a0November\u00a02026',
  ]);
  const link = session({ ...pending, platform: null, method: 'one_time_token' });
  expect([nameOf(link), signInText(link)]).toEqual([
    'Link from the app',
    'Created in the app on 21\u00a0November\u00a02026',
  ]);
});

it('removes the ended session, or all but the current one', () => {
  const [here, there, lost] = [
    session({ id: 'here', current: true }),
    session({ id: 'there' }),
    session({ id: 'lost' }),
  ];
  const list = { sessions: [here, there, lost] };
  expect(withoutEnded(list, { kind: 'one', session: lost })).toEqual({ sessions: [here, there] });
  expect(withoutEnded(list, { kind: 'others' })).toEqual({ sessions: [here] });
});

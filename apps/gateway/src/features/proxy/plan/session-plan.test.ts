import { expect, test } from 'vitest';
import { planSession, type RunningSession, type SessionState } from './session-plan.ts';

const running = (exit: string, until = 60_000): RunningSession => ({ exit, token: `token ${exit}`, until });
const none: ReadonlySet<string> = new Set();

function state(
  sessions: Readonly<Record<string, RunningSession>>,
  parts: Partial<SessionState> = {},
): SessionState {
  return {
    session: { name: 'abc', minutes: 10, ifGone: 'replace' },
    ...{ failed: none, unable: none, isLive: () => true },
    find: (name) => sessions[name] ?? null,
    ...parts,
  };
}
const fail = { name: 'abc', minutes: 10, ifGone: 'fail' } as const;

test('a new session picks an exit', () => {
  expect(planSession(state({}))).toEqual({ kind: 'pick', name: 'abc', until: null });
  expect(planSession(state({}, { session: fail }))).toEqual({ kind: 'pick', name: 'abc', until: null });
});

test('a running session keeps its exit and its token', () => {
  expect(planSession(state({ abc: running('e1') }))).toEqual({ kind: 'keep', exit: 'e1', token: 'token e1' });
});

test.each([
  ['has failed', { failed: new Set(['e1']) }],
  ['is gone', { isLive: () => false }],
])('an exit that %s is replaced, or ends the connection with ifgone-fail', (_, parts) => {
  expect(planSession(state({ abc: running('e1') }, parts))).toEqual({
    ...{ kind: 'pick', name: 'abc', until: null },
  });
  expect(planSession(state({ abc: running('e1') }, { ...parts, session: fail }))).toEqual({
    ...{ kind: 'refuse', refusal: 'session_gone' },
  });
});

test('a session without IPv6 picks a second exit, which ends with the first', () => {
  const unable = new Set(['e1']);
  const second = { kind: 'pick', name: 'abc 6', until: 60_000 };
  expect(planSession(state({ abc: running('e1') }, { unable }))).toEqual(second);
  expect(planSession(state({ abc: running('e1') }, { unable, session: fail }))).toEqual(second);
});

test('the second exit is kept, replaced and refused like the first', () => {
  const sessions = { abc: running('e1'), 'abc 6': running('e2') };
  const unable = new Set(['e1']);
  expect(planSession(state(sessions, { unable }))).toEqual({ kind: 'keep', exit: 'e2', token: 'token e2' });
  const failed = new Set(['e2']);
  expect(planSession(state(sessions, { unable, failed }))).toEqual({
    ...{ kind: 'pick', name: 'abc 6', until: 60_000 },
  });
  expect(planSession(state(sessions, { unable, failed, session: fail }))).toEqual({
    ...{ kind: 'refuse', refusal: 'session_gone' },
  });
});

test('a gone exit without IPv6 is replaced under the session’s own name', () => {
  const unable = new Set(['e1']);
  expect(planSession(state({ abc: running('e1') }, { unable, isLive: () => false }))).toEqual({
    ...{ kind: 'pick', name: 'abc', until: null },
  });
});

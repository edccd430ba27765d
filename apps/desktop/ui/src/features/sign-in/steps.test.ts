import { expect, test } from 'vitest';
import { type Step, stepAfterRefusal, stepBefore } from './steps.ts';

const refused = (error: Parameters<typeof stepAfterRefusal>[1]['error']) => ({ error, detail: null });

test('a correct password of an account with two-factor continues with the code', () => {
  expect(stepAfterRefusal('password', refused('two_factor_required'))).toEqual({
    kind: 'second-factor',
    failure: null,
  });
});

test.each(['wrong_credentials', 'too_many_requests', 'api_unreachable', 'daemon_away'] as const)(
  'a rejected password can be retried and shows the reason: %s',
  (error) => {
    const step = stepAfterRefusal('password', refused(error));
    expect(step).toMatchObject({ kind: 'password', failure: expect.stringMatching(/\.$/) });
  },
);

test.each(['two_factor_code_wrong', 'recovery_code_wrong', 'api_unreachable'] as const)(
  'a rejected code can be retried: %s',
  (error) => {
    const step = stepAfterRefusal('second-factor', refused(error));
    expect(step).toMatchObject({ kind: 'second-factor', failure: expect.stringMatching(/\.$/) });
  },
);

test('an expired sign-in restarts at the password and shows the reason', () => {
  expect(stepAfterRefusal('second-factor', refused('login_expired'))).toEqual({
    kind: 'password',
    failure: 'That took too long. Enter your password again.',
  });
});

test('going back from any step ends at the intro', () => {
  const ways: Step[] = [];
  for (let step: Step = { kind: 'second-factor', failure: null }; step.kind !== 'intro'; )
    ways.push((step = stepBefore(step)));
  expect(ways.map(({ kind }) => kind)).toEqual(['password', 'ways', 'intro']);
  expect(stepBefore({ kind: 'browser', doorway: 'register' }).kind).toBe('ways');
});
